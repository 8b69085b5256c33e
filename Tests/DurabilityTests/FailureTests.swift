import Glibc
import SettingsStore
import TestSupport
import Testing

@testable import SettingsStore

/// Every error that a call can give, at every call of a write: the update throws what it was, or succeeds, and in
/// neither case is anything lost or left.
@Suite(.serialized) struct FailureTests {
    struct Settings: Codable, Sendable, Equatable {
        var a = 0
        var b = 0
        var c = 0
        var n = 0
    }

    /// What is on the disk, and who else saves, while an update sets `a` to 1.
    enum Situation: String, CaseIterable, CustomTestStringConvertible {
        case file, noFile, noLeases, otherSavesByRenaming, otherSavesInPlace, otherCreates, afterKill, inPlace
        /// One of many updates in a row, alone or with another program's save in between.
        case inRow, inRowOtherSaves
        var isInRow: Bool { self == .inRow || self == .inRowOtherSaves }

        var testDescription: String { rawValue }
    }

    private static let file = CrashScenario.file
    private static let path = CrashScenario.path

    private static func disk(_ situation: Situation) throws -> SimulatedDisk {
        let disk = SimulatedDisk(hasLeases: situation != .noLeases)
        if situation == .noFile || situation == .otherCreates { return disk }
        disk.put("{\"n\":4}", at: file, mode: 0o640)
        try FileStorage(path: path, calls: disk).transact(KeyTransaction("n", 5))
        if situation == .inPlace { disk.link(file, to: "other") }
        guard situation == .afterKill else { return disk }
        // The process is killed with another program's save in its hands.
        let scenario = CrashScenario(start: disk.contents, foreign: .renaming(flushingDirectory: true))
        return try #require(try scenario.withSaveInHand())
    }

    /// One run of the update.
    private struct Run {
        let disk: SimulatedDisk
        let repository: SettingsRepository<Settings>
        let calls: Locked<[InterceptedCalls.Call]>
        let isOver: Locked<Bool>
        /// What the file held before the update.
        let old: String?

        /// - Parameter fails: the error of the call with this number and kind, or nil.
        init(_ situation: Situation, fails: @escaping @Sendable (Int, InterceptedCalls.Call) -> Int32?) throws {
            let disk = try FailureTests.disk(situation)
            let (log, isOver) = (Locked<[InterceptedCalls.Call]>([]), Locked(true))
            let calls = InterceptedCalls(disk) { call throws(SystemError) in
                if isOver.withLock({ $0 }) { return }
                let (index, isFirst) = log.withLock { log in
                    let isFirst = !log.contains { $0.kind == call.kind }
                    log.append(call)
                    return (log.count - 1, isFirst)
                }
                if isFirst { disk.letOthersSave(situation, before: call) }
                if let number = fails(index, call) { throw SystemError(number) }
            }
            var options = FileStorage.Options()
            if situation == .inPlace { options.irreplaceable = .writeInPlace }
            old = disk.contents.text(FailureTests.file)
            let storage = try FileStorage(
                path: FailureTests.path, options: options, calls: calls, keepsSpareAfter: situation.isInRow ? 0 : .max)
            if situation.isInRow {
                try storage.transact(KeyTransaction("n", 4))
                try storage.transact(KeyTransaction("n", 5))
            }
            repository = try SettingsRepository(storage: UnwatchedStorage(storage), defaults: Settings())
            (self.disk, self.calls, self.isOver) = (disk, log, isOver)
        }

