/// Puts a fault of the text into words: what was expected, what was found, where, and what to do.
struct FaultReport {
    let source: SourceBytes
    let format: SettingsFormat
    let file: String?
    let fault: ParseFault
    let maximumDepth: Int

    var error: SettingsError {
        if let damage = damage { return damage }
        let text = SourceText(source)
        let (code, message, range, hint) = wording(text)
        // An empty file, or one of nothing but spaces, has no line to show.
        let excerpt = visibleEnd == 0 || fault.kind == .tooLarge ? nil : text.excerpt(range)
        return SettingsError(
            code, message, file: file, location: text.location(at: range.lowerBound), excerpt: excerpt, hint: hint)
    }

    private static let emptyHint = "write {} for an empty object, [] for an empty list"

    private typealias Wording = (SettingsError.Code, String, Range<Int>, String?)

    private func wording(_ text: SourceText) -> Wording {
        let offset = fault.offset
        // Where the text ends too early, the place to look at is the end of what can be seen of it.
        let token = offset < source.count ? tokenRange(at: offset) : visibleEnd..<visibleEnd
        switch fault.kind {
        case .empty:
            return (.syntax, "the file is empty", 0..<0, Self.emptyHint)
        case .onlyTrivia:
            return (
                .syntax, "the file holds no value, only \(onlySpaces ? "white space" : "comments")", token,
                Self.emptyHint
            )
        case .tooLarge:
            return (.tooLarge, "the text is larger than 4 GiB", 0..<0, nil)
        case .tooDeep:
            return (.tooDeep, "nested deeper than \(maximumDepth) levels", offset..<offset + 1, nil)
        case .invalidUTF8:
            return (
                .notText, "this is not UTF-8: \(byteName(offset)) at offset \(offset)", offset..<offset + 1,
                "save the file as UTF-8"
            )
        case .zeroByte:
            return (.notText, "a NUL byte in the text, at offset \(offset)", offset..<offset + 1, nil)
        case .expectedValue: return expectedValue(token)
        case .expectedKey: return expectedKey(token)
        case .expectedColon:
            return (
                .syntax, "expected ':' after the key \(keyText), found \(found(token))", token,
                offset < source.count ? nil : missingAtEnd
            )
        case .expectedCommaOrClose: return expectedCommaOrClose(text, token)
        case .trailingText: return trailingText(text, token)
        case .trailingComma:
            return (
                .syntax, "JSON allows no comma before the closing bracket", offset..<offset + 1,
                "remove the comma"
            )
        case .duplicateKey:
            let first = text.location(at: fault.other)
            return (
                .duplicateKey,
                "the key \(quoted(token)) stands twice in this object, first at \(first.line):\(first.column)", token,
                "remove one of the two"
            )
        case .unterminatedString:
            let start = text.location(at: fault.other)
            let end = offset >= source.count ? "the file ends" : "the line ends"
            return (
                .syntax, "\(end) within the string that begins at \(start.line):\(start.column)",
                fault.other..<offset, "close it with \(quoteName(fault.other)); a line break in it is written \\n"
            )
        case .unterminatedComment:
            let start = text.location(at: fault.other)
            return (
                .syntax, "the file ends within the comment that begins at \(start.line):\(start.column)",
                fault.other..<fault.other + 2, "close it with */"
            )
        case .controlCharacter:
            return (
                .syntax, "a raw control character (\(scalarName(offset))) in a string", offset..<offset + 1,
                "write it as \\u00\(hex(source[offset]))"
            )
        default: return faultInToken(token)
        }
    }

