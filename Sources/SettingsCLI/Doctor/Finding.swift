import SettingsSyntax

/// One thing that the doctor looked at.
struct Finding: Sendable {
    enum Level: String, Sendable {
        case ok
        /// It works, but not as well as it could, or not as safely.
        case warning
        /// It does not work.
        case error
    }

    /// What was looked at, in a word.
    let topic: String
    let level: Level
    let text: String

    var line: String { "\(level.rawValue.padded(to: 8))\(topic.padded(to: 13))\(text)" }

    var json: SettingsValue {
        ["topic": .string(topic), "level": .string(level.rawValue), "text": .string(text)]
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(width - count, 1)) }
}
