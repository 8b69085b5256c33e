/// The name of a temporary file, which says what the file under it can be.
///
/// A directory's entries become durable in their order, so the name is there whenever the exchange is: whoever finds it
/// after a crash, of this process or of the machine, needs no other record to know whose bytes it holds.
///
/// `.FILE.settings-tmp-TOKEN` is a draft that is being written, and nobody's save. Complete, and about to change places
/// with the file, it is `.FILE.settings-tmp-TOKEN-NEW-BASE`, with the marks of the two versions. What came out, and was
/// found to be what the new version was made from, is `.FILE.settings-old-TOKEN-NEW-BASE` while it is kept as a spare.
struct TemporaryName: Hashable {
    let text: String
    /// The marks of a complete file's name, or a spare's; nil for a draft's.
    let marks: Marks?
    /// Whether it is a spare's.
    let isSpare: Bool
    private let file: String

    struct Marks: Hashable {
        /// The version that goes in.
        var new: String
        /// The version that must come out.
        var base: String
    }

    /// In the place of a base where there is none.
    private static let noBase = Hexadecimal.digits(0)

    private let token: String

    private init(of file: String, token: String, marks: Marks? = nil, isSpare: Bool = false) {
        let names = CompanionNames(file: file)
        let beginning = (isSpare ? names.sparePrefix : names.temporaryPrefix) + token
        text = marks.map { "\(beginning)-\($0.new)-\($0.base)" } ?? beginning
        self.marks = marks
        self.isSpare = isSpare
        self.file = file
        self.token = token
    }

    /// A draft's name, unique.
    static func draft(of file: String) -> TemporaryName {
        TemporaryName(of: file, token: Hexadecimal.random())
    }

    /// The name that this draft gets when it is complete.
    func complete(_ new: FileIdentity, replacing base: FileIdentity?) -> TemporaryName {
        let marks = Marks(new: FileVersion(new).mark, base: base.map { FileVersion($0).mark } ?? Self.noBase)
        return TemporaryName(of: file, token: token, marks: marks)
    }

    /// Reads a name; nil for one that is not of a temporary file of ours for `file`.
    init?(_ text: String, of file: String) {
        let names = CompanionNames(file: file)
        let isSpare = text.hasPrefix(names.sparePrefix)
        guard isSpare || text.hasPrefix(names.temporaryPrefix) else { return nil }
        let parts = text.dropFirst(names.temporaryPrefix.count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3 || (parts.count == 1 && !isSpare), parts.allSatisfy(Hexadecimal.areDigits) else {
            return nil
        }
        self.init(
            of: file, token: String(parts[0]),
            marks: parts.count == 3 ? Marks(new: String(parts[1]), base: String(parts[2])) : nil, isSpare: isSpare)
    }

    /// The name that this one had as a draft, or that a spare gets as the next one.
    var draft: TemporaryName { TemporaryName(of: file, token: token) }

    /// The name that what has this one gets as a spare.
    var spare: TemporaryName { TemporaryName(of: file, token: token, marks: marks, isSpare: true) }
}
