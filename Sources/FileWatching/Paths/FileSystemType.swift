/// File systems by the number that `statfs` gives them.
package enum FileSystemType {
    /// The name of a file system on which another machine, or a process in user space, changes files without the
    /// kernel here knowing; `nil` for one whose every change raises an event.
    package static func silentName(_ type: Int64) -> String? {
        switch type {
        case 0x6969: "NFS"
        case 0x517B: "SMB"
        case 0xFF53_4D42: "CIFS"
        case 0xFE53_4D42: "SMB2"
        case 0x0102_1997: "9p"
        case 0x6573_5546: "FUSE"
        case 0x00C3_6400: "Ceph"
        case 0x5346_414F: "AFS"
        case 0x6B41_4653: "AFS"
        case 0x7375_7245: "Coda"
        case 0x786F_4256: "vboxsf"
        case 0x0BD0_0BD0: "Lustre"
        case 0x0116_1970: "GFS2"
        case 0x7461_636F: "OCFS2"
        case 0x0000_9FA0: "proc"
        case 0x6265_6572: "sysfs"
        default: nil
        }
    }
}