    private func faultInToken(_ token: Range<Int>) -> Wording {
        let offset = fault.offset
        switch fault.kind {
        case .badEscape:
            let end = offset + 1 + max(scalarLength(offset + 1), 1)
            let escape = "\\" + visible(offset + 1..<min(end, source.count))
            return (
                .syntax, "\(escape) is no escape that \(formatName) knows", offset..<end,
                "a backslash itself is written \\\\"
            )
        case .badHexEscape:
            let digits = source[offset + 1] == UInt8(ascii: "x") ? 2 : 4
            return (
                .syntax, "expected \(digits) hexadecimal digits after the backslash and its letter",
                offset..<min(offset + 2, source.count), nil
            )
        case .loneSurrogate:
            return (
                .syntax, "\(visible(offset..<offset + 6)) is half of a surrogate pair, which is no character",
                offset..<offset + 6, "write the two halves one behind the other, or the character itself"
            )
        case .badIdentifier:
            return (
                .syntax, "\(visible(offset..<offset + 6)) cannot stand in a key without quotes",
                offset..<offset + 6, "put the key in double quotes"
            )
        case .commentInJSON:
            return (.syntax, "strict JSON has no comments", offset..<offset + 2, nil)
        case .leadingZero:
            return (
                .syntax, "a number cannot begin with a zero and go on with digits", token,
                "remove the leading zeros"
            )
        case .badNumber:
            let start = fault.other
            let range = start..<max(tokenRange(at: start).upperBound, min(offset + 1, source.count))
            return (.syntax, "\(visible(range)) is not a number in \(formatName)", range, nil)
        case .longHexadecimal:
            return (
                .outOfRange,
                "a hexadecimal number of \(fault.other) digits, of which \(JSONParser.maximumHexadecimalDigits) are "
                    + "allowed", token, nil
            )
        default:
            return (.syntax, "not \(formatName)", token, nil)
        }
    }

    private func expectedValue(_ token: Range<Int>) -> Wording {
        let word = visible(token)
        if fault.offset >= source.count {
            return (.syntax, "expected a value, found the end of the file", token, missingAtEnd)
        }
        if source[fault.offset] == UInt8(ascii: "'") {
            return (.syntax, "expected a value, found a single quote", token, "JSON strings stand in double quotes")
        }
        return (.syntax, "expected a value, found \(found(token))", token, hint(forWord: word))
    }

    private func expectedKey(_ token: Range<Int>) -> Wording {
        if fault.offset >= source.count {
            return (.syntax, "expected a key or '}', found the end of the file", token, missingAtEnd)
        }
        let byte = source[fault.offset]
        let hint: String? =
            switch byte {
            case UInt8(ascii: ","): "remove the surplus comma"
            case UInt8(ascii: "'"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                "put the key in double quotes"
            default: nil
            }
        return (.syntax, "expected a key or '}', found \(found(token))", token, hint)
    }

    private func expectedCommaOrClose(_ text: SourceText, _ token: Range<Int>) -> Wording {
        let close = source[fault.other] == UInt8(ascii: "{") ? "}" : "]"
        let open = text.location(at: fault.other)
        if fault.offset >= source.count {
            let kind = close == "}" ? "object" : "array"
            return (
                .syntax,
                "expected ',' or '\(close)', found the end of the file: the \(kind) that begins at "
                    + "\(open.line):\(open.column) is not closed", token, missingAtEnd
            )
        }
        let byte = source[fault.offset]
        var advice: String?
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || isWordByte(byte) || byte == UInt8(ascii: "{") {
            advice = hint(forJoined: token) ?? hint(forNext: token, inObject: close == "}")
        } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
            advice =
                "the bracket to close is the \(visible(fault.other..<fault.other + 1)) at \(open.line):\(open.column)"
        }
        return (.syntax, "expected ',' or '\(close)', found \(found(token))", token, advice)
    }

    private func trailingText(_ text: SourceText, _ token: Range<Int>) -> Wording {
        let end = text.location(at: max(fault.other - 1, 0))
        return (
            .syntax,
            "expected the end of the file, found \(found(token)): the document ended at \(end.line):\(end.column), and "
                + "\(source.count - fault.offset) bytes follow from offset \(fault.offset)",
            token, hint(forJoined: token) ?? "what follows may be the rest of a longer version of the file"
        )
    }
}
