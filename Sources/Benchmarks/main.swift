import Foundation

func fail(_ message: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(status)
}

guard let options = Options(CommandLine.arguments.dropFirst()) else { fail(Options.usage, 2) }

if let name = options.child {
    guard let child = allChildren.first(where: { $0.name == name }) else { fail("no such measurement: \(name)", 2) }
    do {
        print(try await child.body())
        exit(0)
    } catch {
        fail("\(name): \(error)", 1)
    }
}

if options.list {
    for row in allRows where options.wants(row) { print(row.name) }
    exit(0)
}

let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
var allHold = true
for row in allRows where options.wants(row) {
    do {
        for line in try await Runner.run(row) {
            if line.ok == false { allHold = false }
            // Written as it is found, also into a pipe: a run takes minutes.
            let text = options.json ? try encoder.encode(line) : Data(line.description.utf8)
            FileHandle.standardOutput.write(text + [UInt8(ascii: "\n")])
        }
    } catch {
        allHold = false
        FileHandle.standardError.write(Data("\(row.name): \(error)\n".utf8))
    }
}
exit(options.check && !allHold ? 1 : 0)
