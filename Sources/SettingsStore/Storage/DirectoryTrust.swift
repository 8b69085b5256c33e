import Glibc

/// Whose files beside a settings file are taken for what their names say.
///
/// Who may write in an ordinary directory may replace the settings file itself, so what lies there is as good as that.
/// In a sticky one (`/tmp`) anybody may make a file, but only a file's owner, the directory's and root may replace it:
/// there nobody else's lock, leftover or copy counts.
struct DirectoryTrust {
    private let isSticky: Bool
    private let owner: UInt32
    /// The group that every file gets that is made there (setgid); nil where it gets one of its maker's.
    let inheritedGroup: UInt32?

    init(_ directory: FileStatus) {
        inheritedGroup = directory.permissions & 0o2000 != 0 ? directory.group : nil
        isSticky = directory.permissions & 0o1000 != 0
        owner = directory.owner
    }

    /// - Parameter target: the settings file, nil when there is none.
    func covers(_ file: FileStatus, target: FileStatus?) -> Bool {
        if !isSticky { return true }
        return file.owner == owner || file.owner == 0 || file.owner == geteuid() || file.owner == target?.owner
    }
}
