import Testing

@testable import SettingsStore

@Suite struct ReloadInterleavingTests {
    @Test(
        "Whatever others do, and whenever events and timers come: nothing torn, nothing twice, and the last state is told",
        arguments: VirtualFile.Knowledge.allCases)
    func everyInterleaving(knowledge: VirtualFile.Knowledge) {
        var count = 0
        var failures: [String: [VirtualFile.Step]] = [:]
        func explore(_ file: VirtualFile, _ path: [VirtualFile.Step], _ depth: Int) {
            var end = file
            end.settle()
            count += 1
            var faults = end.faults
            if end.told != end.content { faults.append("the last state \(end.content) was not told, but \(end.told)") }
            if case .good(let version) = end.content, version != end.published {
                faults.append("the last value \(version) was not published, but \(end.published)")
            }
            for fault in faults where failures[fault] == nil { failures[fault] = path }
            guard depth > 0 else { return }
            for step in VirtualFile.Step.allCases where file.admits(step) {
                var next = file
                next.take(step)
                explore(next, path + [step], depth - 1)
            }
        }
        explore(VirtualFile(knowledge), [], isSanitized ? 4 : 6)
        #expect(failures.isEmpty)
        #expect(count > (isSanitized ? 100 : 10_000))
    }
}
