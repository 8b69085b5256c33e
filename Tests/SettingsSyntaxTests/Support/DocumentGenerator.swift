import SettingsSyntax

/// Makes documents of all sorts from a seed, so that a failure can be had again.
struct DocumentGenerator {
    private var state: UInt64
    /// Whether the text may have what only JSON5 knows.
    var isJSON5 = true

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % bound
    }

    mutating func pick<T>(_ choices: [T]) -> T { choices[next(choices.count)] }

    // MARK: Values

    mutating func value(depth: Int = 3) -> SettingsValue {
        switch next(depth > 0 ? 9 : 5) {
        case 0: return .null
        case 1: return .bool(next(2) == 0)
        case 2, 3: return .number(SettingsNumber(literal: pick(Self.numbers))!)
        case 4: return .string(pick(Self.strings))
        case 5, 6: return .array((0..<next(4)).map { _ in value(depth: depth - 1) })
        default: return .object(object(depth: depth - 1))
        }
    }

    mutating func object(depth: Int) -> SettingsObject {
        var object = SettingsObject()
        for _ in 0..<next(5) { object[pick(Self.keys)] = value(depth: depth) }
        return object
    }

    /// Records with an `id` of their own.
    mutating func records() -> SettingsValue {
        var ids = Array(0..<12)
        var records: [SettingsValue] = []
        for _ in 0..<next(8) {
            let id = ids.remove(at: next(ids.count))
            records.append(["id": .string("r\(id)"), "n": .number(SettingsNumber(next(4))), "t": value(depth: 1)])
        }
        return .array(records)
    }

    /// A value that has much in common with another.
    mutating func changed(_ value: SettingsValue) -> SettingsValue {
        switch value {
        case .object(var object) where next(6) > 0:
            for key in object.keys {
                switch next(6) {
                case 0: object[key] = nil
                case 1: object[key] = changed(object[key]!)
                default: break
                }
            }
            if next(3) == 0 { object[pick(Self.keys)] = self.value(depth: 2) }
            return .object(object)
        case .array(var elements) where next(6) > 0:
            for index in elements.indices where next(3) == 0 { elements[index] = changed(elements[index]) }
            if !elements.isEmpty, next(3) == 0 { elements.remove(at: next(elements.count)) }
            if elements.count > 1, next(3) == 0 { elements.swapAt(0, next(elements.count)) }
            if next(3) == 0 { elements.insert(self.value(depth: 2), at: next(elements.count + 1)) }
            return .array(elements)
        default: return self.value(depth: 2)
        }
    }

    // MARK: Text

    /// A text of the value, with comments, odd spaces and so on.
    mutating func text(_ value: SettingsValue) -> String {
        let newline = pick(["\n", "\n", "\n", "\r\n", "\r"])
        let indent = pick(["  ", "    ", "\t", ""])
        let isMultiline = next(4) > 0
        let start = isJSON5 && next(4) == 0 ? "// head" + newline : ""
        return (next(8) == 0 ? "\u{FEFF}" : "") + start
            + text(value, isMultiline ? newline : nil, indent, newline) + (next(2) == 0 ? newline : "")
    }

    /// `lineBreak` ends in the indentation of the line, and is nil where all is on one line.
    private mutating func text(
        _ value: SettingsValue, _ lineBreak: String?, _ indent: String, _ newline: String
    ) -> String {
        switch value {
        case .array(let elements):
            return container("[", "]", elements.count, lineBreak, indent, newline) { generator, index, inner in
                generator.text(elements[index], inner, indent, newline)
            }
        case .object(let object):
            return container("{", "}", object.count, lineBreak, indent, newline) { generator, index, inner in
                let member = object.members[index]
                let colon = generator.pick([": ", ":", " : ", ":  "])
                return generator.key(member.key) + colon + generator.text(member.value, inner, indent, newline)
            }
        default: return scalar(value)
        }
    }

    private mutating func scalar(_ value: SettingsValue) -> String {
        if case .string(let string) = value, isJSON5, next(4) == 0, string.utf8.allSatisfy({ $0 > 0x40 && $0 < 0x5B }) {
            return "'\(string)'"
        }
        return value.number?.literal ?? value.jsonText
    }

    private mutating func key(_ key: String) -> String {
        if isJSON5, next(3) == 0, !key.isEmpty, key.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) { return key }
        return SettingsValue.string(key).jsonText
    }

    private mutating func container(
        _ open: String, _ close: String, _ count: Int, _ lineBreak: String?, _ indent: String, _ newline: String,
        _ item: (inout DocumentGenerator, Int, String?) -> String
    ) -> String {
        var outer = lineBreak
        if next(5) == 0 { outer = nil }
        let inner = outer.map { $0 + indent }
        var text = open
        for index in 0..<count {
            text += trailingComment(inner != nil, index == 0 ? 6 : 4)
            if let inner {
                if isJSON5, next(4) == 0 { text += newline }
                text += inner
                if isJSON5, next(4) == 0 { text += pick(["// above", "/* above */"]) + inner }
            } else if index > 0 || next(2) == 0 {
                text += " "
            }
            text += item(&self, index, inner)
            if isJSON5, next(8) == 0 { text += " /* in */ " }
            if index < count - 1 || isJSON5 && next(4) == 0 { text += next(8) == 0 ? " ," : "," }
        }
        text += trailingComment(outer != nil, 4)
        if isJSON5, let inner, next(6) == 0 { text += inner + "// below" }
        return text + (outer ?? (next(2) == 0 ? " " : "")) + close
    }

    private mutating func trailingComment(_ breaks: Bool, _ odds: Int) -> String {
        guard isJSON5, next(odds) == 0 else { return "" }
        return breaks ? pick([" // trailing", " /* trailing */", "  // x, y } ] \""]) : " /* c */ "
    }

    private static let numbers = [
        "0", "-0", "1", "1.0", "-17", "8080", "0.1", "1e2", "1E400", "9223372036854775808", "13911860366432393",
        "0.1000", "5e-324", "-9223372036854775808", "11111111112222222222",
    ]
    private static let strings = [
        "", "a", "ABC", "é", "e\u{301}", "日本", "\u{1F300}", "line\nbreak", "\"", "\\", "// no", "x,y",
    ]
    private static let keys = [
        "", "a", "b", "port", "host", "-x", "a/b", "~", "a.b", "with space", "__proto__", "é", "e\u{301}", "new\nline",
        "1", "a-much-longer-key",
    ]
}
