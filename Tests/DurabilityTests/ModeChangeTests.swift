import Foundation
import Glibc
import TestSupport
import Testing

@testable import SettingsStore

/// Somebody gives the file another mode or attribute (`chmod`, `setfattr`) in the very instant of a commit.
@Suite struct ModeChangeTests {
    private let directory = TestDirectory()
    private var path: String { directory.file("settings.json") }
    private let kernel = LinuxSystemCalls()

    /// How the commit is made.
    enum Way: String, CaseIterable {
        case flushed, unflushed, withoutLease, withoutExchange
    }

    /// Calls of a commit before which a change may come.
    private static let kinds: [InterceptedCalls.Call.Kind] = [
        .takeReadLease, .create, .write, .setMode, .synchronizeFile, .rename, .exchange, .synchronizeDirectory,
        .isLeaseWhole,
    ]

    /// Commits once, with `change` made just before the call of a kind that comes as the given one.
    ///
    /// - Returns: how many of the changes were made: not every way makes all calls.
    @discardableResult
    private func commit(
        _ way: Way = .flushed, before changes: [(InterceptedCalls.Call.Kind, Int, @Sendable () throws -> Void)]
    ) throws -> Int {
        let count = Locked<[InterceptedCalls.Call.Kind: Int]>([:])
        let fault = Locked<(any Error)?>(nil)
        let steps = Locked(changes)
        let made = Locked(0)
        let calls = InterceptedCalls(kernel) { call throws(SystemError) in
            let number = count.withLock { count in
                count[call.kind, default: 0] += 1
                return count[call.kind] ?? 0
            }
            for (kind, which, change) in steps.withLock({ $0 }) where kind == call.kind && which == number {
                made.withLock { $0 += 1 }
                do { try change() } catch { fault.withLock { $0 = error } }
            }
            if way == .withoutLease, call.kind == .takeReadLease { throw SystemError(EINVAL) }
            if way == .withoutExchange, call.kind == .exchange { throw SystemError(EINVAL) }
        }
        var options = FileStorage.Options()
        if way == .unflushed { options.durability = .atomicOnly }
        let transaction = KeyTransaction("a", 1)
        try FileStorage(path: path, options: options, calls: calls).transact(transaction)
        if let fault = fault.withLock({ $0 }) { throw fault }
        return made.withLock { $0 }
    }

    private func prepare() throws {
        try directory.write("{\"a\":0}")
        chmod(path, 0o644)
    }

    private func expect(mode: mode_t, _ what: Comment) throws {
        #expect(try directory.status().st_mode & 0o7777 == mode, what)
        #expect(try directory.read().contains("\"a\":1"), what)
        #expect(try directory.names == [".settings.json.lock", "settings.json"], what)
    }

    @Test("A mode that is given to the file during a commit stays", arguments: Way.allCases)
    func modes(_ way: Way) throws {
        let path = path
        for kind in Self.kinds {
            try prepare()
            guard try commit(way, before: [(kind, 1, { #expect(chmod(path, 0o600) == 0) })]) > 0 else { continue }
            try expect(mode: 0o600, "\(kind)")
        }
    }

    @Test(
        "A mode that is given through a descriptor of the old file, after the exchange, goes over to the new one",
        arguments: [InterceptedCalls.Call.Kind.exchange, .synchronizeDirectory])
    func descriptor(_ kind: InterceptedCalls.Call.Kind) throws {
        try prepare()
        let file = try kernel.open(path, at: .currentDirectory, .read)
        defer { kernel.close(file) }
        let kernel = kernel
        try commit(before: [(kind, 1, { try kernel.setMode(file, 0o600) })])
        try expect(mode: 0o600, "\(kind)")
    }

    @Test("A mode that is given to the new file, which then has to go, is the old one's when that comes back")
    func takenBack() throws {
        try prepare()
        let path = path
        // The first makes the commit begin anew; the second finds the new file under the name.
        try commit(before: [
            (.exchange, 1, { #expect(chmod(path, 0o640) == 0) }), (.exchange, 2, { #expect(chmod(path, 0o600) == 0) }),
        ])
        try expect(mode: 0o600, "the later one")
    }

    @Test(
        "An attribute that is set on the new file, or taken away, before that has to go is so on the old one that comes back",
        .enabled(if: Machine.hasAttributes, "there are no attributes here"), arguments: [true, false])
    func attributeTakenBack(isSet: Bool) throws {
        let (kernel, path) = (kernel, path)
        try prepare()
        let note = ExtendedAttribute(name: "user.note", value: [1])
        let other = ExtendedAttribute(name: "user.other", value: [3])
        @Sendable func change(_ body: (Descriptor) throws -> Void) throws {
            let file = try kernel.open(path, at: .currentDirectory, .read)
            defer { kernel.close(file) }
            try body(file)
        }
        try change { file in
            try kernel.setAttribute(file, note)
            try kernel.setAttribute(file, other)
        }
        let changed = ExtendedAttribute(name: "user.note", value: [2])
        try commit(before: [
            (.exchange, 1, { #expect(chmod(path, 0o640) == 0) }),
            (
                .exchange, 2,
                {
                    try change {
                        if isSet {
                            try kernel.setAttribute($0, changed)
                        } else {
                            try kernel.removeAttribute($0, note.name)
                        }
                    }
                }
            ),
        ])
        try change { file in
            let present = try kernel.attributes(of: file).filter { $0.name.hasPrefix("user.") }
            #expect(Set(present) == (isSet ? [changed, other] : [other]))
        }
    }

    @Test(
        "An attribute that is set or taken away during a commit stays so",
        .enabled(if: Machine.hasAttributes, "there are no attributes here"), arguments: Way.allCases)
    func attributes(_ way: Way) throws {
        let (kernel, path) = (kernel, path)
        for kind in Self.kinds {
            for isSet in [true, false] {
                try prepare()
                let file = try kernel.open(path, at: .currentDirectory, .read)
                if !isSet { try kernel.setAttribute(file, ExtendedAttribute(name: "user.note", value: [1])) }
                kernel.close(file)
                let made = try commit(
                    way,
                    before: [
                        (
                            kind, 1,
                            {
                                let file = try kernel.open(path, at: .currentDirectory, .read)
                                defer { kernel.close(file) }
                                if isSet {
                                    try kernel.setAttribute(file, ExtendedAttribute(name: "user.note", value: [2]))
                                } else {
                                    try kernel.removeAttribute(file, "user.note")
                                }
                            }
                        )
                    ])
                if made == 0 { continue }
                try expect(mode: 0o644, "\(kind)")
                let after = try kernel.open(path, at: .currentDirectory, .read)
                defer { kernel.close(after) }
                #expect(
                    try kernel.attributes(of: after).filter { $0.name == "user.note" }.map(\.value)
                        == (isSet ? [[2]] : []), "\(kind)")
                try directory.remove("settings.json")
            }
        }
    }
}
