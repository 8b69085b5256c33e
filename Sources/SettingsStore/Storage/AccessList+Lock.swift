extension AccessList {
    /// The list of the lock file of a file with this list: read and write for each who may write the file, nothing for all
    /// others. Where a mode can say it, it does.
    ///
    /// - Parameter file: the settings file, of which only owner and group matter.
    /// - Parameter owner: the lock file's; where the settings file's cannot be given, that one is let in by name.
    /// - Parameter group: the lock file's, likewise.
    func forLock(of file: FileStatus, owner: UInt32, group: UInt32) -> AccessList {
        func access(_ mayWrite: Bool) -> UInt16 { mayWrite ? 6 : 0 }
        var list = AccessList(mode: 0o600)
        list[.others] = access(mayWrite(.others) ?? false)
        for user in effective(.user) where user.id != owner { list[.user, user.id] = access(user.permissions & 2 != 0) }
        if owner != file.owner { list[.user, file.owner] = access(true) }
        var groups = [file.group: mayWrite(.owningGroup) ?? false]
        for group in effective(.group) { groups[group.id] = groups[group.id] ?? false || group.permissions & 2 != 0 }
        for (id, mayWrite) in groups where id != group { list[.group, id] = access(mayWrite) }
        if let mayWrite = groups[group] {
            list[.owningGroup] = access(mayWrite)
        } else {
            // Its members are among the others, as long as they are in none of the groups that may not.
            list[.owningGroup] = groups.values.allSatisfy { $0 } ? list[.others] : 0
        }
        let rest = Set(list.entries.lazy.filter { $0.subject != .owner }.map(\.permissions))
        if rest.count == 1 { return AccessList(mode: rest.contains(6) ? 0o666 : 0o600) }
        if list.entries.contains(where: { [.user, .group].contains($0.subject) }) { list[.mask] = access(true) }
        return list
    }

    /// As much of a lock file's list as a mode can say, without letting anybody in whom the list keeps out.
    var narrowMode: UInt32 {
        let named = entries.filter { [.user, .group].contains($0.subject) }
        guard named.allSatisfy({ $0.permissions != 0 }) else { return 0o600 }
        return 0o600 | UInt32(self[.owningGroup] ?? 0) << 3 | UInt32(self[.others] ?? 0)
    }

    /// Whether who owns a lock file may write the file with this list, as far as can be told.
    ///
    /// - Parameter provesMembership: the lock file's group shows that its owner is one of its members: nobody else, but
    ///   root, gives a file to a group.
    func letsWrite(ownerOf lock: FileStatus, of file: FileStatus, provesMembership: Bool) -> Bool {
        if let mayWrite = mayWrite(.user, lock.owner) { return mayWrite }
        if provesMembership {
            var verdicts = effective(.group).filter { $0.id == lock.group }.map { $0.permissions & 2 != 0 }
            if lock.group == file.group { verdicts.append(mayWrite(.owningGroup) ?? false) }
            if !verdicts.isEmpty { return verdicts.contains(true) }
        }
        return mayWrite(.others) ?? false
    }
}
