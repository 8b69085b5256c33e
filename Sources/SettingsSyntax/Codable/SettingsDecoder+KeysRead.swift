extension SettingsDecoder {
    /// The members of the first layer that decoding the type asks for by name, whether or not it then uses them: an older
    /// name of a key is among them, an unknown key is not.
    package func keysRead<T: Decodable>(_ type: T.Type, in layers: [SettingsDocument]) -> [SettingsPath] {
        guard !layers.isEmpty else { return [] }
        return DecodingDiagnosis.recorded(type, in: layers, userInfo: userInfo) { $0.keysRead($1) }
    }
}

extension DecodingSession {
    fileprivate func keysRead(_ recorder: KeyRecorder) -> [SettingsPath] {
        var nodes: [Int] = []
        for (identity, record) in recorder.records where identity.layer == 0 && !record.takesAll {
            forEachMember(of: Place(identity.node, layer: 0)) { key, value in
                if record.asked.contains(ExactKey(text(key))) { nodes.append(Int(value.node)) }
            }
        }
        let storage = storage(0)
        return nodes.sorted().map { storage.path(of: $0) }
    }
}
