internal import Glibc

extension PathWalk.End {
    /// What the end is when a call to the kernel failed on the way.
    static func failed(_ error: Int32) -> Self {
        switch error {
        case ENOENT: .missing
        case EMFILE, ENFILE, ENOMEM, ENOBUFS: .cutOff(error)
        default: .refused(error)
        }
    }
}
