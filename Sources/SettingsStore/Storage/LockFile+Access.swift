import Glibc

/// Who may lock: those who may write the settings file.
extension LockFile {
    /// Whether a lock file counts: whoever may not write the settings may not keep others from it either.
    func counts(_ lock: FileStatus) -> Bool {
        if place.trust.covers(lock, target: target) { return true }
        guard let target, let list = accessList(of: target) else { return false }
        return list.letsWrite(
            ownerOf: lock, of: target, provesMembership: place.trust.inheritedGroup != lock.group)
    }

    /// Gives it to those who may write the settings file, as far as it is this process's to give. What fails leaves it to
    /// fewer, not to more.
    func adapt(_ file: Descriptor, _ status: FileStatus, isNew: Bool) {
        do throws(SystemError) {
            try adapted(file, status, isNew: isNew)
        } catch {
            // As above: one that is new is the owner's alone to begin with.
        }
    }

    private func adapted(_ file: Descriptor, _ status: FileStatus, isNew: Bool) throws(SystemError) {
        var status = status
        let last = storage.lastMetadata
        guard let model = target ?? last?.status else {
            // A new file, and thus this process's.
            let mode = AccessList(mode: UInt32(storage.options.permissions ?? 0o644))
                .forLock(of: status, owner: status.owner, group: status.group)
            return try apply(mode, to: file, status, isNew: isNew)
        }
        if status.owner != model.owner || status.group != model.group {
            // The owner is root's to change; the group also its members'.
            if gives(file, owner: model.owner, group: model.group) {
                (status.owner, status.group) = (model.owner, model.group)
            } else if status.group != model.group, gives(file, owner: nil, group: model.group) {
                status.group = model.group
            }
        }
        let list =
            if let target { accessList(of: target) } else {
                last.flatMap { AccessList($0.attributes, mode: $0.status.mode) }
            }
        guard let list else { return }
        try apply(
            list.forLock(of: model, owner: status.owner, group: status.group), to: file, status, isNew: isNew)
    }

    private func apply(
        _ wanted: AccessList, to file: Descriptor, _ status: FileStatus, isNew: Bool
    ) throws(SystemError) {
        let mode = wanted.narrowMode
        // The mode's group bits are the mask of a list: without them it lets nobody in.
        if !isNew, !wanted.isExtended, mode == 0o600, status.permissions == mode { return }
        let present = try calls.attributes(of: file).accessList
        if wanted.isExtended {
            if present?.value == wanted.bytes { return }
            do throws(SystemError) {
                return try calls.setAttribute(
                    file, ExtendedAttribute(name: AccessList.attribute, value: wanted.bytes))
            } catch {
                // No lists here: as much of it as a mode can say.
            }
        }
        if present != nil {
            // In this order: without the list its mask would be the group's.
            try calls.setMode(file, 0o600)
            try calls.removeAttribute(file, AccessList.attribute)
        }
        if present != nil || status.permissions != mode { try calls.setMode(file, mode) }
    }

    /// Who may do what with the settings file; nil where that is not to be found out.
    private func accessList(of target: FileStatus) -> AccessList? {
        // Without one of these bits nobody but the owner may write, whatever list there is.
        if target.permissions & 0o022 == 0 { return AccessList(mode: target.mode) }
        do throws(SystemError) {
            let file = try calls.open(place.name, at: place.directory, .readNoFollow)
            defer { calls.close(file) }
            return AccessList(try calls.attributes(of: file), mode: target.mode)
        } catch {
            return nil
        }
    }

    private func gives(_ file: Descriptor, owner: UInt32?, group: UInt32) -> Bool {
        do throws(SystemError) {
            try calls.setOwner(file, owner: owner, group: group)
            return true
        } catch {
            return false
        }
    }
}
