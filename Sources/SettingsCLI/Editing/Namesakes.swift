import SettingsStore
import SettingsSyntax

/// What a path without quotes could mean apart from what it says, where dots or brackets in it belong to a key's name.
struct Namesakes {
    /// Those that are there, the shortest first steps first.
    private(set) var present: [SettingsPath] = []
    /// The one whose beginning is there, with more of the path in it than is there of what the path says.
    private(set) var partial: (path: SettingsPath, present: SettingsPath)?

    init() {}

    /// - Parameter path: of a text in which no key stands in quotes, so that it is the path's description.
    init(of path: SettingsPath, in storage: DocumentStorage) {
        var search = Search(path.components, storage)
        search.look(at: 0, from: 0, .root)
        present = search.found
        if let furthest = search.furthest, furthest.steps > search.literal {
            let rest = path.components[furthest.steps...]
            partial = (SettingsPath(furthest.path.components + rest), furthest.path)
        }
    }
}

extension Namesakes {
    /// A walk along every way through the document that reads like the path: one for each value at most.
    private struct Search {
        let steps: [SettingsPath.Component]
        let storage: DocumentStorage
        private(set) var found: [SettingsPath] = []
        /// How many steps of the path are there as it says them.
        private(set) var literal = 0
        /// The end of the longest other way.
        private(set) var furthest: (steps: Int, path: SettingsPath)?

        init(_ steps: [SettingsPath.Component], _ storage: DocumentStorage) {
            self.steps = steps
            self.storage = storage
        }

        mutating func look(at node: Int, from start: Int, _ way: SettingsPath, isOther: Bool = false) {
            if isOther {
                if start == steps.count { found.append(way) }
                if start > furthest?.steps ?? 0 { furthest = (start, way) }
            } else {
                literal = max(literal, start)
            }
            guard start < steps.count else { return }
            if let next = storage.child(steps[start], of: node) {
                look(at: next, from: start + 1, way.appending(steps[start]), isOther: isOther)
            }
            // A key follows a dot; a bracket within a name follows a part of that name, if not at the very beginning.
            if start > 0, case .index = steps[start] { return }
            guard storage.kind(node) == .object else { return }
            var name = ""
            for end in start..<steps.count {
                switch steps[end] {
                case .key(let key): name += end == start ? key : "." + key
                case .index(let index): name += "[\(index)]"
                }
                if end == start, case .key = steps[end] { continue }
                let key = SettingsPath.Component.key(name)
                if let next = storage.child(key, of: node) {
                    look(at: next, from: end + 1, way.appending(key), isOther: true)
                }
            }
        }
    }
}
