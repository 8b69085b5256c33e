import Glibc
import SettingsStore
import SettingsSyntax

/// Looks at everything that a repository on this file depends on. Nothing is written.
struct Doctor<Settings: Codable & Sendable> {
    private let session: CommandSession<Settings>
    private let calls: any SystemCalls
    private(set) var findings: [Finding] = []

    var isWell: Bool { findings.allSatisfy { $0.level == .ok } }

    init(_ session: CommandSession<Settings>) async {
        self.session = session
        calls = session.storage.calls
        let path = ResolvedPath.resolve(session.storage.path)
        examinePath(path)
        if let path {
            let (directory, name) = FilePath.split(path)
            examineDirectory(directory)
            examineFile(path, name, in: directory)
            examineRefusal()
            examineSpace(path, in: directory)
        }
        examineKernel()
        await examineSettings()
    }

    private mutating func note(_ topic: String, _ level: Finding.Level, _ text: String) {
        findings.append(Finding(topic: topic, level: level, text: text))
    }

    private mutating func examinePath(_ resolved: String?) {
        let path = session.storage.path
        guard let resolved else {
            return note("path", .error, "\(path) leads nowhere: \(SystemError(errno).text)")
        }
        note("path", .ok, resolved == path ? path : "\(path) leads through links to \(resolved)")
    }

    private mutating func examineDirectory(_ directory: String) {
        do throws(SystemError) {
            let status = try calls.status(of: directory, at: .currentDirectory, following: true)
            // unsafe: the text is lent for the length of the call
            let mayRead = unsafe access(directory, R_OK) == 0
            let traits = try calls.traits(of: directory, at: .currentDirectory)
            if traits.contains(.immutable) || traits.contains(.appendOnly) {
                let (word, option) = traits.contains(.immutable) ? ("immutable", "i") : ("append-only", "a")
                note(
                    "directory", .error,
                    "\(directory) is \(word): settings can be read, not changed; have that taken off (chattr -\(option))"
                )
            } else if unsafe access(directory, W_OK | X_OK) != 0 {
                note("directory", .warning, "\(directory) cannot be written in: settings can be read, not changed")
            } else if !mayRead {
                note(
                    "directory", .warning,
                    "\(directory) cannot be read (mode \(Self.octal(status.permissions))), which a durable change takes: "
                        + "settings can be read, not changed")
            } else if status.permissions & 0o022 != 0, status.permissions & 0o1000 == 0 {
                note(
                    "directory", .warning,
                    "others may write in \(directory) (mode \(Self.octal(status.permissions))), and replace the file")
            } else {
                note("directory", .ok, "\(directory) can be written in (mode \(Self.octal(status.permissions)))")
            }
        } catch {
            note("directory", .error, "\(directory): \(error.text)")
        }
    }

    private mutating func examineFile(_ path: String, _ name: String, in directory: String) {
        do throws(SystemError) {
            let status = try calls.status(of: path, at: .currentDirectory, following: true)
            guard status.kind == .regular else { return note("file", .error, "is \(status.kind.name), not a file") }
            if status.permissions & 0o002 != 0 {
                note("file", .warning, "anybody may write it (mode \(Self.octal(status.permissions)))")
            } else {
                note("file", .ok, "\(status.size) bytes, owner \(status.owner), mode \(Self.octal(status.permissions))")
            }
            // Where no way of writing is left, that is told with what a write would be refused for.
            if status.links > 1, session.storage.writeRefusal()?.cause ?? .irreplaceable == .irreplaceable {
                note("links", .warning, "the file has \(status.links) names: it is written with --in-place only")
            }
            examineMount(name, in: directory)
            examineLease(path)
        } catch {
            if error.number == ENOENT { return note("file", .ok, "is not there yet; the first change makes it") }
            note("file", .error, "cannot be looked at: \(error.text)")
        }
        examineLock(name, in: directory)
    }

    private mutating func examineMount(_ name: String, in directory: String) {
        do throws(SystemError) {
            let opened = try calls.open(directory, at: .currentDirectory, .directory)
            defer { calls.close(opened) }
            // What is read-only is told with what a write would be refused for.
            guard try calls.traits(of: name, at: opened).contains(.mountRoot),
                session.storage.writeRefusal()?.cause != .readOnly
            else { return }
            note("mount", .warning, "the file is a mount of its own: it is written with --in-place only")
        } catch {
            note("mount", .warning, "cannot be told: \(error.text)")
        }
    }

    /// Whose the file is, and what closes it to everybody: what else stands in a write's way has a line of its own.
    private mutating func examineRefusal() {
        guard let refusal = session.storage.writeRefusal() else { return }
        switch refusal.cause {
        case .owner: note("owner", refusal.error)
        case .attributes: note("attributes", refusal.error)
        case .readOnly: note("mount", refusal.error)
        case .irreplaceable: return
        }
    }

