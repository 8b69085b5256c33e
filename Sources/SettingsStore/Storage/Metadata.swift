import Glibc

/// What a file has beside its bytes.
struct Metadata {
    private static let accessList = "system.posix_acl_access"

    let status: FileStatus
    let attributes: [ExtendedAttribute]

    init(of file: Descriptor, _ status: FileStatus, _ calls: any SystemCalls) throws(SystemError) {
        self.status = status
        attributes = try calls.attributes(of: file)
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
        // A directory's default ACL gives a new file one that the old file need not have had: away with it, before the
        // mode's group bits become its mask.
        var inherited = try calls.attributes(of: file)
        for attribute in inherited where attribute.name == Self.accessList && !attributes.contains(attribute) {
            try calls.removeAttribute(file, attribute.name)
        }
        inherited.removeAll { $0.name == Self.accessList }
        try calls.setMode(file, status.permissions)
        for attribute in attributes where !inherited.contains(attribute) {
            do throws(SystemError) {
                try calls.setAttribute(file, attribute)
            } catch {
                let isSystems = attribute.name.hasPrefix("security.") || attribute.name.hasPrefix("trusted.")
                if !(isSystems && [EPERM, EACCES, ENOTSUP].contains(error.number)) { throw error }
            }
        }
    }
}
