import Glibc

/// The version before the last, which a storage keeps between two commits in a row: the next one writes what differs over
/// it, where a new file would take the disk several times as long to make and to flush.
///
/// It was put into its place by this storage, it is nobody's save, and nobody else has it open: a write lease is the sign,
/// and holds up whoever is just opening what had the file's name two commits ago. Until it is written to it is closed to
/// all but its owner, and marked by the sticky bit, which means nothing on a file and which nobody sets: whatever a crash
/// leaves in it is not taken for somebody's save. It is used where flushing is promised, and only there: its name is
/// durable, and the file's name leads elsewhere durably, before a byte of it changes.
struct SpareFile {
    let name: TemporaryName
    let place: PlaceIdentity
    private let inode: UInt64
    private let path: String
    /// What its mode was.
    private let permissions: UInt32

    /// The mode of a file that is kept.
    static let mode: UInt32 = 0o1600

    /// Keeps what came out of a commit, under its spare name. It is to be marked, but not before the callers are told.
    init(keeping base: BaseFile, as name: TemporaryName, _ place: Place) {
        permissions = base.status.permissions
        self.name = name
        self.place = place.identity
        inode = base.status.inode
        path = place.path(of: name.text)
        SparesAtExit.add(path)
    }

    /// Whether it is what a commit was made from.
    func isMade(of base: BaseFile) -> Bool { base.status.inode == inode }

    /// Marks what came out as a spare; not where somebody gave it another name since it was read (`ln`, `cp -l`): there it
    /// is theirs, and stays as it was.
    ///
    /// - Returns: false where that cannot be; it is then to be removed.
    func mark(_ base: BaseFile, _ calls: any SystemCalls) -> Bool {
        do throws(SystemError) {
            if try calls.status(of: base.file).links > 1 { return false }
            try calls.setMode(base.file, Self.mode)
            do throws(SystemError) {
                if try calls.status(of: base.file).links <= 1 { return true }
            } catch {
                // It cannot be told: as if it had one.
            }
            try insist { () throws(SystemError) in try calls.setMode(base.file, base.status.permissions) }
        } catch {
            // A new file is as good as a spare.
        }
        return false
    }

    /// Opens it as the next draft, under the draft's name, and with the write lease.
    ///
    /// - Parameter metadata: what the draft is going to be given; other attributes are not taken away from it.
    /// - Returns: nil where it is not to be had any more; whatever has the name is to be removed.
    func open(_ place: Place, for metadata: Metadata, _ calls: any SystemCalls) -> Descriptor? {
        guard place.identity == self.place else { return nil }
        SparesAtExit.remove(path)
        do throws(SystemError) {
            let file = try calls.open(name.text, at: place.directory, .readWriteNoFollow)
            do throws(SystemError) {
                if try isStillSpare(file, metadata, calls) {
                    try calls.takeWriteLease(file)
                    do throws(SystemError) {
                        try calls.rename(name.text, to: name.draft.text, at: place.directory)
                        return file
                    } catch {
                        calls.releaseLease(file)
                    }
                }
            } catch {
                // A new file is as good.
            }
            unmark(file, calls)
            calls.close(file)
        } catch {
            // The same.
        }
        return nil
    }

    /// Gives it the mode that it had, where it has another name by now: it stays there.
    private func unmark(_ file: Descriptor, _ calls: any SystemCalls) {
        do throws(SystemError) {
            let status = try calls.status(of: file)
            guard status.inode == inode, status.links > 1, status.permissions == Self.mode else { return }
            try calls.setMode(file, permissions)
        } catch {
            // Its owner can.
        }
    }

    private func isStillSpare(
        _ file: Descriptor, _ metadata: Metadata, _ calls: any SystemCalls
    ) throws(SystemError) -> Bool {
        let status = try calls.status(of: file)
        guard status.kind == .regular, status.inode == inode, status.device == place.device, status.links == 1,
            status.permissions == Self.mode, status.owner == metadata.status.owner,
            status.group == metadata.status.group
        else { return false }
        let present = try calls.attributes(of: file)
        return Set(present.filter(Self.counts)) == Set(metadata.attributes.filter(Self.counts))
    }

    /// An access list is given to a draft whatever it had.
    private static func counts(_ attribute: ExtendedAttribute) -> Bool { attribute.name != AccessList.attribute }

    /// Removes it. Under the lock or not: what has such a name is nobody's.
    ///
    /// - Returns: false where that could not be done.
    func remove(_ directory: Descriptor, _ calls: any SystemCalls) -> Bool {
        do throws(SystemError) {
            if try calls.status(of: name.text, at: directory, following: false).links > 1 {
                let file = try calls.open(name.text, at: directory, .readNoFollow)
                unmark(file, calls)
                calls.close(file)
            }
        } catch {
            // Gone, or not to be opened: it goes all the same.
        }
        do throws(SystemError) {
            try insist { () throws(SystemError) in try calls.unlink(name.text, at: directory) }
        } catch {
            if error.number != ENOENT { return false }
        }
        SparesAtExit.remove(path)
        return true
    }
}

extension FileStatus {
    /// Whether it is a spare that was marked as such.
    var isSpare: Bool { permissions == SpareFile.mode }
}
