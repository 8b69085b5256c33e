import Glibc

/// The user's documents directory, as the XDG user directories name it.
enum DocumentsDirectory {
    /// `XDG_DOCUMENTS_DIR` of the environment or of `user-dirs.dirs`, else `~/Documents`.
    ///
    /// The file is the one that `xdg-user-dirs` writes: `XDG_DOCUMENTS_DIR="$HOME/Documents"`.
    static var path: String {
        let home = home
        if let path = variable("XDG_DOCUMENTS_DIR"), path.hasPrefix("/") { return path }
        let configuration = variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        if let text = text(configuration + "/user-dirs.dirs"), let path = documents(in: text, home: home) {
            return path
        }
        return home + "/Documents"
    }

    /// What the file says, read as `xdg-user-dir` reads it: a backslash stands before what is to be taken as it is, and
    /// the last line counts.
    static func documents(in text: String, home: String) -> String? {
        var path: String?
        for line in text.unicodeScalars.split(separator: "\n") {
            guard let value = value(of: "XDG_DOCUMENTS_DIR", in: line) else { continue }
            if value == "$HOME" || value.hasPrefix("$HOME/") {
                let rest = value.dropFirst("$HOME".count)
                path = home + (rest == "/" ? "" : rest)
            } else if value.hasPrefix("/") {
                path = value
            }
        }
        return path
    }

    /// The value that `NAME="value"` gives, or nil where the line is another one.
    private static func value(of name: String, in line: Substring.UnicodeScalarView) -> String? {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
        var rest = line.drop(while: isBlank)
        guard rest.starts(with: name.unicodeScalars) else { return nil }
        rest = rest.dropFirst(name.unicodeScalars.count).drop(while: isBlank)
        guard rest.popFirst() == "=" else { return nil }
        rest = rest.drop(while: isBlank)
        guard rest.popFirst() == "\"" else { return nil }
        var value = String.UnicodeScalarView()
        while let scalar = rest.popFirst(), scalar != "\"" {
            value.append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
        }
        return String(value)
    }

    private static var home: String {
        if let home = variable("HOME"), home.hasPrefix("/") { return home }
        // unsafe: the entry is copied before anything else can ask for another
        if let entry = unsafe getpwuid(getuid()), let directory = unsafe entry.pointee.pw_dir {
            return unsafe String(validatingCString: directory) ?? "/"
        }
        return "/"
    }

    private static func variable(_ name: String) -> String? {
        // unsafe: copied at once
        guard let value = unsafe getenv(name) else { return nil }
        guard let text = unsafe String(validatingCString: value), !text.isEmpty else { return nil }
        return text
    }

    /// The file's text; nil when there is none to be read, which is the ordinary case on a server.
    private static func text(_ path: String) -> String? {
        guard case .bytes(let bytes, _)? = try? FileStorage(path: path).read(insisting: true) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
