/// Where in the layers a person can look.
extension [SettingsDocument] {
    /// Whether a layer is a text that somebody can look at: the first is, and whatever has the name of a file. What lies
    /// beneath without a name is defaults that a program has encoded.
    func isShown(_ layer: Int) -> Bool { layer == 0 || self[layer].file != nil }

    /// An error about a key, at its value in the first shown layer that has it; otherwise at the nearest object on the
    /// way to it; and without a place where that is the root, which would tell nothing.
    func error(
        _ code: SettingsError.Code, _ message: String, key: SettingsPath, hint: String?
    ) -> SettingsError {
        var nearest: (document: SettingsDocument, node: Int, depth: Int)?
        for layer in indices where isShown(layer) {
            let (node, depth) = self[layer].storage.nearestNode(to: key)
            if depth > nearest?.depth ?? -1 { nearest = (self[layer], node, depth) }
        }
        let isThere = nearest?.depth == key.components.count
        var hint = hint
        if !isThere, hint == nil, indices.contains(where: { !isShown($0) && self[$0].contains(key) }) {
            hint = "the file does not have this key: what counts is its default"
        }
        guard let nearest, isThere || nearest.depth > 0 else {
            return SettingsError(code, message, file: first?.file, key: key, hint: hint)
        }
        var error = nearest.document.error(code, message, node: nearest.node, hint: hint)
        error.key = key
        return error
    }
}

extension DocumentStorage {
    /// The value at a path, or the last that there is on the way to it, and how many steps lead there.
    fileprivate func nearestNode(to path: SettingsPath) -> (node: Int, depth: Int) {
        var node = 0
        for (depth, component) in path.components.enumerated() {
            let isLast = depth == path.components.count - 1
            guard let child = child(component, of: node) ?? (isLast ? namesake(of: component, in: node) : nil) else {
                return (node, depth)
            }
            node = child
        }
        return (node, path.components.count)
    }

    /// The value of a key that reads the same and has other scalars (NFC and NFD).
    private func namesake(of component: SettingsPath.Component, in object: Int) -> Int? {
        guard case .key(let name) = component, kind(object) == .object else { return nil }
        var key = object + 1
        let end = next(object)
        while key < end {
            if string(key) == name { return key + 1 }
            key = next(key)
        }
        return nil
    }
}
