import Glibc
import SettingsSyntax

extension FileStorage {
    /// The error for a system call that failed while `doing` something ("cannot write").
    func error(_ failure: SystemError, _ doing: String, hint: String? = nil) -> SettingsError {
        let (code, message, advice): (SettingsError.Code, String, String?) =
            switch failure.number {
            case EACCES:
                (.permissionDenied, "permission denied", "check the owner and mode of the file and of its directory")
            case EPERM:
                (
                    .permissionDenied, "operation not permitted",
                    "the file or its directory may be immutable (lsattr), or be another user's in a sticky directory"
                )
            case EROFS: (.readOnly, "the file system is read-only", nil)
            case ENOSPC where isOutOfFiles:
                (
                    .noSpace, "the file system can hold no more files (it has no inodes left)",
                    "remove files there (df -i shows how many it can hold); nothing was changed"
                )
            case ENOSPC: (.noSpace, "no space left on the device", "free some space; nothing was changed")
            case EDQUOT: (.quotaExceeded, "the disk quota is used up", "free some space; nothing was changed")
            case EBUSY, ETXTBSY:
                (.mountPoint, "the file is in use by the system (it may be a mount point of its own)", nil)
            case EAGAIN:
                (
                    .busy, "another program has reserved the file (a lease, as file servers take)",
                    "try again; lslocks shows who it is"
                )
            case ENOTDIR: (.invalidFile, "a part of the path is a file, not a directory", nil)
            case ELOOP: (.invalidFile, "too many symbolic links, or a loop of them", nil)
            case EILSEQ:
                (
                    .invalidFile, "a link's target, or a name in it, is not valid UTF-8",
                    "give files and directories names in UTF-8"
                )
            case ENAMETOOLONG: (.invalidFile, "the name is too long", nil)
            case EISDIR: (.notARegularFile, "it is a directory", nil)
            case ENOENT: (.invalidFile, "no such directory", "make the directory first")
            case ENXIO, ENODEV: (.notARegularFile, "it is a device or socket that cannot be opened", nil)
            case EMFILE, ENFILE: (.inputOutput, "too many open files", "raise the limit (ulimit -n)")
            case EIO: (.inputOutput, "input/output error in the device", nil)
            case EFBIG: (.tooLarge, "the file is larger than the file system or a limit (ulimit -f) allows", nil)
            default: (.inputOutput, failure.text, nil)
            }
        return SettingsError(
            code, "\(doing): \(message)", file: name, hint: hint ?? advice, systemError: failure.number)
    }

    private var isOutOfFiles: Bool {
        do throws(SystemError) {
            return try FreeSpace(in: FilePath.directory(holding: path)).files == 0
        } catch {
            return false
        }
    }

    /// The error where the file's directory may be written in but not read: without opening it nothing in it can be made
    /// durable, nor what a crash left be found.
    var unlistable: SettingsError? {
        let directory = FilePath.directory(holding: path)
        // unsafe: the text is lent for the length of the calls
        guard unsafe faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS) == 0,
            unsafe faccessat(AT_FDCWD, directory, R_OK, AT_EACCESS) != 0
        else { return nil }
        return SettingsError(
            .permissionDenied,
            "cannot write: this user may not read the directory \(directory), which a durable change takes",
            file: name, hint: "allow that as well (chmod u+r)", systemError: EACCES)
    }

    /// The error where files go on being removed that a write has just made or found.
    func removedAgain(_ failure: SystemError) -> SettingsError {
        SettingsError(
            .busy, "cannot write: the file, or the temporary one beside it, is removed as fast as it is written",
            file: name,
            hint: "find out which program removes files in \(FilePath.directory(holding: path)), and try again",
            systemError: failure.number)
    }

    func notARegularFile(_ kind: FileKind) -> SettingsError {
        SettingsError(
            .notARegularFile, "expected a regular file, found \(kind.name)", file: name,
            hint: "give the path of a settings file")
    }

    func tooLarge(_ size: Int64) -> SettingsError {
        SettingsError(
            .tooLarge, "the file has \(size) bytes, more than the limit of \(options.maximumSize)", file: name,
            hint: "is it the right file? The limit can be raised (maximumSize)")
    }

    func tooLarge(toWrite size: Int) -> SettingsError {
        SettingsError(
            .tooLarge,
            "the change would make the file \(size) bytes long, more than the limit of \(options.maximumSize)",
            file: name,
            hint: "nothing was changed. The limit can be raised (maximumSize)")
    }
}
