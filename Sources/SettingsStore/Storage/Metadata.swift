import Glibc

/// What a file has beside its bytes.
struct Metadata {
    let status: FileStatus
    let attributes: [ExtendedAttribute]

    init(_ status: FileStatus, _ attributes: [ExtendedAttribute]) {
        self.status = status
        self.attributes = attributes
    }

    /// That of a file that this process made with the ordinary mode.
    static var ordinary: Metadata {
        let none = FileStatus.Time(seconds: 0, nanoseconds: 0)
        return Metadata(
            FileStatus(
                device: 0, inode: 0, mode: S_IFREG | 0o644, links: 1, owner: geteuid(), group: getegid(), size: 0,
                modified: none, changed: none), [])
    }

    var isOrdinary: Bool { attributes.isEmpty && status.hasSameAccess(as: Self.ordinary.status) }

    init(of file: Descriptor, _ status: FileStatus, _ calls: any SystemCalls) throws(SystemError) {
        self.init(status, try calls.attributes(of: file))
    }

    /// Whether the file that it was taken from still has just this.
    func isStill(of file: Descriptor, _ calls: any SystemCalls) throws(SystemError) -> Bool {
        guard try status.hasSameAccess(as: calls.status(of: file)) else { return false }
        return Set(try calls.attributes(of: file)) == Set(attributes)
    }

    /// Gives it to another file. In this order: a change of owner strips setuid and setgid, and a change of mode after
    /// an ACL rewrites the ACL's mask.
    ///
    /// Attributes that only the system may set (`security.*`, `trusted.*`) are passed over where it refuses.
    func apply(to file: Descriptor, _ calls: any SystemCalls) throws(SystemError) {
        let own = try calls.status(of: file)
        if own.owner != status.owner || own.group != status.group {
            try calls.setOwner(file, owner: status.owner, group: status.group)
        }
        let present = try calls.attributes(of: file)
        try applyMode(status.permissions, attributes.accessList, over: present, to: file, calls)
        for attribute in attributes where attribute.name != AccessList.attribute && !present.contains(attribute) {
            do throws(SystemError) {
                try calls.setAttribute(file, attribute)
            } catch {
                let isSystems = attribute.name.hasPrefix("security.") || attribute.name.hasPrefix("trusted.")
                if !(isSystems && [EPERM, EACCES, ENOTSUP].contains(error.number)) { throw error }
            }
        }
    }

    /// Gives it, as far as may be, to a file that is made in the place of one that is gone, and never lets more read or
    /// write it than could before.
    func restore(to file: Descriptor, _ calls: any SystemCalls) throws(SystemError) {
        let own = try calls.status(of: file)
        var (hasOwner, hasGroup) = (own.owner == status.owner, own.group == status.group)
        if !hasOwner || !hasGroup {
            // The owner is root's to give; the group also its members'.
            if try gives(file, owner: status.owner, calls) {
                (hasOwner, hasGroup) = (true, true)
            } else if !hasGroup {
                hasGroup = try gives(file, owner: nil, calls)
            }
        }
        var mode = status.permissions & (hasOwner && hasGroup ? 0o7777 : 0o777)
        var list = attributes.accessList
        if !hasGroup {
            // The group that it has now was among the others, as far as can be told.
            if let known = list {
                if var narrowed = AccessList(bytes: known.value) {
                    narrowed[.owningGroup] = (narrowed[.owningGroup] ?? 0) & (narrowed[.others] ?? 0)
                    list = ExtendedAttribute(name: AccessList.attribute, value: narrowed.bytes)
                } else {
                    list = nil
                    mode &= 0o700
                }
            } else {
                mode &= 0o707 | (mode & 0o007) << 3
            }
        }
        do throws(SystemError) {
            try applyMode(mode, list, over: calls.attributes(of: file), to: file, calls)
        } catch {
            // No access lists here: what the list said cannot be said with a mode.
            if list == nil || error.number != ENOTSUP { throw error }
            try calls.setMode(file, mode & 0o700)
        }
        for attribute in attributes where attribute.name != AccessList.attribute {
            do throws(SystemError) {
                try calls.setAttribute(file, attribute)
            } catch {
                // A note that somebody had put on a file that was deleted since: the text counts for more.
            }
        }
    }

    private func gives(_ file: Descriptor, owner: UInt32?, _ calls: any SystemCalls) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try calls.setOwner(file, owner: owner, group: status.group)
            return true
        } catch {
            // EINVAL: a user or group that this user namespace does not have.
            if [EPERM, EACCES, EINVAL].contains(error.number) { return false }
            throw error
        }
    }

    private func applyMode(
        _ mode: UInt32, _ list: ExtendedAttribute?, over present: [ExtendedAttribute], to file: Descriptor,
        _ calls: any SystemCalls
    ) throws(SystemError) {
        // A directory's default ACL gives a new file one that the old file need not have had: away with it, before the
        // mode's group bits become its mask.
        let inherited = present.accessList
        if inherited != nil && inherited != list { try calls.removeAttribute(file, AccessList.attribute) }
        guard let list else { return try calls.setMode(file, mode) }
        // The mode's group bits are the list's mask: until the list is there they would let the group in.
        try calls.setMode(file, mode & 0o7700)
        try calls.setAttribute(file, list)
    }
}
