extension FaultReport {
    /// The error for a file that is damaged as a whole rather than mistyped, or nil.
    ///
    /// After a power loss a file often has its new length and no data: it is NULs from some point on, or all over.
    var damage: SettingsError? {
        if let encoding = otherEncoding {
            return SettingsError(
                .notText, "the file is \(encoding), not UTF-8", file: file,
                location: SourceLocation(offset: 0, line: 1, column: 1), hint: "save the file as UTF-8")
        }
        guard fault.offset < source.count, source.count > 0, source[source.count - 1] == 0 else { return nil }
        var start = source.count
        while start > 0, source[start - 1] == 0 { start -= 1 }
        // Only where the NULs are what stopped the parser.
        guard fault.offset >= start || fault.kind == .zeroByte || source[fault.offset] == 0 else { return nil }
        let count = source.count - start
        let text = SourceText(source)
        if start == 0 {
            return SettingsError(
                .notText, "the file is nothing but \(count) NUL bytes, as a power loss can leave it", file: file,
                location: text.location(at: 0), hint: "restore it from a copy, or remove it")
        }
        guard fault.offset >= start else { return nil }
        return SettingsError(
            .notText,
            "the file ends in \(count) NUL byte\(count == 1 ? "" : "s") from offset \(start), as a power loss can leave it",
            file: file, location: text.location(at: start), excerpt: text.excerpt(start..<start),
            hint: "remove them, if what stands before is whole")
    }

    /// UTF-16 and UTF-32, by their byte order mark or by their zeros.
    private var otherEncoding: String? {
        guard source.count >= 2 else { return nil }
        switch (source[0], source[1]) {
        case (0xFF, 0xFE): return source.count >= 4 && source[2] == 0 && source[3] == 0 ? "UTF-32" : "UTF-16"
        case (0xFE, 0xFF): return "UTF-16"
        case (0, let second) where second != 0 && source.count % 2 == 0: return "UTF-16"
        case (let first, 0)
        where first != 0 && source.count >= 4 && source.count % 2 == 0 && source[3] == 0
            && source[2] != 0:
            return "UTF-16"
        default: return nil
        }
    }
}
