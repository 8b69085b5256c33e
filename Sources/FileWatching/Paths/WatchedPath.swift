internal import Glibc

/// A path split into components, each of them a C string in one buffer: what a walk works through.
package struct WatchedPath: Sendable, Hashable {
    /// The path with a zero for each slash, and one at the end.
    package let components: [UInt8]
    package let isAbsolute: Bool

    package init(bytes: some Sequence<UInt8>) {
        var components = Array(bytes)
        isAbsolute = components.first == UInt8(ascii: "/")
        for index in components.indices where components[index] == UInt8(ascii: "/") {
            components[index] = 0
        }
        components.append(0)
        self.components = components
    }

    /// An absolute path, taken from the working directory when the one given is relative: a later `chdir` must not
    /// turn the watch to another file. (The working directory itself is asked for once and followed by its name.)
    package init(_ path: String) {
        if path.utf8.first == UInt8(ascii: "/") {
            self.init(bytes: path.utf8)
        } else {
            // Unsafe: getcwd(nil, 0) allocates what it needs; it is freed here and nowhere else.
            let directory = unsafe getcwd(nil, 0)
            defer { unsafe free(directory) }
            // Bytes, not text: a directory's name need not be UTF-8. One that was deleted has none, and nothing can
            // come to be in it.
            let prefix = unsafe directory.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
            self.init(bytes: (prefix ?? Array("/proc/self/cwd".utf8)) + Array(("/" + path).utf8))
        }
    }

    package var description: String {
        String(decoding: components.dropLast().map { $0 == 0 ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
    }
}
