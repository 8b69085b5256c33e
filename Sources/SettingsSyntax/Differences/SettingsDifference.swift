/// What differs between two documents, or two values: the deepest paths at which they do.
///
/// Objects differ by key. Arrays differ by position, or by `id` where every element is an object with an `id` (a string
/// or a number) of its own; so one changed record is one change, and a record that moved is no other record.
/// ```swift
/// let before = try SettingsDocument(#"{"server": {"port": 8080}}"#)
/// let after = try SettingsDocument(#"{"server": {"port": 9090}}"#)
/// let difference = SettingsDifference(from: before, to: after)
/// for change in difference.changes { print(change) }  // server.port: 8080 → 9090
///
/// // The same changes, in a text with comments of its own.
/// var text = try SettingsDocument("{ // by hand\n  server: {port: 8080}\n}\n")
/// try text.apply(difference)
/// ```
public struct SettingsDifference: Sendable {
    /// One place that differs.
    public struct Change: Sendable, Hashable {
        /// Where the value is, or where it was if it is no more. Positions of elements that are known by their `id` are
        /// those in the old array, for new elements those in the new one.
        public let path: SettingsPath
        /// What was there, or nil if there was nothing.
        public let old: SettingsValue?
        /// What is there now, or nil if there is nothing.
        public let new: SettingsValue?
        /// For an element known by its `id` that is at another position among those that stayed: the new position.
        public let movedTo: Int?

        public init(path: SettingsPath, old: SettingsValue?, new: SettingsValue?, movedTo: Int? = nil) {
            self.path = path
            self.old = old
            self.new = new
            self.movedTo = movedTo
        }
    }

    let from: DocumentStorage
    let to: DocumentStorage
    let root: Delta?
    /// Whether it is for a text that is laid over defaults.
    var isOverlay = false

    init(from: DocumentStorage, to: DocumentStorage, root: Delta?) {
        self.from = from
        self.to = to
        self.root = root
    }

    /// The difference of two documents' values. What differs in the text alone is none.
    public init(from: SettingsDocument, to: SettingsDocument) { self.init(DeltaWalk(from.storage, to.storage)) }

    /// The same, of two encodings: where one was made after the other, what it took over is not looked at again.
    package init(from: Remembered, to: Remembered) {
        let shared = to.shared(with: from).map { (new: $0.own, old: $0.other) }
        self.init(DeltaWalk(from.document.storage, to.document.storage, shared: shared))
    }

    private init(_ walk: DeltaWalk) {
        from = walk.from
        to = walk.to
        root = StackRoom.reserving(levels: max(walk.from.depth, walk.to.depth)) { walk.delta(0, 0) }
    }

    /// The difference of two values.
    ///
    /// - Throws: `.tooDeep` where one of them is nested deeper than `SettingsDocument.highestMaximumDepth`.
    public init(from: SettingsValue, to: SettingsValue) throws(SettingsError) {
        let depth = SettingsDocument.highestMaximumDepth
        self.init(
            from: try SettingsDocument(from, maximumDepth: depth), to: try SettingsDocument(to, maximumDepth: depth))
    }

    /// Whether the two are equal.
    public var isEmpty: Bool { root == nil }

    /// Whether a key that an object had is gone.
    package var removesMembers: Bool { root?.removesMembers ?? false }

    /// Everything that differs, in the order of the new document, what is gone behind what is there.
    public var changes: [Change] { list(includingValues: true) }

    /// The paths of `changes`, without making the values.
    public var keys: [SettingsPath] { list(includingValues: false).map(\.path) }

    private func list(includingValues: Bool) -> [Change] {
        guard let root else { return [] }
        return StackRoom.reserving(levels: max(from.depth, to.depth)) {
            var list = ChangeList(from: from, to: to, includingValues: includingValues)
            list.append(root, 0, 0, at: .root)
            return list.changes
        }
    }
}

extension SettingsDifference.Change: CustomStringConvertible {
    /// `server.port: 8080 → 9090`
    public var description: String {
        let name = path.components.isEmpty ? "" : "\(path): "
        switch (old, new) {
        case (let old?, let new?):
            if let movedTo, old == new { return name + "moved to [\(movedTo)]" }
            return "\(name)\(old.jsonText) → \(new.jsonText)" + (movedTo.map { ", moved to [\($0)]" } ?? "")
        case (nil, let new?): return "\(name)added \(new.jsonText)"
        case (let old?, nil): return "\(name)removed \(old.jsonText)"
        case (nil, nil): return name
        }
    }
}
