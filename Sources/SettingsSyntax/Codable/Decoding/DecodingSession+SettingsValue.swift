extension DecodingSession {
    /// The subtree at a place exactly, the layers merged.
    func settingsValue(at place: Place) -> SettingsValue {
        if place.layer == layerCount { return .null }
        if let recorder { forEachObject(of: place) { takesAll(below: $0, recorder) } }
        return tree(place)
    }

    // Recursion here is bounded by the parser's limit on depth.

    private func tree(_ place: Place) -> SettingsValue {
        guard place.below != 0 else { return storage(place.layer).value(Int(place.node)) }
        var object = SettingsObject()
        for key in keys(of: place) {
            guard let member = member(named: key, of: place) else { continue }
            object[key] = tree(member)
        }
        return .object(object)
    }

    private func takesAll(below place: Place, _ recorder: KeyRecorder) {
        let end = next(place)
        var node = place
        while node.node < end {
            if kind(node) == .object { recorder.takesAllKeys(of: node) }
            node.node += 1
        }
    }
}
