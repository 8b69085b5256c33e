import Glibc
import SettingsStore

/// Where a path really leads, as far as it exists.
enum ResolvedPath {
    /// `path`, which begins at the root, with every link followed; names that do not exist yet stay as they are.
    static func resolve(_ path: String) -> String? { resolve(path, links: 0) }

    private static func resolve(_ path: String, links: Int) -> String? {
        // unsafe: realpath returns memory of its own, freed here
        if let real = unsafe realpath(path, nil) {
            defer { unsafe free(real) }
            let text = unsafe String(validatingCString: real)
            if text == nil { errno = EILSEQ }
            return text
        }
        // The kernel's own limit.
        guard errno == ENOENT, links < 40, path.hasPrefix("/"), path != "/" else { return nil }
        let (directory, name) = FilePath.split(path)
        if let target = link(path) {
            return resolve(target.hasPrefix("/") ? target : directory + "/" + target, links: links + 1)
        }
        guard let parent = resolve(directory, links: links) else { return nil }
        if name == "." || name.isEmpty { return parent }
        if name == ".." { return FilePath.split(parent).directory }
        return parent == "/" ? "/" + name : parent + "/" + name
    }

    private static func link(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        // unsafe: filled up to the count that is returned
        let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe readlink(path, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        return count < 0 ? nil : String(validating: buffer[..<count], as: UTF8.self)
    }
}
