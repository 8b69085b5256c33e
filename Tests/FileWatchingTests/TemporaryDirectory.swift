import Glibc

/// A directory of its own for a test, deleted at the end.
final class TemporaryDirectory: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/file-watching-XXXXXX".utf8CString)
        path = unsafe template.withUnsafeMutableBufferPointer { unsafe String(cString: mkdtemp($0.baseAddress!)) }
    }

    deinit {
        run("rm", "-rf", path)
    }

    func callAsFunction(_ name: String) -> String { path + "/" + name }

    func write(_ text: String, to name: String, append: Bool = false) {
        let file = unsafe Glibc.open(self(name), O_WRONLY | O_CREAT | (append ? O_APPEND : O_TRUNC) | O_CLOEXEC, 0o644)
        precondition(file >= 0, "\(name): \(errno)")
        _ = unsafe text.withCString { unsafe Glibc.write(file, $0, strlen($0)) }
        close(file)
    }

    func replace(_ name: String, with text: String) {
        write(text, to: name + ".new")
        _ = unsafe rename(self(name + ".new"), self(name))
    }

    func makeDirectory(_ name: String) {
        run("mkdir", "-p", self(name))
    }

    func makeEmpty(_ name: String) {
        _ = unsafe mkdir(self(name), 0o755)
    }

    func removeEmpty(_ name: String) {
        _ = unsafe rmdir(self(name))
    }

    func link(_ name: String, to target: String) {
        _ = unsafe symlink(target, self(name))
    }

    func remove(_ name: String) {
        run("rm", "-rf", self(name))
    }

    func unlink(_ name: String) {
        _ = unsafe Glibc.unlink(self(name))
    }

    func hardLink(_ name: String, as other: String) {
        _ = unsafe Glibc.link(self(name), self(other))
    }

    func open(_ name: String) -> Int32 {
        unsafe Glibc.open(self(name), O_RDONLY | O_CLOEXEC)
    }

    func move(_ name: String, to other: String) {
        _ = unsafe rename(self(name), self(other))
    }
}

/// Runs a program to its end and returns what it exits with.
@discardableResult
func run(_ arguments: String...) -> Int32 {
    let pid = spawn(arguments)
    guard pid > 0 else { return -1 }
    var status: Int32 = 0
    while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return (status >> 8) & 0xff
}

/// Ends a mount. Who polls behind it looks through a descriptor each time, so it may be busy for a moment.
func unmount(_ point: String) -> Bool {
    for _ in 0..<1000 {
        if run("umount", point) == 0 { return true }
        usleep(10_000)
    }
    return run("umount", point) == 0
}

/// Starts a program; its number, or -1.
func spawn(_ arguments: [String]) -> pid_t {
    var pid: pid_t = 0
    // Unsafe: the strings are freed after the call that reads them.
    var argv = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe argv.forEach { unsafe free($0) } }
    return unsafe posix_spawnp(&pid, argv[0]!, nil, nil, &argv, environ) == 0 ? pid : -1
}

/// The whole file as text, or `nil`.
func contents(_ path: String) -> String? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = unsafe read(file, &buffer, buffer.count)
        guard count > 0 else { break }
        bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
}