        func update() async -> (any Error)? {
            isOver.withLock { $0 = false }
            defer { isOver.withLock { $0 = true } }
            do {
                try await repository.set(\.a, to: 1)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test("One call fails", arguments: Situation.allCases)
    func once(_ situation: Situation) async throws {
        let calls = try await course(situation)
        for (index, call) in calls.enumerated() {
            for number in call.kind.errors {
                try await check(situation, call, "\(index)") { there, _ in there == index ? number : nil }
            }
        }
    }

    @Test("From one call on, all calls of its kind fail, as on a full or a dying disk", arguments: Situation.allCases)
    func always(_ situation: Situation) async throws {
        let calls = try await course(situation)
        for (index, call) in calls.enumerated() {
            for number in call.kind.errors where number != ENOENT && number != EEXIST {
                try await check(situation, call, "\(index) and later", isLasting: true) { there, other in
                    there >= index && other.kind == call.kind ? number : nil
                }
            }
        }
    }

    private func course(_ situation: Situation) async throws -> [InterceptedCalls.Call] {
        let run = try Run(situation) { _, _ in nil }
        #expect(await run.update() == nil)
        let calls = run.calls.withLock { $0 }
        #expect(calls.count > 20)
        return calls
    }

    private func check(
        _ situation: Situation, _ call: InterceptedCalls.Call, _ when: String, isLasting: Bool = false,
        fails: @escaping @Sendable (Int, InterceptedCalls.Call) -> Int32?
    ) async throws {
        let failed = Locked<Int32?>(nil)
        let run = try Run(situation) { index, call in
            let number = fails(index, call)
            if let number { failed.withLock { $0 = number } }
            return number
        }
        let before = await run.repository.value
        let error = await run.update()
        let after = await run.repository.value
        // The callers are told before the old file is closed.
        try await eventually("the old file is closed") { run.disk.openDescriptors <= 1 }
        let number = failed.withLock { $0 }
        let contents = run.disk.contents
        let text = contents.text(Self.file)
        let values = text.flatMap { KeyTransaction.values(Array($0.utf8.filter { $0 != UInt8(ascii: "\n") })) }
        let what =
            "\(situation), call \(when), \(call.kind) of \(call.name ?? "a file"): \(number.map { SystemError($0).text } ?? "no failure")"
        func fault(_ fault: String) {
            let listing = contents.names.map { "\($0): \((contents.text($0) ?? "").filter { $0 != "\n" })" }
            Issue.record(
                "\(fault)\n  \(what)\n  error: \(error.map { "\($0)" } ?? "none")\n  \(listing.joined(separator: "\n  "))"
            )
        }

        // Where everything fails, putting things back may fail as well; then the error says where they are.
        let isTold = isLasting && error.map { "\($0)".contains("back: ") || "\($0)".contains("put back") } ?? false
        if let error {
            if (error as? SettingsError)?.systemError != number { fault("the error does not name the cause") }
            if after != before { fault("the value in memory has changed") }
            if text != run.old && text != CrashScenario.foreignText && !isTold { fault("the file has changed") }
        } else {
            if after.a != 1 { fault("the value in memory has not changed") }
            if values?["a"] != 1 { fault("the file has not changed") }
        }
        let isSaved = run.disk.state.withLock { $0.foreignInode != nil } || situation == .afterKill
        if isSaved, error == nil, values?["b"] != 7 { fault("another's save is gone") }
        let mayLeave = isLasting || call.kind == .unlink || situation == .afterKill
        let isLeft = contents.names.contains { $0.contains("settings-tmp") || $0.contains("settings-backup") }
        if isLeft && !mayLeave { fault("left over") }
        if run.disk.isLocked { fault("the lock is held") }
        if run.disk.hasLease { fault("a lease is held") }
        if run.disk.openDescriptors > 1 { fault("\(run.disk.openDescriptors) descriptors are open") }

        // All is well again.
        do {
            try await run.repository.set(\.c, to: 3)
        } catch {
            return fault("the next update fails: \(error)")
        }
        let final = run.disk.contents
        let settings = await run.repository.value
        let finalText = final.text(Self.file) ?? ""
        let finalValues = KeyTransaction.values(Array(finalText.utf8.filter { $0 != UInt8(ascii: "\n") })) ?? [:]
        if settings.c != 3 || finalValues["c"] != 3 { fault("the next update is not there: \(finalText)") }
        if error == nil && finalValues["a"] != 1 { fault("the next update lost the first: \(finalText)") }
        if isSaved && finalValues["b"] != 7 { fault("the next update lost another's save: \(finalText)") }
        let leftovers = final.names.filter { ![Self.file, CrashScenario.lock, "other"].contains($0) }
            .filter { !(isTold && $0.contains(".recovered-")) }
            .filter { !(situation.isInRow && TemporaryName($0, of: Self.file)?.isSpare ?? false) }
        if !leftovers.isEmpty { fault("left over after the next update: \(leftovers)") }
        if situation.isInRow {
            await run.repository.close()
            try await eventually("nothing is kept when no update can follow: \(what)") {
                !run.disk.contents.names.contains { TemporaryName($0, of: Self.file)?.isSpare ?? false }
            }
        }
    }
}

extension InterceptedCalls.Call.Kind {
    /// The errors that this call can give.
    var errors: [Int32] {
        switch self {
        case .open: [EIO, EMFILE, ENFILE, EACCES, EPERM, ENOMEM]
        case .create: [EIO, EMFILE, ENFILE, EACCES, EPERM, EROFS, ENOSPC, EDQUOT, ENOMEM]
        case .openForWriting: [EIO, EMFILE, ENFILE, EACCES, EPERM, EROFS, ETXTBSY, ENOENT]
        case .openDirectory: [EIO, EMFILE, ENFILE, EACCES, ENOENT, ENOTDIR, ENOMEM]
        case .status: [EIO, EACCES, ENOMEM, ESTALE]
        case .traits: [EIO, EACCES, ENOSYS, ENOENT]
        case .readLink, .read: [EIO]
        case .write: [ENOSPC, EDQUOT, EIO, EFBIG]
        case .truncate: [EIO, EPERM, ENOSPC]
        case .setMode, .setOwner: [EPERM, EIO, EROFS, EDQUOT]
        case .attributes: [EIO, ENOMEM]
        case .setAttribute, .removeAttribute: [ENOSPC, EDQUOT, EPERM, EIO]
        case .synchronizeFile, .synchronizeDirectory: [EIO, ENOSPC, EDQUOT, EROFS]
        case .exchange: [EIO, EPERM, EACCES, EROFS, ENOSPC, EBUSY, EINVAL, ENOSYS, ENOENT]
        case .renameNew: [EIO, EPERM, EACCES, EROFS, ENOSPC, EBUSY, EINVAL, ENOSYS, EEXIST]
        case .rename: [EIO, EPERM, EACCES, EROFS, ENOSPC, EDQUOT, EBUSY, ENOENT]
        case .unlink: [EIO, EPERM, EACCES, EROFS, EBUSY]
        case .makeDirectory: [EIO, EACCES, EROFS, ENOSPC, EMLINK]
        case .names: [EIO, EACCES, EMFILE, ENOMEM]
        case .tryLock, .waitForLock: [ENOLCK, EIO, EDEADLK]
        case .takeReadLease: [EACCES, EINVAL, ENOMEM, ENOLCK]
        case .takeWriteLease: [EACCES, EINVAL, ENOMEM, ENOLCK, EAGAIN]
        case .close, .unlock, .isLeaseWhole, .releaseLease: []
        }
    }
}

extension SimulatedDisk {
    /// What others do in this situation when a kind of call is made for the first time.
    fileprivate func letOthersSave(_ situation: FailureTests.Situation, before call: InterceptedCalls.Call) {
        switch (situation, call.kind) {
        case (.otherSavesByRenaming, .exchange), (.inRowOtherSaves, .exchange): save(.renaming(flushingDirectory: true))
        case (.otherSavesInPlace, .exchange): save(.inPlace)
        case (.otherCreates, .renameNew): save(.renaming(flushingDirectory: true))
        default: break
        }
    }
}

extension CrashScenario {
    /// The disk after a kill just when the exchange had taken the other program's save out of the file.
    func withSaveInHand() throws -> SimulatedDisk? {
        var scenario = self
        let calls = try scenario.run(nil).calls
        guard let exchange = calls.firstIndex(where: { $0.kind == .exchange }) else { return nil }
        scenario.foreignCall = exchange
        let inHand = try scenario.run(.kill).found.first { found in
            // Later it is in hand again, as what the next attempt was made from.
            if found.contents.text(Self.file)?.contains("\"b\"") ?? true { return false }
            return found.contents.names.contains { name in
                TemporaryName(name, of: Self.file)?.marks != nil && found.contents.text(name) == Self.foreignText
            }
        }
        guard var contents = inHand?.contents else { return nil }
        contents.clock = 2_000_000_000_000_000
        contents.flushAll()
        return SimulatedDisk(contents)
    }
}
