extension SettingsPath {
    /// Reads a path.
    ///
    /// - `server.port`, `servers[0].host`: keys without quotes hold no `.`, `[`, `]` or `"`.
    /// - `"a.b".c`, `["a.b"].c`: keys in double quotes, with the escapes of JSON; `""` is the empty key.
    /// - `/server/port`: a path that begins with a slash is an RFC 6901 pointer (`~1` is a slash, `~0` a tilde). A step
    ///   that is a number finds a member of an object or an element of an array, and `-` the place behind the last one.
    /// - The empty text is the root.
    ///
    /// - Throws: `.invalidPath`, saying where.
    public init(_ text: String) throws(SettingsError) {
        if text.utf8.first == UInt8(ascii: "/") {
            self.init(try Self.pointer(text))
        } else {
            var reader = PathReader(text)
            self.init(try reader.components())
        }
    }

    /// The path as an RFC 6901 pointer; the root is the empty text.
    public var pointer: String {
        var text = ""
        for component in components {
            text += "/"
            switch component {
            case .index(let index): text += String(index)
            case .key(let key):
                for scalar in key.unicodeScalars {
                    switch scalar {
                    case "~": text += "~0"
                    case "/": text += "~1"
                    default: text.unicodeScalars.append(scalar)
                    }
                }
            }
        }
        return text
    }

    private static func pointer(_ text: String) throws(SettingsError) -> [Component] {
        var components: [Component] = []
        var key = ""
        var escaping = false
        var position = 0
        for scalar in text.unicodeScalars.dropFirst() {
            position += 1
            if escaping {
                switch scalar {
                case "0": key += "~"
                case "1": key += "/"
                default: throw PathReader.error(text, position, "'~' is followed by 0 or 1 in a pointer")
                }
                escaping = false
            } else if scalar == "/" {
                components.append(.key(key))
                key = ""
            } else if scalar == "~" {
                escaping = true
            } else {
                key.unicodeScalars.append(scalar)
            }
        }
        if escaping { throw PathReader.error(text, position + 1, "'~' is followed by 0 or 1 in a pointer") }
        components.append(.key(key))
        return components
    }
}

extension SettingsPath: CustomStringConvertible {
    /// The path as it can be read again: `servers[0].host`, keys in quotes where they need them.
    public var description: String {
        var text = ""
        for component in components {
            switch component {
            case .index(let index): text += "[\(index)]"
            case .key(let key):
                if !text.isEmpty { text += "." }
                text += Self.needsQuotes(key) ? JSONText.quoted(key) : key
            }
        }
        return text
    }

    private static func needsQuotes(_ key: String) -> Bool {
        guard let first = key.unicodeScalars.first, first != "/" else { return true }
        for scalar in key.unicodeScalars {
            switch scalar {
            case ".", "[", "]", "\"", "\\", " ": return true
            default: break
            }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .privateUse:
                return true
            // A mark would join the dot or the bracket before it.
            case .nonspacingMark, .spacingMark, .enclosingMark: if scalar == first { return true }
            default: break
            }
        }
        return false
    }
}
