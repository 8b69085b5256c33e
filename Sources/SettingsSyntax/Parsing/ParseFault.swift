/// What the parser found wrong, before it is put into words: small, so that the fast path carries none of the words.
struct ParseFault {
    enum Kind: UInt8 {
        case empty, onlyTrivia, tooLarge, tooDeep
        case invalidUTF8, zeroByte
        case expectedValue, expectedKey, expectedColon, expectedCommaOrClose, trailingText
        case trailingComma, duplicateKey
        case unterminatedString, controlCharacter, badEscape, badHexEscape, loneSurrogate, badIdentifier
        case unterminatedComment, commentInJSON
        case leadingZero, badNumber, longHexadecimal
    }

    var kind: Kind
    /// Where the fault is.
    var offset: Int
    /// The other place that belongs to it: where the string, comment, container or first key begins.
    var other = 0
}
