extension DecodingDiagnosis {
    /// The keys that nobody asked for, of the layers that are shown.
    ///
    /// - Parameter version: A key that the program knows, whether or not the type has it.
    static func unknownKeys<T: Decodable>(
        _ type: T.Type, in layers: [SettingsDocument], version: SettingsPath?,
        userInfo: [CodingUserInfoKey: any Sendable]
    ) -> [SettingsError] {
        let (session, recorder) = asked(type, layers, version, userInfo)
        var errors: [SettingsError] = []
        for layer in layers.indices where layers.isShown(layer) {
            var unknown = session.unknownKeys(recorder, of: layer)
            if layer > 0, !unknown.isEmpty {
                // Nobody asks for what an upper layer replaces (the case of an enum, say), though the type knows it.
                let (session, recorder) = asked(type, Array(layers[layer...]), version, userInfo)
                let alone = Set(session.unknownKeys(recorder, of: 0).map(\.key.node))
                unknown.removeAll { !alone.contains($0.key.node) }
            }
            errors += session.errors(unknown.prefix(SettingsDecoder.mistakesAtMost), recorder, in: layers)
        }
        return errors
    }

    /// What is asked for, by the type and for the version's sake.
    private static func asked<T: Decodable>(
        _ type: T.Type, _ layers: [SettingsDocument], _ version: SettingsPath?,
        _ userInfo: [CodingUserInfoKey: any Sendable]
    ) -> (DecodingSession, KeyRecorder) {
        recorded(type, in: layers, userInfo: userInfo) { session, recorder in
            if let version { session.ask(for: version, recorder) }
            return (session, recorder)
        }
    }
}

extension DecodingSession {
    /// A key that nobody asked for.
    fileprivate struct UnknownKey {
        var key: Place
        var value: Place
        var object: Place
    }

    /// Asks for a key in the type's stead, and for the objects on the way to it.
    fileprivate func ask(for path: SettingsPath, _ recorder: KeyRecorder) {
        for layer in 0..<layerCount {
            let storage = storage(layer)
            var node = 0
            // Whether the type knows nothing of the object: then its other keys are unknown, too.
            var isForeign = false
            for (position, component) in path.components.enumerated() {
                let child = storage.child(component, of: node)
                let isLast = position == path.components.count - 1
                if let child, !isLast, ![.object, .array].contains(storage.kind(child)) { break }
                if case .key(let name) = component, storage.kind(node) == .object {
                    let object = Place(UInt32(node), layer: layer)
                    let record = recorder.records[object.identity]
                    let isJudged = record != nil && !recorder.unfinished.contains(object.identity)
                    let wasAsked = record.map { $0.takesAll || $0.asked.contains(ExactKey(name)) } ?? false
                    if isJudged || isForeign { recorder.asked(for: name, in: object) }
                    isForeign = isForeign || isJudged && !wasAsked
                }
                guard let child else { break }
                node = child
            }
        }
    }

    /// The keys of a layer that nobody asked for, in the order of its text. What is told of each takes a walk through
    /// the text; their places do not.
    fileprivate func unknownKeys(_ recorder: KeyRecorder, of layer: Int) -> [UnknownKey] {
        var unknown: [UnknownKey] = []
        for (identity, record) in recorder.records {
            guard identity.layer == layer, !record.takesAll, !recorder.unfinished.contains(identity) else { continue }
            let object = Place(identity.node, layer: identity.layer)
            forEachMember(of: object) { key, value in
                if !record.asked.contains(ExactKey(text(key))), !hidesDefault(value) {
                    unknown.append(UnknownKey(key: key, value: value, object: object))
                }
            }
        }
        return unknown.sorted { $0.key.node < $1.key.node }
    }

    /// Whether a value is a null that hides what a lower layer has: it is there for that, though a type that is another
    /// one now than in the defaults does not ask for it.
    private func hidesDefault(_ value: Place) -> Bool {
        guard isNull(value), value.layer + 1 < layerCount else { return false }
        let path = storage(value.layer).path(of: Int(value.node)).components
        // Arrays have nothing beneath.
        guard path.allSatisfy({ if case .key = $0 { true } else { false } }) else { return false }
        return (value.layer + 1..<layerCount).contains { storage($0).node(at: SettingsPath(path)) != nil }
    }

    fileprivate func errors(
        _ unknown: some Sequence<UnknownKey>, _ recorder: KeyRecorder, in layers: [SettingsDocument]
    ) -> [SettingsError] {
        var names: [Place.Identity: [[String]]] = [:]
        return unknown.map { place in
            let known = names[place.object.identity] ?? knownNames(place.object, recorder)
            names[place.object.identity] = known
            return unknownKey(place.key, place.value, known, in: layers)
        }
    }

    /// The keys that an object's type asked for: those that are not there, which a misspelt one may stand for, and all.
    private func knownNames(_ object: Place, _ recorder: KeyRecorder) -> [[String]] {
        let asked = recorder.records[object.identity]?.asked ?? []
        var present: Set<ExactKey> = []
        forEachMember(of: object) { key, _ in present.insert(ExactKey(text(key))) }
        return [asked.subtracting(present), asked].map { $0.map(\.string).sorted() }
    }

    private func unknownKey(
        _ key: Place, _ value: Place, _ known: [[String]], in layers: [SettingsDocument]
    ) -> SettingsError {
        let name = text(key)
        let near = known.lazy.compactMap { nearestSpelling(of: name, among: $0) }.first
        var error = self.error(
            .unknownKey, "unknown key \(Self.quoted(name))", at: key, hint: near.map { "did you mean \"\($0)\"?" },
            in: layers)
        error.key = storage(value.layer).path(of: Int(value.node))
        return error
    }
}
