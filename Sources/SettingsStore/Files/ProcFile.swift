/// Files of /proc. What cannot be read is as good as not there: processes come and go.
package enum ProcFile {
    package static func number(_ path: String) -> Int? {
        text(path).flatMap { Int($0.prefix { !$0.isWhitespace }) }
    }

    package static func names(in path: String) -> [String] {
        let calls = LinuxSystemCalls()
        guard let directory = try? calls.open(path, at: .currentDirectory, .directory) else { return [] }
        defer { calls.close(directory) }
        return (try? calls.names(in: directory)) ?? []
    }

    package static func text(_ path: String) -> String? {
        let calls = LinuxSystemCalls()
        guard let file = try? calls.open(path, at: .currentDirectory, .read) else { return nil }
        defer { calls.close(file) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let offset = Int64(text.count)
            // unsafe: filled up to the count that is returned
            let count = unsafe buffer.withUnsafeMutableBytes {
                (try? unsafe calls.read(file, into: $0, from: offset)) ?? 0
            }
            if count <= 0 { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }
}
