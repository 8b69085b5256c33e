/// What a look at a storage found.
public enum StorageReading: Sendable {
    /// The bytes, and what is known of how they were read.
    case bytes([UInt8], Circumstances)
    /// Nothing is there.
    case missing
    /// Somebody is writing at this moment.
    case busy

    /// How sure it is that bytes are a whole save.
    public struct Circumstances: Sendable, Hashable {
        /// False where the system gave no means to know that nobody was writing.
        public var isCertain: Bool
        /// Whether they were written within the last two seconds: what does not parse may then be half of a save.
        public var isFresh: Bool
        /// Whether nobody has touched them for a tenth of a second: what is not certain is then taken for whole.
        public var isQuiet: Bool
        /// Whether they were written within the last fiftieth of a second: that somebody goes on writing may then not have
        /// been told yet.
        public var isJustWritten: Bool

        public init(isCertain: Bool, isFresh: Bool, isQuiet: Bool, isJustWritten: Bool = false) {
            self.isCertain = isCertain
            self.isFresh = isFresh
            self.isQuiet = isQuiet
            self.isJustWritten = isJustWritten
        }
    }
}
