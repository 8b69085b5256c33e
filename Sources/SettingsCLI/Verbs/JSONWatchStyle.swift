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

    private func value(of error: SettingsError) -> SettingsValue {
        var message = error.message
        if let key = error.key, !key.components.isEmpty { message = "\(key): \(message)" }
        return [
            "file": .init(error.file), "line": .init(error.location?.line), "column": .init(error.location?.column),
            "message": .string(message),
        ]
    }
}
