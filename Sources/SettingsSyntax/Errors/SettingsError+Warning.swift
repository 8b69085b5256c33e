extension SettingsError {
    /// The error as a compiler would print a warning.
    package var warningText: String {
        var description = description
        // The first `error:` behind the file's name, which may hold one too.
        let start = description.index(
            description.startIndex, offsetBy: file?.count ?? 0, limitedBy: description.endIndex)
        if let start, let range = description[start...].firstRange(of: "error: ") {
            description.replaceSubrange(range, with: "warning: ")
        }
        return description
    }
}
