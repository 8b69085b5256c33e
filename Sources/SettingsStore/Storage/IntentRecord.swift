/// What a commit is about to do, written into the lock file before it is done, so that whoever takes the lock after a
/// killed process knows what the temporary name holds.
///
/// One line of text: `intent 1 STEP TEMPORARY NEW-INODE NEW-SIZE NEW-SECONDS NEW-NANOSECONDS DEVICE BASE-INODE
/// BASE-SIZE BASE-SECONDS BASE-NANOSECONDS`. It needs no flushing: after a power loss no process was killed in the
/// middle, and the names tell the rest.
struct IntentRecord: Hashable {
    enum Step: String {
        /// The temporary file is being written: it is nobody's save.
        case drafting
        /// The two names are being exchanged: the temporary name may hold a person's save.
        case exchanging
    }

    /// What tells one version of a file from another when its name changes.
    struct Version: Hashable {
        var inode: UInt64
        var size: Int64
        var modified: FileStatus.Time

        init(inode: UInt64, size: Int64, modified: FileStatus.Time) {
            self.inode = inode
            self.size = size
            self.modified = modified
        }

        init(_ identity: FileIdentity) {
            self.init(inode: identity.inode, size: identity.size, modified: identity.modified)
        }
    }

    var step: Step
    var temporary: String
    var new: Version?
    var base: Version?

    var bytes: [UInt8] {
        var fields = ["intent", "1", step.rawValue, temporary]
        for version in [new, base] {
            guard let version else {
                fields += ["-", "-", "-", "-"]
                continue
            }
            fields += [
                String(version.inode), String(version.size), String(version.modified.seconds),
                String(version.modified.nanoseconds),
            ]
        }
        // A name may hold a space but no slash, which therefore parts the fields.
        return Array((fields.joined(separator: "/") + "\n").utf8)
    }

    init(step: Step, temporary: String, new: Version? = nil, base: Version? = nil) {
        self.step = step
        self.temporary = temporary
        self.new = new
        self.base = base
    }

    /// Reads a record; nil for an empty lock file, or one that is not a record of this form.
    init?(_ bytes: [UInt8]) {
        guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let fields = bytes[..<newline].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard fields.count == 12, fields[0] == "intent", fields[1] == "1", let step = Step(rawValue: fields[2]) else {
            return nil
        }
        self.init(
            step: step, temporary: fields[3], new: Self.version(fields[4..<8]), base: Self.version(fields[8..<12]))
    }

    private static func version(_ fields: ArraySlice<String>) -> Version? {
        let fields = Array(fields)
        guard let inode = UInt64(fields[0]), let size = Int64(fields[1]), let seconds = Int64(fields[2]),
            let nanoseconds = Int64(fields[3])
        else { return nil }
        return Version(inode: inode, size: size, modified: .init(seconds: seconds, nanoseconds: nanoseconds))
    }
}