    private mutating func note(_ topic: String, _ refusal: SettingsError) {
        note(topic, .error, refusal.message + (refusal.hint.map { "; \($0)" } ?? ""))
    }

    private mutating func examineSpace(_ path: String, in directory: String) {
        do throws(SystemError) {
            let space = try FreeSpace(in: directory)
            var size: UInt64 = 0
            do throws(SystemError) {
                size = UInt64(max(try calls.status(of: path, at: .currentDirectory, following: true).size, 0))
            } catch {
                // Not there, or told of already.
            }
            if let text = space.shortage(for: size) { note("space", .error, text) }
        } catch {
            // A directory that is not there has been told of.
            if error.number != ENOENT { note("space", .warning, "cannot be told: \(error.text)") }
        }
    }

    private mutating func examineLease(_ path: String) {
        do throws(SystemError) {
            let file = try calls.open(path, at: .currentDirectory, .read)
            defer { calls.close(file) }
            try calls.takeReadLease(file)
            calls.releaseLease(file)
            note("lease", .ok, "can be had: no save made on this machine and mount is ever read half-written")
        } catch {
            switch error.number {
            case EAGAIN: note("lease", .warning, "somebody has the file open for writing at this moment")
            case EACCES:
                note("lease", .warning, "only the file's owner gets one: saves in place are waited for instead")
            default: note("lease", .warning, "cannot be had (\(error.text)): saves in place are waited for instead")
            }
        }
    }

    private mutating func examineLock(_ name: String, in directory: String) {
        if let refusal = session.storage.lockRefusal() { return note("lock", refusal) }
        let lock = "\(directory)/.\(name).lock"
        do throws(SystemError) {
            let opened = try calls.open(lock, at: .currentDirectory, .readWriteNoFollow)
            defer { calls.close(opened) }
            if try calls.tryLock(opened) {
                calls.unlock(opened)
                note("lock", .ok, "is free")
            } else {
                note("lock", .warning, "another process is writing at this moment")
            }
        } catch {
            if error.number == ENOENT { return note("lock", .ok, "was never taken") }
            note("lock", .warning, "cannot be taken: \(error.text); settings can be read, not changed")
        }
    }

    private mutating func examineSettings() async {
        let repository: SettingsRepository<Settings>
        do {
            repository = try session.repository(session.storage, isService: true)
        } catch {
            note("settings", .error, "a service would not start: " + error.text)
            return note("watch", .warning, "is not tried before the file is valid")
        }
        let isMissing = if case .missing = await repository.status { true } else { false }
        note("settings", .ok, isMissing ? missingText : "the file is valid")
        for unknown in await repository.warnings {
            let place = unknown.location.map { "line \($0.line): " } ?? ""
            note("keys", .warning, place + unknown.message + (unknown.hint.map { "; \($0)" } ?? ""))
        }
        switch await watchMode(repository) {
        case .events: note("watch", .ok, "changes are told by the kernel, at once")
        case .limited(let reason): note("watch", .warning, "not every change is told by the kernel: \(reason)")
        case .polling(let reason): note("watch", .warning, "changes are looked for again and again: \(reason)")
        case .unwatched(let reason): note("watch", .warning, "changes are not noticed: \(reason)")
        case nil: note("watch", .warning, "has not begun within five seconds")
        }
        await repository.close()
    }

    /// Of a file that anybody may name no defaults are known.
    private var missingText: String {
        session.tree.isFree ? "there is no file: nothing is set" : "there is no file: the defaults stand"
    }

    /// How the repository really watches the file, as soon as it does.
    private func watchMode(_ repository: SettingsRepository<Settings>) async -> WatchMode? {
        let deadline = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < deadline {
            if let mode = await repository.watchMode { return mode }
            // On this thread, which has nothing else to do: a timer of the runtime's takes descriptors.
            calls.pause(nanoseconds: 2_000_000)
        }
        return nil
    }

    private static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }
}

extension Doctor {
    /// Inotify: its limits, and what this user's processes have used up of them.
    private mutating func examineKernel() {
        let limits = "/proc/sys/fs/inotify/"
        guard let watches = ProcFile.number(limits + "max_user_watches"),
            let instances = ProcFile.number(limits + "max_user_instances")
        else {
            return note("inotify", .warning, "its limits cannot be read (no /proc?)")
        }
        let use = InotifyUse.ofThisUser()
        note(
            "instances", use.instances < instances ? .ok : .warning,
            "\(use.instances) of \(instances) in use" + (use.instances < instances ? "" : ": files are polled"))
        note(
            "watches", use.watches + 8 <= watches ? .ok : .warning,
            "\(use.watches) of \(watches) in use" + (use.watches + 8 <= watches ? "" : ": files are polled"))
    }
}
