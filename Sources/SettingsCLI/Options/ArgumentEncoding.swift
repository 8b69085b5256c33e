/// Finds what the runtime has repaired in this process's command line.
///
/// An argument is bytes; as a `String` it has U+FFFD in the place of those that are not UTF-8. Taken so, a value would
/// silently become another one, and a path another file's.
enum ArgumentEncoding {
    /// The first of `arguments` that was repaired; nil where all are as they were typed.
    static func firstRepaired(in arguments: [String]) -> String? {
        if !arguments.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) { return nil }
        for index in 0..<Int(CommandLine.argc) {
            // unsafe: the runtime's own array, of `argc` terminated strings
            guard let raw = unsafe CommandLine.unsafeArgv[index] else { continue }
            if unsafe String(validatingCString: raw) != nil { continue }
            let repaired = unsafe String(cString: raw)
            if arguments.contains(repaired) { return repaired }
        }
        return nil
    }
}
