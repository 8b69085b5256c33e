import Foundation

/// A process that rewrites a file in place, again and again, in pieces, by truncating it and by writing over it, and
/// begins again at once or after a moment.
///
/// Each text is as long as the others, so that half of one and half of another are valid; `sum` tells.
struct InPlaceWriter {
    private let process = Process()

    /// What `version` is written as.
    static func text(_ version: Int) -> String {
        let items = Array(repeating: String(version), count: 400)
        return "{\"sum\": \(version * items.count), \"items\": [\(items.joined(separator: ", "))]}\n"
    }

    static let first = 100_000

    /// Writes versions from `first` on, `count` of them.
    init(path: String, count: Int) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.program, path, "\(Self.first)", "\(count)"]
        try process.run()
    }

    func waitUntilExit() async {
        while process.isRunning {
            do { try await Task.sleep(for: .milliseconds(5)) } catch { return process.terminate() }
        }
    }

    private static let program = """
        import os, random, sys, time
        path, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
        random.seed(1)
        for version in range(first, first + count):
            items = [str(version)] * 400
            text = ('{"sum": %d, "items": [%s]}\\n' % (version * 400, ', '.join(items))).encode()
            flags = os.O_WRONLY | (os.O_TRUNC if random.random() < 0.5 else 0)
            file = os.open(path, flags)
            for start in range(0, len(text), 512):
                os.write(file, text[start:start + 512])
                if random.random() < 0.01: time.sleep(random.random() * 0.003)
            os.close(file)
            if random.random() < 0.1: time.sleep(random.random() * 0.002)
        """
}
