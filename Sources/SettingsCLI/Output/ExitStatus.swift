import SettingsSyntax

/// What a command ends with.
enum ExitStatus: Int32, Sendable {
    case done = 0
    /// There is no such key.
    case noSuchKey = 1
    /// The command line is not understood.
    case usage = 2
    /// The file is not valid.
    case invalidFile = 3
    /// The value is not acceptable.
    case unacceptableValue = 4
    /// Reading or writing failed.
    case inputOutput = 5
    /// Gave up waiting, or the file is not at the revision asked for.
    case gaveUp = 6
}

extension ExitStatus {
    /// The status for an error of the store itself: of reading the file or of committing to it.
    init(_ error: SettingsError) {
        switch error.code {
        case .lockTimeout, .busy, .revisionMismatch: self = .gaveUp
        case .syntax, .notText, .duplicateKey, .tooDeep, .typeMismatch, .outOfRange, .missingKey, .unknownKey,
            .invalidValue, .validation, .newerFormat:
            self = .invalidFile
        case .noSuchKey: self = .noSuchKey
        case .notEncodable: self = .unacceptableValue
        default: self = .inputOutput
        }
    }
}
