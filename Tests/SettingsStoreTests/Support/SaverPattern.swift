import Glibc

/// The system calls that the usual savers make, without the programs: thousands of saves a second.
enum SaverPattern: Int, CaseIterable {
    case truncate, overwrite, rename, backup, removeFirst, emptyFirst, link, temporary

    func save(_ text: String, as path: String) {
        switch self {
        case .truncate: write(text, to: path, O_WRONLY | O_CREAT | O_TRUNC)
        case .overwrite:
            let file = open(path, O_WRONLY | O_CREAT, 0o644)
            _ = text.withCString { Glibc.write(file, $0, strlen($0)) }
            ftruncate(file, off_t(text.utf8.count))
            close(file)
        case .rename:
            write(text, to: path + ".new", O_WRONLY | O_CREAT | O_TRUNC)
            Glibc.rename(path + ".new", path)
        case .backup:
            Glibc.rename(path, path + "~")
            write(text, to: path, O_WRONLY | O_CREAT | O_EXCL)
            chmod(path, 0o644)
            unlink(path + "~")
        case .removeFirst:
            unlink(path)
            write(text, to: path, O_WRONLY | O_CREAT | O_EXCL)
        case .emptyFirst:
            write("", to: path, O_WRONLY | O_CREAT | O_TRUNC)
            write(text, to: path, O_WRONLY | O_APPEND)
        case .link:
            write(text, to: path + ".l", O_WRONLY | O_CREAT | O_TRUNC)
            unlink(path)
            Glibc.link(path + ".l", path)
            unlink(path + ".l")
        case .temporary:
            // As mv does across file systems: the name goes, and comes again with another inode.
            write(text, to: path + ".t", O_WRONLY | O_CREAT | O_TRUNC)
            unlink(path)
            Glibc.rename(path + ".t", path)
        }
    }

    private func write(_ text: String, to path: String, _ flags: Int32) {
        let file = open(path, flags | O_CLOEXEC, 0o644)
        _ = text.withCString { Glibc.write(file, $0, strlen($0)) }
        close(file)
    }
}
