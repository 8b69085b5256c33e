/// The way that a path takes through a document, as far as it exists.
struct PathWalk {
    let document: SettingsDocument
    /// The nodes on the way, from the root to the last one there is.
    private(set) var nodes = [0]
    /// The steps that lead on from there to where nothing is yet.
    let missing: [SettingsPath.Component]

    private var storage: DocumentStorage { document.storage }
    /// The last node there is.
    var node: Int { nodes[nodes.count - 1] }
    /// The container of the last node, or nil for the root.
    var parent: Int? { nodes.count > 1 ? nodes[nodes.count - 2] : nil }

    init(_ document: SettingsDocument, _ path: SettingsPath, isReading: Bool = false) throws(SettingsError) {
        self.document = document
        let storage = document.storage
        var nodes = [0]
        var count = 0
        for component in path.components {
            guard let child = storage.child(component, of: nodes[count]) else { break }
            nodes.append(child)
            count += 1
        }
        self.nodes = nodes
        missing = Array(path.components[count...])
        if isReading, !missing.isEmpty { throw document.noSuchKey(path) }
    }

    /// Wraps a patch of the node at a position on the way (the last one, if not told otherwise) up to the root.
    func wrapped(_ patch: Patch, from position: Int? = nil) -> Patch {
        var patch = patch
        var index = position ?? nodes.count - 1
        while index > 0 {
            let isMember = storage.kind(nodes[index - 1]) == .object
            var container = ContainerPatch()
            container.changed = [(isMember ? nodes[index] - 1 : nodes[index], patch)]
            patch = .container(container)
            index -= 1
        }
        return patch
    }

    /// The patch that adds a value where the way ends, with whatever is missing between.
    func adding(_ value: SettingsValue) throws(SettingsError) -> Patch {
        // The way itself is as deep as it has steps.
        guard nodes.count + missing.count <= document.maximumDepth + 1 else {
            throw SettingsError(
                .tooDeep, "with this value the document is nested deeper than \(document.maximumDepth) levels",
                file: document.file, key: storage.path(of: node))
        }
        var inner = value
        for (offset, component) in missing.dropFirst().enumerated().reversed() {
            switch component {
            case .key(let key): inner = .object(SettingsObject([(key, inner)]))
            case .index(0): inner = .array([inner])
            case .index(let index): throw beyondEnd(index, 0, missing.prefix(offset + 2))
            }
        }
        var patch = ContainerPatch()
        let end = storage.next(node)
        switch (missing[0], storage.kind(node)) {
        case (.key(let key), .object):
            patch.inserted = [.init(anchor: end, key: key, content: .value(inner))]
        case (.key("-"), .array):
            patch.inserted = [.init(anchor: end, content: .value(inner))]
        case (.key(let key), .array):
            guard let index = SettingsPath.position(key) else { throw mismatch(.key(key)) }
            return try appending(inner, index)
        case (.index(let index), .array): return try appending(inner, index)
        // Nothing is lost where a null gives way.
        case (.key(let key), .null): return wrapped(.replace(.object(SettingsObject([(key, inner)]))))
        case (.index(0), .null): return wrapped(.replace(.array([inner])))
        case (let component, _): throw mismatch(component)
        }
        return wrapped(.container(patch))
    }

    private func appending(_ value: SettingsValue, _ index: Int) throws(SettingsError) -> Patch {
        guard index == Int(storage[node].count) else {
            throw beyondEnd(index, Int(storage[node].count), missing.prefix(1))
        }
        var patch = ContainerPatch()
        patch.inserted = [.init(anchor: storage.next(node), content: .value(value))]
        return wrapped(.container(patch))
    }

    private func beyondEnd(
        _ index: Int, _ count: Int, _ steps: ArraySlice<SettingsPath.Component>
    ) -> SettingsError {
        var path = storage.path(of: node)
        path.components += steps
        return SettingsError(
            .noSuchKey, "there is no element \(index): the array has \(count)", file: document.file, key: path,
            hint: "the next one to be added is [\(count)]")
    }

    private func mismatch(_ component: SettingsPath.Component) -> SettingsError {
        let expected = if case .index = component { "an array" } else { "an object" }
        let found = storage.kind(node) == .array ? "an array" : storage.value(node).typeName
        return document.error(
            .typeMismatch, "expected \(expected) that could hold \(SettingsPath([component])), found \(found)",
            node: node)
    }
}

extension SettingsDocument {
    /// The error for a path that leads nowhere: how far it led, and what may have been meant.
    package func noSuchKey(_ path: SettingsPath) -> SettingsError {
        var node = 0
        var rest = path.components[...]
        while let component = rest.first, let child = storage.child(component, of: node) {
            node = child
            rest = rest.dropFirst()
        }
        let parent = storage.path(of: node)
        let place = parent.components.isEmpty ? "the document" : "\(parent)"
        var message = "there is no such key"
        var hint = dottedKeyHint(for: path)
        switch (rest.first, storage.kind(node)) {
        case (.key(let key)?, .object):
            if rest.count > 1 { message = "there is no such key: \(place) has no \(SettingsPath([.key(key)]))" }
            if hint == nil {
                hint = nearestSpelling(of: key, among: keys(of: node)).map { name in
                    "did you mean \(parent.appending(.key(name)))?"
                }
            }
        case (_, .array): message = "there is no such element: \(place) is an array of \(storage[node].count)"
        case (.some, _): message = "there is no such key: \(place) is \(storage.value(node).typeName)"
        case (nil, _): break
        }
        return SettingsError(.noSuchKey, message, file: file, key: path, hint: hint)
    }

    /// For a path that leads nowhere while its first steps, joined by dots, are a key: how that key is written.
    ///
    /// Whoever types `a.b` for the key `"a.b"` is told so, instead of getting a second entry.
    package func dottedKeyHint(for path: SettingsPath) -> String? {
        var node = 0
        for (position, component) in path.components.enumerated() {
            if let child = storage.child(component, of: node) {
                node = child
                continue
            }
            guard storage.kind(node) == .object else { return nil }
            var name = ""
            for end in position..<path.components.count {
                guard case .key(let key) = path.components[end] else { return nil }
                name += name.isEmpty ? key : "." + key
                guard end > position, storage.member(name, in: node) != nil else { continue }
                let meant = SettingsPath(
                    path.components[..<position] + [.key(name)] + path.components[(end + 1)...])
                return "the key \(JSONText.quoted(name)) has a dot in it; its path is written \(meant)"
            }
            return nil
        }
        return nil
    }

    private func keys(of object: Int) -> [String] {
        var keys: [String] = []
        var key = object + 1
        while key < storage.next(object), keys.count < 1000 {
            keys.append(storage.string(key))
            key = storage.next(key)
        }
        return keys
    }
}
