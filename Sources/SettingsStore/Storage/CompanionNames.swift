/// The names that a storage uses beside its file, besides `TemporaryName`; only these are ever touched.
struct CompanionNames: Hashable {
    /// The file's name; where that is so long that there is no room for what is added, its beginning and its hash.
    let stem: String

    /// What is added takes at most 65 of the 255 bytes that a name may have.
    private static let roomForStem = 190

    init(file: String) {
        guard file.utf8.count > Self.roomForStem else {
            stem = file
            return
        }
        // 17 bytes for the hash, and as many whole characters as fit before it.
        var beginning = ""
        for character in file {
            if beginning.utf8.count + character.utf8.count > Self.roomForStem - 17 { break }
            beginning.append(character)
        }
        stem = "\(beginning)~\(Hexadecimal.digits(Hexadecimal.hash(file.utf8)))"
    }

    /// The lock file. It stays: one that lies there means nothing.
    var lock: String { ".\(stem).lock" }
    /// The copy that is made before a file is written in place.
    var backup: String { ".\(stem).settings-backup" }
    /// What the names of temporary files begin with.
    var temporaryPrefix: String { ".\(stem).settings-tmp-" }
    /// What the name of a `SpareFile` begins with; as long as that of a temporary file.
    var sparePrefix: String { ".\(stem).settings-old-" }

    /// A name for bytes that a crash left and that may be somebody's save.
    func recovered() -> String { "\(stem).recovered-\(Hexadecimal.random())" }
}
