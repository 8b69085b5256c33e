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

    static func documents(in text: String, home: String) -> String? {
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " || $0 == "\t" }
            guard line.hasPrefix("XDG_DOCUMENTS_DIR=\"") else { continue }
            guard let end = line.lastIndex(of: "\"") else { return nil }
            let start = line.index(line.startIndex, offsetBy: "XDG_DOCUMENTS_DIR=\"".count)
            guard start <= end else { return nil }
            let value = String(line[start..<end])
            if value == "$HOME" || value.hasPrefix("$HOME/") { return home + value.dropFirst("$HOME".count) }
            return value.hasPrefix("/") ? value : nil
        }
        return nil
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
