import Testing

@testable import SettingsStore

/// Access lists, and what the lock file's is made from.
@Suite struct AccessListTests {
    /// `user::rw-  user:7:rw-  user:8:r--  group::rw-  group:70:r--  mask::MASK  other::OTHER`
    private func list(mask: UInt16, others: UInt16) -> AccessList {
        AccessList([
            .init(subject: .owner, permissions: 6), .init(subject: .user, id: 7, permissions: 6),
            .init(subject: .user, id: 8, permissions: 4), .init(subject: .owningGroup, permissions: 6),
            .init(subject: .group, id: 70, permissions: 4), .init(subject: .mask, permissions: mask),
            .init(subject: .others, permissions: others),
        ])
    }

    private let file = FileStatus(
        device: 1, inode: 1, mode: 0o100660, links: 1, owner: 1, group: 10, size: 0,
        modified: .init(seconds: 0, nanoseconds: 0), changed: .init(seconds: 0, nanoseconds: 0))

    @Test("The kernel's form is read and written")
    func bytes() throws {
        let bytes: [UInt8] = [
            2, 0, 0, 0, 1, 0, 6, 0, 255, 255, 255, 255, 2, 0, 4, 0, 210, 4, 0, 0, 4, 0, 0, 0, 255, 255, 255, 255, 16, 0,
            4, 0, 255, 255, 255, 255, 32, 0, 0, 0, 255, 255, 255, 255,
        ]
        let list = try #require(AccessList(bytes: bytes))
        #expect(list[.user, 1234] == 4 && list[.owner] == 6 && list[.others] == 0)
        #expect(list.bytes == bytes)
    }

    @Test("What is not of that form is no list", arguments: [0, 3, 4, 5, 12, 35])
    func malformed(_ count: Int) {
        #expect(AccessList(bytes: Array(list(mask: 6, others: 0).bytes.prefix(count))) == nil)
        #expect(AccessList(bytes: [3] + list(mask: 6, others: 0).bytes.dropFirst()) == nil)
    }

    @Test("Read and write for each who may write, nothing for the others")
    func forLock() {
        let lock = list(mask: 7, others: 4).forLock(of: file, owner: 1, group: 10)
        #expect(lock[.user, 7] == 6 && lock[.user, 8] == 0 && lock[.owningGroup] == 6 && lock[.group, 70] == 0)
        #expect(lock[.owner] == 6 && lock[.others] == 0 && lock[.mask] == 6)
    }

    @Test("What the mask takes away counts")
    func mask() {
        #expect(list(mask: 4, others: 4).forLock(of: file, owner: 1, group: 10) == AccessList(mode: 0o600))
        let lock = list(mask: 4, others: 6).forLock(of: file, owner: 1, group: 10)
        #expect(lock[.user, 7] == 0 && lock[.owningGroup] == 0 && lock[.others] == 6)
    }

    @Test(
        "What a mode can say needs no list", arguments: [0o600, 0o640, 0o660, 0o666, 0o606, 0o644, 0o662] as [UInt32])
    func modes(_ mode: UInt32) {
        let lock = AccessList(mode: mode).forLock(of: file, owner: 1, group: 10)
        #expect(!lock.isExtended)
        #expect(lock.narrowMode == 0o600 | (mode & 0o020 == 0 ? 0 : 0o060) | (mode & 0o002 == 0 ? 0 : 0o006))
    }

    @Test("An owner and a group that cannot be given are let in by name, and the maker's group counts as others")
    func foreign() {
        let lock = AccessList(mode: 0o660).forLock(of: file, owner: 5, group: 50)
        #expect(lock[.user, 1] == 6 && lock[.group, 10] == 6 && lock[.owningGroup] == 0 && lock[.others] == 0)
        #expect(lock.narrowMode == 0o600)
        #expect(AccessList(mode: 0o666).forLock(of: file, owner: 5, group: 50) == AccessList(mode: 0o666))
    }
}
