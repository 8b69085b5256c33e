extension SettingsError: CustomStringConvertible {
    /// The error as a compiler would print it; where there are several, one after the other.
    public var description: String {
        var text = ""
        // `others` holds this error too.
        for (index, error) in (others.isEmpty ? [self] : others).enumerated() {
            if index > 0 { text += "\n" }
            error.append(to: &text)
        }
        return text
    }

    /// The first line alone: file, place, key and message.
    public var summary: String {
        var text = ""
        if let file { text += Self.printable(file) }
        if let location {
            if file != nil { text += ":" }
            text += "\(location.line):\(location.column)"
        }
        if file != nil || location != nil { text += ": " }
        text += "error: "
        if let key, !key.components.isEmpty { text += "\(key): " }
        return text + message
    }

    private func append(to text: inout String) {
        text += summary
        if let excerpt { text += "\n" + excerpt }
        if let hint { text += "\nhint: " + hint }
    }

    /// A name as it can be shown on one line.
    static func printable(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            text.unicodeScalars.append(scalar == "\t" ? "\u{2409}" : SourceText.visible(scalar))
        }
        return text
    }
}
