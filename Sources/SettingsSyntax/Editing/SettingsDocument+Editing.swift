extension SettingsDocument {
    /// Sets the value at a path.
    ///
    /// Objects that are missing on the way are made; the position behind an array's last element appends. Of a value
    /// that is there already only what differs is changed, so an equal one changes no byte. What is added is plain JSON
    /// in the style of the text around it.
    ///
    /// - Throws: `.typeMismatch` where the way leads through a value that is neither an object nor an array,
    ///   `.noSuchKey` for a position beyond the end of an array, `.notEncodable` for a number that the format does not
    ///   know. The document is unchanged then.
    public mutating func set(_ value: SettingsValue, at path: SettingsPath) throws(SettingsError) {
        let way = try PathWalk(self, path)
        let source = try document(of: value)
        try nested(source.storage.depth + storage.depth) { document throws(SettingsError) in
            if way.missing.isEmpty {
                let storage = document.storage
                let planner = PatchPlanner(from: storage, to: source.storage, target: storage)
                guard let patch = planner.transforming(way.node, 0) else { return }
                try document.commit(way.wrapped(patch), about: path)
            } else {
                try document.commit(try way.adding(value), about: path)
            }
        }
    }

    /// Puts a value into an array, before the element at a position; behind the last element it appends. In an object,
    /// adds a member.
    ///
    /// - Throws: `.noSuchKey` where there is no such array or position, `.invalidValue` where an object already has the
    ///   key, and what `set(_:at:)` throws. The document is unchanged then.
    public mutating func insert(_ value: SettingsValue, at path: SettingsPath) throws(SettingsError) {
        let way = try PathWalk(self, path)
        guard way.missing.isEmpty else { return try set(value, at: path) }
        _ = try document(of: value)
        guard let parent = way.parent, storage.kind(parent) == .array else {
            throw error(.invalidValue, "there is a value already", node: way.node)
        }
        var patch = ContainerPatch()
        patch.inserted = [.init(anchor: way.node, content: .value(value))]
        let whole = way.wrapped(.container(patch), from: way.nodes.count - 2)
        try nested(storage.depth) { document throws(SettingsError) in try document.commit(whole, about: path) }
    }

    /// Removes the value at a path, with its key, its comma and the comment that is its own.
    ///
    /// - Throws: `.noSuchKey` where there is none, `.invalidPath` for the root. The document is unchanged then.
    public mutating func remove(at path: SettingsPath) throws(SettingsError) { try remove(at: [path]) }

    /// Removes the values at several paths, in one pass. Each path leads where it leads before any of them is removed:
    /// `[0]` and `[1]` are the first two elements.
    ///
    /// - Throws: `.noSuchKey` where there is none, `.invalidPath` for the root. The document is unchanged then.
    public mutating func remove(at paths: [SettingsPath]) throws(SettingsError) {
        var ways: [[Int]] = []
        for path in paths {
            let way = try PathWalk(self, path, isReading: true)
            if way.parent == nil {
                throw SettingsError(.invalidPath, "the whole document cannot be removed", file: file, key: path)
            }
            ways.append(way.nodes)
        }
        guard !ways.isEmpty else { return }
        try nested(storage.depth) { [ways] document throws(SettingsError) in
            try document.commit(document.removing(ways), about: paths.count == 1 ? paths[0] : .root)
        }
    }

    /// The patch that removes what several ways end at, which are the same up to a level.
    private func removing(_ ways: [[Int]], level: Int = 0) -> Patch {
        let isObject = storage.kind(ways[0][level]) == .object
        var patch = ContainerPatch()
        for (value, ways) in Dictionary(grouping: ways, by: { $0[level + 1] }).sorted(by: { $0.key < $1.key }) {
            let child = isObject ? value - 1 : value
            if ways.contains(where: { $0.count == level + 2 }) {
                patch.removed.append(child)
            } else {
                patch.changed.append((child, removing(ways, level: level + 1)))
            }
        }
        return .container(patch)
    }

    /// Makes the changes of a difference in this text, in one pass.
    ///
    /// The document need not be the one that the difference starts from: what only it has stays (other keys, other
    /// records, every comment), and where it has something else, the difference's new value counts. Applied to a
    /// document with the old value, it gives exactly the new one.
    ///
    /// - Throws: As `set(_:at:)`. The document is unchanged then.
    public mutating func apply(_ difference: SettingsDifference) throws(SettingsError) {
        guard let delta = difference.root else { return }
        let levels = max(difference.from.depth, difference.to.depth, storage.depth)
        try nested(levels) { document throws(SettingsError) in
            let planner = PatchPlanner(
                from: difference.from, to: difference.to, target: document.storage, isOverlay: difference.isOverlay)
            guard let patch = planner.patch(delta, 0, 0, 0) else { return }
            try document.commit(patch, about: .root)
        }
    }

    /// Calls `body`, which may go so many levels deep, with this document.
    mutating func nested<Value>(
        _ levels: Int, _ body: (inout SettingsDocument) throws(SettingsError) -> Value
    ) throws(SettingsError) -> Value {
        try StackRoom.reserving(levels: levels) { () throws(SettingsError) in try body(&self) }
    }

    /// The value as a document, which proves that this one can hold it.
    private func document(of value: SettingsValue) throws(SettingsError) -> SettingsDocument {
        do {
            return try SettingsDocument(value, file: file, maximumDepth: maximumDepth)
        } catch {
            throw SettingsError(error.code, error.message, file: file, hint: error.hint)
        }
    }

    /// Applies a patch to the text, reads the result and makes sure that it is what was meant.
    mutating func commit(_ patch: Patch, about path: SettingsPath) throws(SettingsError) {
        if let duplicate = duplicates.first { throw duplicate }
        var editor = PatchEditor(storage)
        editor.apply(patch, to: 0)
        let (arena, byteCount) = editor.edits.applied(to: storage.source)
        if let replacements = editor.replacements, !replacements.isEmpty {
            // The padding is filled first, as for the parser; the arena has room for it.
            unsafe (arena.base + byteCount).initializeMemory(
                as: UInt8.self, repeating: 0, count: SourceBytes.padding)
            let splice = ScalarSplice(old: storage, format: format, replacements: replacements)
            if let spliced = splice.storage(arena, byteCount: byteCount) {
                replaceStorage(with: spliced)
                assert(isIndexedAsParsed)
                return
            }
        }
        let edited: SettingsDocument
        do {
            edited = try SettingsDocument(
                arena: arena, byteCount: byteCount, format: format, file: file, maximumDepth: maximumDepth)
        } catch {
            throw refusal(error, path)
        }
        guard PatchCheck(old: storage, new: edited.storage).holds(0, patch, 0) else {
            throw SettingsError(
                .internalFault, "the edit would not have given exactly what was asked for; nothing was changed",
                file: file, key: path, hint: "this is a fault of the library, not of the file: please report it")
        }
        replaceStorage(with: edited)
    }

    /// The error for an edit whose result cannot be read.
    private func refusal(_ error: SettingsError, _ path: SettingsPath) -> SettingsError {
        if error.code == .tooDeep || error.code == .tooLarge {
            return SettingsError(error.code, "with this value the document is \(error.message)", file: file, key: path)
        }
        if format == .json, let line = error.excerpt, line.contains("NaN") || line.contains("Infinity") {
            return SettingsError(
                .notEncodable, "strict JSON has no Infinity and no NaN", file: file, key: path)
        }
        return SettingsError(
            .internalFault, "the edited text could not be read (\(error.message)); nothing was changed", file: file,
            key: path, hint: "this is a fault of the library, not of the file: please report it")
    }
}
