import Glibc

/// Questions about paths that need no file.
package enum FilePath {
    /// Why `path` can never name a settings file, or nil.
    package static func fault(in path: String) -> String? {
        if path.isEmpty { return "the path is empty" }
        if path.utf8.contains(0) { return "the path contains a NUL character" }
        if path.hasSuffix("/") || path == "." || path == ".." || path.hasSuffix("/.") || path.hasSuffix("/..") {
            return "the path names a directory, not a file"
        }
        if path.utf8.count >= Int(PATH_MAX) { return "the path is longer than \(PATH_MAX - 1) bytes" }
        return nil
    }

    /// `path` from the root on, with the directory this process is in now.
    ///
    /// - Throws: where that directory has no name: it was deleted (`ENOENT`), may not be asked for, or its name is not
    ///   UTF-8 (`EILSEQ`). A repaired name would be another file's.
    package static func absolute(_ path: String) throws(SystemError) -> String {
        if path.hasPrefix("/") { return path }
        // unsafe: getcwd(nil, 0) returns memory of its own, freed here
        guard let current = unsafe getcwd(nil, 0) else { throw SystemError(errno) }
        defer { unsafe free(current) }
        guard let directory = unsafe String(validatingCString: current) else { throw SystemError(EILSEQ) }
        return directory.hasSuffix("/") ? directory + path : directory + "/" + path
    }

    /// The directory that really holds a file, through all links; where that is not to be found out, the one that the path
    /// names.
    package static func directory(holding path: String) -> String {
        // unsafe: realpath returns memory of its own, freed here
        guard let real = unsafe realpath(path, nil) else { return split(path).directory }
        defer { unsafe free(real) }
        return split(unsafe String(validatingCString: real) ?? path).directory
    }

    /// The directory part and the last name of `path`.
    package static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let name = String(path[path.utf8.index(after: slash)...])
        return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
    }
}
