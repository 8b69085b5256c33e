internal import CInotifyTools

/// Which events are asked for, and what they mean.
package enum EventMask {
    /// The directory itself goes, is renamed, or may be searched by others than before. The kernel tells the same of what
    /// lies in it, which wakes the thread for nothing when somebody touches that, but not when it is written.
    package static let way = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB | IN_ONLYDIR)

    /// What can happen to a name. Not MODIFY: a busy log beside the file would cost, and a file in the middle of being
    /// written is not to be read anyway.
    package static let entries =
        way | UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)

    /// What can happen to a file through another of its names.
    package static let file = UInt32(IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)

    /// The same, and that it is being written.
    package static let writing = file | modify

    package static let modify = UInt32(IN_MODIFY)
    package static let attributes = UInt32(IN_ATTRIB)
    package static let closeWrite = UInt32(IN_CLOSE_WRITE)
    package static let create = UInt32(IN_CREATE)
    package static let movedTo = UInt32(IN_MOVED_TO)
    package static let moveSelf = UInt32(IN_MOVE_SELF)
    package static let overflow = UInt32(IN_Q_OVERFLOW)
    package static let ignored = UInt32(IN_IGNORED)

    static func of(_ purpose: NeededWatch.Purpose) -> UInt32 {
        switch purpose {
        case .way: way
        case .entries: entries
        case .file: file
        case .writing: writing
        }
    }
}
