import Glibc

/// The JSON test suite beside the package, where it is.
enum ConformanceSuite {
    struct Case {
        let name: String
        let bytes: [UInt8]
    }

    /// `Tests/SettingsSyntaxTests/Support/…` is four levels below the package's root.
    static let directory: String = {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return "/" + root + "/../shared/conformance/JSONTestSuite"
    }()

    static var isThere: Bool { !cases(in: "test_parsing").isEmpty }

    static func cases(in folder: String, prefix: String = "") -> [Case] {
        guard let stream = unsafe opendir("\(directory)/\(folder)") else { return [] }
        defer { unsafe _ = closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name.hasPrefix(prefix), name.hasSuffix(".json") { names.append(name) }
        }
        return names.sorted().map { Case(name: $0, bytes: bytes(of: "\(directory)/\(folder)/\($0)")) }
    }

    static func bytes(of path: String) -> [UInt8] {
        guard let file = unsafe fopen(path, "rb") else { return [] }
        defer { unsafe _ = fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe fread(&chunk, 1, chunk.count, file)
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }
}
