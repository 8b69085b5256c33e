import SettingsStore
import TestSupport
import Testing

/// What a repository makes of a file that it cannot lease, seen through a storage that says what the kernel would.
@Suite struct LeaselessReadingTests {
    @Test("What was written a moment ago is looked at again before it counts: news of more may be on the way")
    func justWritten() async throws {
        let storage = ScriptedStorage()
        let repository = try SettingsRepository(storage: storage, defaults: Numbered())
        storage.change { script in
            script.text = #"{"v": 1}"#
            script.circumstances.isJustWritten = true
            script.circumstances.isQuiet = false
        }
        storage.signal(.look(settled: true))
        #expect(await repository.value.v == 0)
        #expect(storage.script.wakes == [.milliseconds(25)])
        // The rest of the save has come.
        storage.change { script in
            script.text = #"{"v": 2}"#
            script.circumstances.isJustWritten = false
        }
        storage.signal(.timer)
        #expect(await repository.value.v == 2)
    }

    @Test("Of a file that somebody writes without a pause nothing is taken, however long that lasts")
    func withoutPause() async throws {
        let storage = ScriptedStorage()
        let repository = try SettingsRepository(storage: storage, defaults: Numbered())
        storage.change { script in
            script.text = #"{"v": 1}"#
            script.circumstances.isJustWritten = true
            script.circumstances.isQuiet = false
        }
        storage.signal(.look(settled: true))
        // Busy for more than a second: then it insists.
        try await eventually("it insists") {
            storage.signal(.timer)
            return storage.script.hasInsisted
        }
        #expect(await repository.value.v == 0)
        storage.change { $0.circumstances.isQuiet = true }
        storage.change { $0.circumstances.isJustWritten = false }
        storage.signal(.timer)
        #expect(await repository.value.v == 1)
    }
}
