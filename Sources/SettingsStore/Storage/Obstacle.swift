import Glibc
import SettingsSyntax

/// Why a file cannot be replaced and stay what it is.
enum Obstacle {
    case hardLinks(UInt64)
    case mountPoint
    case foreignOwner(UInt32, group: UInt32)
    /// The file is this user's, its group none of theirs.
    case foreignGroup(UInt32)
    /// Another user's, and closed to this one.
    case unwritable(UInt32, group: UInt32)
    /// Closed even to its owner, by its mode.
    case writeProtected(UInt32)
    /// A mount of its own, and a read-only one.
    case readOnlyMount
    /// Closed to everybody by `chattr +i`.
    case immutable
    /// By `chattr +a`.
    case appendOnly

    /// Whether writing in place would fail as well.
    var isFinal: Bool {
        switch self {
        case .hardLinks, .mountPoint, .foreignOwner, .foreignGroup: false
        case .unwritable, .writeProtected, .readOnlyMount, .immutable, .appendOnly: true
        }
    }

    var cause: WriteRefusal.Cause {
        switch self {
        case .hardLinks, .mountPoint: .irreplaceable
        case .foreignOwner, .foreignGroup, .unwritable, .writeProtected: .owner
        case .readOnlyMount: .readOnly
        case .immutable, .appendOnly: .attributes
        }
    }

    /// Why this process may not write a file at all: told before a lock file is made, which would keep out those who may.
    ///
    /// Who could not open the file for writing does not replace it either: a mode without the owner's write bit was meant.
    /// Root may open any, unless it has been left without that capability.
    static func permission(_ status: FileStatus, _ place: Place) -> Obstacle? {
        let user = geteuid()
        let isProtected = status.permissions & 0o200 == 0
        if !isProtected && (user == 0 || status.owner == user) || status.kind != .regular { return nil }
        // Of a read-only file system it is told later what it is.
        if [0, EROFS].contains(writeFault(place)) { return nil }
        if isProtected && (user == 0 || status.owner == user) { return .writeProtected(status.permissions) }
        return .unwritable(status.owner, group: status.group)
    }

    /// The error number that opening the file for writing would give, or 0.
    private static func writeFault(_ place: Place) -> Int32 {
        // unsafe: the name is passed as a pointer for the length of the call
        unsafe faccessat(place.directory.number, place.name, W_OK, AT_EACCESS) == 0 ? 0 : errno
    }

    static func find(_ status: FileStatus?, _ place: Place, _ storage: FileStorage) throws(SystemError) -> Obstacle? {
        guard let status else { return nil }
        if let obstacle = permission(status, place) { return obstacle }
        let traits = try storage.calls.traits(of: place.name, at: place.directory)
        if traits.contains(.mountRoot), writeFault(place) == EROFS { return .readOnlyMount }
        if traits.contains(.immutable) { return .immutable }
        if traits.contains(.appendOnly) { return .appendOnly }
        if status.links > 1 { return .hardLinks(status.links) }
        if traits.contains(.mountRoot) { return .mountPoint }
        let user = geteuid()
        if user != 0 {
            // Only root may give files away; a group can be kept by its members.
            if status.owner != user { return .foreignOwner(status.owner, group: status.group) }
            if status.group != getegid() && !isMember(of: status.group) { return .foreignGroup(status.group) }
        }
        return nil
    }

    private static func isMember(of group: UInt32) -> Bool {
        var groups = [gid_t](repeating: 0, count: 65_536)
        // unsafe: the kernel fills at most the count it is given
        let count = unsafe getgroups(Int32(groups.count), &groups)
        return count > 0 && groups[..<Int(count)].contains(group)
    }

    func error(_ storage: FileStorage) -> SettingsError {
        let way = "or allow writing in place (irreplaceable: .writeInPlace; settingsctl: --in-place)"
        return switch self {
        case .hardLinks(let count):
            SettingsError(
                .hardLinked, "the file has \(count) names (hard links); replacing it would part them",
                file: storage.name, hint: "use a symbolic link in place of a hard one, \(way)")
        case .mountPoint:
            SettingsError(
                .mountPoint, "the file is a mount point of its own (a bind mount) and cannot be replaced",
                file: storage.name, hint: "mount its directory instead of the file, \(way)", systemError: EBUSY)
        case .foreignOwner(let owner, let group):
            SettingsError(
                .permissionDenied,
                "the file belongs to user \(owner), group \(group); replacing it as user \(geteuid()) would change that",
                file: storage.name, hint: "run as its owner or as root, \(way)", systemError: EPERM)
        case .foreignGroup(let group):
            SettingsError(
                .permissionDenied,
                "the file belongs to group \(group), of which user \(geteuid()) is no member; replacing it would change "
                    + "that",
                file: storage.name,
                hint: "give it to one of your groups (chgrp), run as a member of its group or as root, \(way)",
                systemError: EPERM)
        case .unwritable(let owner, let group):
            SettingsError(
                .permissionDenied,
                "you may not write this file: permission denied (it belongs to user \(owner), group \(group); you are "
                    + "user \(geteuid()))",
                file: storage.name, hint: "run as its owner or as root, or have its mode or its group changed",
                systemError: EACCES)
        case .writeProtected(let mode):
            SettingsError(
                .permissionDenied,
                "the file is write-protected (mode 0\(String(mode, radix: 8))): not even its owner may write it",
                file: storage.name, hint: "allow that (chmod u+w), if the change is meant to be made",
                systemError: EACCES)
        case .readOnlyMount:
            SettingsError(
                .readOnly, "the file is a mount of its own (a bind mount), and read-only", file: storage.name,
                hint: "mount it writable, or change the file where it comes from", systemError: EROFS)
        case .immutable:
            SettingsError(
                .permissionDenied, "the file is immutable: nobody may change it", file: storage.name,
                hint: "have that taken off by root (chattr -i)", systemError: EPERM)
        case .appendOnly:
            SettingsError(
                .permissionDenied, "the file is append-only: nobody may change what is in it", file: storage.name,
                hint: "have that taken off by root (chattr -a)", systemError: EPERM)
        }
    }
}
