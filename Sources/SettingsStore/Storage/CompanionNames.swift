/// The names that a storage uses beside its file. All begin with a dot, and only these are ever touched.
struct CompanionNames: Hashable {
    let file: String

    /// The lock file. It stays: one that lies there means nothing.
    var lock: String { ".\(file).lock" }
    /// The copy that is made before a file is written in place.
    var backup: String { ".\(file).backup" }

    /// A temporary file's name, unique.
    func temporary() -> String { "\(temporaryPrefix)\(Self.random())" }

    /// A name for a person's save that a killed commit left behind.
    func recovered() -> String { "\(file).recovered-\(Self.random())" }

    /// Whether `name` is a temporary file of ours for this file.
    func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(temporaryPrefix) else { return false }
        let tail = name.utf8.dropFirst(temporaryPrefix.utf8.count)
        return tail.count == 16 && tail.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    private var temporaryPrefix: String { ".\(file).settings-tmp-" }

    private static func random() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
