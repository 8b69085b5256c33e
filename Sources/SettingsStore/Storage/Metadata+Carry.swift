extension Metadata {
    /// Gives `target` what somebody changed of mode, owner, group and access list since a file got this metadata.
    ///
    /// - Parameter status: what the file has now.
    /// - Parameter before: what it had.
    func carry(
        from name: String, _ status: FileStatus, was before: FileStatus, at directory: Descriptor,
        to target: Descriptor, _ calls: any SystemCalls
    ) throws(SystemError) {
        if status.owner != before.owner || status.group != before.group {
            try calls.setOwner(target, owner: status.owner, group: status.group)
        }
        if status.permissions != before.permissions { try calls.setMode(target, status.permissions) }
        // After the mode, which would change its mask. A file that may not be read now has its mode, and that closed it.
        let file = try calls.open(name, at: directory, .readNoFollow)
        defer { calls.close(file) }
        let list = try calls.attributes(of: file).accessList
        if list == attributes.accessList { return }
        if let list {
            try calls.setAttribute(target, list)
        } else {
            try calls.removeAttribute(target, AccessList.attribute)
        }
    }
}
