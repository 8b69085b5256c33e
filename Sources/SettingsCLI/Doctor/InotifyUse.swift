import Glibc
import SettingsStore

/// What the processes of this user have of inotify, as far as this process may see into them.
struct InotifyUse {
    var instances = 0
    var watches = 0

    static func ofThisUser() -> InotifyUse {
        var use = InotifyUse()
        let calls = LinuxSystemCalls()
        let user = geteuid()
        for process in ProcFile.names(in: "/proc").compactMap(Int32.init) {
            let directory = "/proc/\(process)"
            // One that has ended meanwhile, or another user's, has no part in it.
            guard let status = try? calls.status(of: directory, at: .currentDirectory, following: true),
                status.owner == user
            else { continue }
            for descriptor in ProcFile.names(in: directory + "/fdinfo") {
                guard let text = ProcFile.text("\(directory)/fdinfo/\(descriptor)"), text.contains("inotify wd:")
                else { continue }
                use.instances += 1
                use.watches += text.split(separator: "\n").count { $0.hasPrefix("inotify wd:") }
            }
        }
        return use
    }
}
