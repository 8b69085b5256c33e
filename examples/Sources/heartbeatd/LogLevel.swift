/// How important a message is.
enum LogLevel: String, Codable, Sendable, CaseIterable {
    case debug, info, notice, warning, error

    /// The priority that journald and syslog know it by.
    var priority: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        }
    }
}
