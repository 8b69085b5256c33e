/// The names that a storage uses beside its file, besides `TemporaryName`; only these are ever touched.
struct CompanionNames: Hashable {
    let file: String

    /// The lock file. It stays: one that lies there means nothing.
    var lock: String { ".\(file).lock" }
    /// The copy that is made before a file is written in place.
    var backup: String { ".\(file).settings-backup" }

    /// A name for bytes that a crash left and that may be somebody's save.
    func recovered() -> String { "\(file).recovered-\(Hexadecimal.random())" }
}
