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
    /// After how many commits in a row what comes out is kept for the next: who writes a few times leaves nothing behind.
    let keepsSpareAfter: Int
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

    package init(
        path: String, options: Options = Options(), calls: any SystemCalls, keepsSpareAfter: Int = 8
    ) throws(SettingsError) {
        if let fault = FilePath.fault(in: path) {
            throw SettingsError(.invalidFile, fault, file: path.isEmpty ? nil : path)
        }
        name = path
        self.options = options
        self.calls = calls
        self.keepsSpareAfter = keepsSpareAfter
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
        lazyWriting.load()?.desk.withLock { desk in
            removeSpare(of: &desk)
            desk.close(calls)
        }
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

    /// No commit follows for now: nothing need be kept for one.
    private func removeSpare(of desk: inout TransactionDesk) {
        desk.commitsInRow = 0
        guard let spare = desk.spare else { return }
        desk.spare = nil
        do throws(SystemError) {
            let place = try Place.resolve(path, createsDirectories: false, calls)
            defer { calls.close(place.directory) }
            // Where the directory has moved it lies there: closed, and removed by who next writes there.
            if place.identity == spare.place, !spare.remove(place.directory, calls) { desk.hasSwept = false }
        } catch {
            // The same.
        }
    }

    public func letGo() { lazyWriting.load()?.desk.withLock { removeSpare(of: &$0) } }

    public func rest() {
        guard let writing = lazyWriting.load() else { return }
        writing.gate.withLock { _ in
            writing.desk.withLock { desk in
                removeSpare(of: &desk)
                desk.close(calls)
            }
        }
    }
}
