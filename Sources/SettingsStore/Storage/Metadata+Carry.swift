extension Metadata {
    /// Gives `target` what somebody changed of mode, owner, group, access list and `user.*` attributes since a file got this metadata.
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
        let present = try calls.attributes(of: file)
        try carryList(present.accessList, to: target, calls)
        try carryNotes(present, to: target, calls)
    }

    private func carryList(
        _ list: ExtendedAttribute?, to target: Descriptor, _ calls: any SystemCalls
    ) throws(SystemError) {
        if list == attributes.accessList { return }
        if let list {
            try calls.setAttribute(target, list)
        } else {
            try calls.removeAttribute(target, AccessList.attribute)
        }
    }

    /// What users note: what the system keeps (`security.*`), the file may have been denied.
    private func carryNotes(
        _ present: [ExtendedAttribute], to target: Descriptor, _ calls: any SystemCalls
    ) throws(SystemError) {
        let (now, before) = (present.filter(\.isUsers), attributes.filter(\.isUsers))
        for attribute in now where !before.contains(attribute) { try calls.setAttribute(target, attribute) }
        for attribute in before where !now.contains(where: { $0.name == attribute.name }) {
            try calls.removeAttribute(target, attribute.name)
        }
    }
}

extension ExtendedAttribute {
    fileprivate var isUsers: Bool { name.hasPrefix("user.") }
}
