/// The name of a temporary file, which says what the file under it can be.
///
/// A directory's entries become durable in their order, so the name is there whenever the exchange is: whoever finds it
/// after a crash, of this process or of the machine, needs no other record to know whose bytes it holds.
///
/// `.FILE.settings-tmp-TOKEN` is a draft that is being written, and nobody's save. Complete, and about to change places
/// with the file, it is `.FILE.settings-tmp-TOKEN-NEW-BASE`, with the marks of the two versions.
struct TemporaryName: Hashable {
    let text: String
    /// The marks of a complete file's name; nil for a draft's.
    let marks: Marks?

    struct Marks: Hashable {
        /// The version that goes in.
        var new: String
        /// The version that must come out.
        var base: String
    }

    /// In the place of a base where there is none.
    private static let noBase = Hexadecimal.digits(0)

    private static func prefix(_ file: String) -> String { CompanionNames(file: file).temporaryPrefix }

    private init(text: String, marks: Marks?) {
        self.text = text
        self.marks = marks
    }

    /// A draft's name, unique.
    static func draft(of file: String) -> TemporaryName {
        TemporaryName(text: prefix(file) + Hexadecimal.random(), marks: nil)
    }

    /// The name that this draft gets when it is complete.
    func complete(_ new: FileIdentity, replacing base: FileIdentity?) -> TemporaryName {
        let marks = Marks(new: FileVersion(new).mark, base: base.map { FileVersion($0).mark } ?? Self.noBase)
        return TemporaryName(text: "\(text)-\(marks.new)-\(marks.base)", marks: marks)
    }

    /// Reads a name; nil for one that is not of a temporary file of ours for `file`.
    init?(_ text: String, of file: String) {
        let prefix = Self.prefix(file)
        guard text.hasPrefix(prefix) else { return nil }
        let parts = text.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 1 || parts.count == 3, parts.allSatisfy(Hexadecimal.areDigits) else { return nil }
        self.init(text: text, marks: parts.count == 3 ? Marks(new: String(parts[1]), base: String(parts[2])) : nil)
    }

    /// The name that this one had as a draft.
    var draft: TemporaryName {
        marks == nil ? self : TemporaryName(text: String(text.dropLast(2 * 17)), marks: nil)
    }
}
