/// A string that compares by its Unicode scalars, where `String` compares by canonical equivalence: two keys of a file
/// that differ in normalisation are two keys.
struct ExactKey: Hashable {
    let string: String

    init(_ string: String) { self.string = string }

    static func == (left: ExactKey, right: ExactKey) -> Bool {
        left.string.utf8.count == right.string.utf8.count && left.string.utf8.elementsEqual(right.string.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var string = string
        // The buffer does not leave the call.
        string.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}
