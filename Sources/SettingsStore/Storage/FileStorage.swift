internal import Glibc
public import SettingsSyntax
internal import Synchronization

/// A settings file on disk.
///
/// Reads are never torn where the system gives a means to know (see `docs/guarantees.md`); every write is one
/// transaction under a lock that all processes using this library share, and replaces the file at once.
/// Symbolic links stay; mode, owner, group, ACL and extended attributes are kept.
public final class FileStorage: SettingsStorage {
    /// The path as it was given.
    public let name: String
    public let options: Options

    /// The path made absolute when the storage was made: a later `chdir` changes nothing.
    package let path: String
    package let calls: any SystemCalls
    private let lazyWriting = AtomicLazyReference<FileWriting>()
    /// Whether the last look found a regular file.
    let hasSeenFile = Atomic(false)
    private let lastMetadataKept = AtomicLazyReference<KeptMetadata>()

    /// Names a file; nothing is opened.
    ///
    /// - Throws: `SettingsError` (`.invalidFile`) for a path that can never name a file: an empty one, one that ends in
    ///   a slash, one with a NUL; and for a relative one in a directory that has been deleted, or whose name is not
    ///   UTF-8.
    public convenience init(path: String, options: Options = Options()) throws(SettingsError) {
        try self.init(path: path, options: options, calls: LinuxSystemCalls())
    }

    package init(path: String, options: Options = Options(), calls: any SystemCalls) throws(SettingsError) {
        if let fault = FilePath.fault(in: path) {
            throw SettingsError(.invalidFile, fault, file: path.isEmpty ? nil : path)
        }
        name = path
        self.options = options
        self.calls = calls
        do throws(SystemError) {
            self.path = try FilePath.absolute(path)
        } catch {
            throw SettingsError(
                .invalidFile,
                error.number == EILSEQ
                    ? "the working directory's name is not valid UTF-8"
                    : "the working directory cannot be told: \(error.text)",
                file: path, hint: "give the path from the root on (/…)", systemError: error.number)
        }
    }

    deinit {
        lazyWriting.load()?.desk.withLock { $0.close(calls) }
    }

    /// What the file had beside its bytes when it was last read or replaced: one that is deleted is made again like that.
    /// Nil where none was seen.
    var lastMetadata: Metadata? {
        if let kept = lastMetadataKept.load() { return kept.metadata.withLock { $0 } }
        return hasSeenFile.load(ordering: .relaxed) ? .ordinary : nil
    }

    /// Most files never have anything worth keeping.
    func keep(_ metadata: Metadata) {
        guard let kept = lastMetadataKept.load() else {
            if !metadata.isOrdinary { _ = lastMetadataKept.storeIfNil(KeptMetadata(metadata)) }
            return
        }
        kept.metadata.withLock { $0 = metadata }
    }

    var writing: FileWriting { lazyWriting.load() ?? lazyWriting.storeIfNil(FileWriting()) }
    var desk: Locked<TransactionDesk> { writing.desk }

    public func rest() {
        guard let writing = lazyWriting.load() else { return }
        writing.gate.withLock { _ in writing.desk.withLock { $0.close(calls) } }
    }
}
