/// How much of a text is written over an older version without a look at what is there: a value that has become longer moves
/// all that is behind it, and to read that, only to find that it differs, takes as long as a fifth of writing it.
///
/// Behind a piece that differs in every page one is written unread, behind the next such two, and so on. So no more is
/// written for nothing than differs, and of what is moved little is read.
struct RunAhead {
    /// One megabyte in pieces of 64 KiB: one look a megabyte costs nothing.
    private static var most: Int { 16 }

    /// How many pieces to write unread now.
    private(set) var pieces = 0
    private var last = 0

    /// A piece was read and compared.
    mutating func compared(differsWholly: Bool) {
        last = differsWholly ? min(max(2 * last, 1), Self.most) : 0
        pieces = last
    }
}
