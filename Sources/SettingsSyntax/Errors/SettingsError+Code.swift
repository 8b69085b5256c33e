extension SettingsError {
    /// The kind of a fault. New kinds may be added, so a `switch` over codes needs a `default`.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        // The text.
        /// The text is not of its format.
        public static let syntax = Code(rawValue: "syntax")
        /// The bytes are not UTF-8 text (or hold NULs, as after a power loss).
        public static let notText = Code(rawValue: "notText")
        /// The same key twice in one object.
        public static let duplicateKey = Code(rawValue: "duplicateKey")
        /// Nested deeper than the limit.
        public static let tooDeep = Code(rawValue: "tooDeep")
        /// Larger than the limit.
        public static let tooLarge = Code(rawValue: "tooLarge")

        // The meaning.
        /// A value of another type than expected.
        public static let typeMismatch = Code(rawValue: "typeMismatch")
        /// A number that its type cannot hold exactly.
        public static let outOfRange = Code(rawValue: "outOfRange")
        /// A key that is needed and that neither the file nor the defaults have.
        public static let missingKey = Code(rawValue: "missingKey")
        /// A key that the settings do not have.
        public static let unknownKey = Code(rawValue: "unknownKey")
        /// A value of the right type that is not acceptable (an unknown enum case, a bad date …).
        public static let invalidValue = Code(rawValue: "invalidValue")
        /// The settings' own `validate` refused them.
        public static let validation = Code(rawValue: "validation")
        /// A value that could not be encoded.
        public static let notEncodable = Code(rawValue: "notEncodable")

        // Keys and edits.
        /// A key path that is not written as one.
        public static let invalidPath = Code(rawValue: "invalidPath")
        /// There is no such key.
        public static let noSuchKey = Code(rawValue: "noSuchKey")
        /// An edit would not have given exactly what was intended: a fault of this library. Nothing was written.
        public static let internalFault = Code(rawValue: "internalFault")

        // Files.
        /// The path cannot name a settings file (empty, a directory, through a file …).
        public static let invalidFile = Code(rawValue: "invalidFile")
        /// Something other than a regular file is in the file's place.
        public static let notARegularFile = Code(rawValue: "notARegularFile")
        public static let permissionDenied = Code(rawValue: "permissionDenied")
        public static let readOnly = Code(rawValue: "readOnly")
        public static let noSpace = Code(rawValue: "noSpace")
        public static let quotaExceeded = Code(rawValue: "quotaExceeded")
        /// Nothing is there to be read, where there must be something.
        public static let missingFile = Code(rawValue: "missingFile")
        /// Reading or writing failed in the device or the file system.
        public static let inputOutput = Code(rawValue: "inputOutput")
        /// The file is a mount point of its own and cannot be replaced.
        public static let mountPoint = Code(rawValue: "mountPoint")
        /// The file has several names (hard links), and replacing it would part them.
        public static let hardLinked = Code(rawValue: "hardLinked")
        /// Somebody keeps the file open for writing, or keeps changing it.
        public static let busy = Code(rawValue: "busy")
        /// Another process kept the lock longer than the wait.
        public static let lockTimeout = Code(rawValue: "lockTimeout")
        /// The file is no longer at the revision that was asked for.
        public static let revisionMismatch = Code(rawValue: "revisionMismatch")
        /// The file says that a newer program wrote it.
        public static let newerFormat = Code(rawValue: "newerFormat")
        /// The repository is closed.
        public static let closed = Code(rawValue: "closed")
    }
}
