import SettingsStore
import SettingsSyntax

/// One JSON object a line, for everything.
struct JSONWatchStyle: WatchStyle {
    func current(_ value: SettingsValue?, at key: SettingsPath, _ revision: Int) -> WatchOutput? {
        line([("event", "current"), ("revision", .init(revision)), ("value", value)])
    }

    func change(_ change: WatchedChange) -> WatchOutput? {
        line([
            ("event", "change"), ("revision", .init(change.revision)), ("origin", .string(change.origin.rawValue)),
            ("keys", .array(change.changes.map { .string($0.path.description) })), ("old", change.old),
            ("new", change.new),
        ])
    }

    func event(_ event: SettingsEvent) -> WatchOutput? {
        switch event {
        case .rejected(let error): line([("event", "rejected"), ("error", value(of: error))])
        case .recovered: line([("event", "recovered")])
        case .missing: line([("event", "missing")])
        case .unknownKeys(let errors):
            line([("event", "unknownKeys"), ("errors", .array(errors.map(value(of:))))])
        case .watch(.events): status("inotify", nil)
        case .watch(.limited(let reason)): status("inotify", reason)
        case .watch(.polling(let reason)): status("polling", reason)
        case .watch(.unwatched(let reason)): status("none", reason)
        case .keptAside(let path): line([("event", "keptAside"), ("file", .string(path))])
        }
    }

    private func status(_ mode: String, _ reason: String?) -> WatchOutput {
        line([("event", "status"), ("watching", .string(mode)), ("reason", .init(reason))])
    }

    /// A member whose value is nil is left out: that is not the same as null.
    private func line(_ members: [(String, SettingsValue?)]) -> WatchOutput {
        let present = members.compactMap { key, value in value.map { (key, $0) } }
        return .result(SettingsValue.object(SettingsObject(present)).strictJSONText + "\n")
    }

    /// The message begins with the key, for who prints it and nothing else.
    private func value(of error: SettingsError) -> SettingsValue {
        var message = error.message
        let key = error.key.flatMap { $0.components.isEmpty ? nil : $0.description }
        if let key { message = "\(key): \(message)" }
        // The first of several is the error itself.
        let others = error.others.dropFirst().map(value(of:))
        return [
            "file": .init(error.file), "line": .init(error.location?.line), "column": .init(error.location?.column),
            "message": .string(message), "code": .string(error.code.rawValue), "key": .init(key),
            "hint": .init(error.hint), "others": .array(others),
        ]
    }
}
