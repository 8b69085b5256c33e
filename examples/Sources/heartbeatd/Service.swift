import Glibc
import SettingsStore

/// The service: a task for each thing that can be set, and the signals.
struct Service: Sendable {
    private let repository: SettingsRepository<HeartbeatSettings>
    private let journal: Journal
    private let manager: ServiceManager

    init(_ repository: SettingsRepository<HeartbeatSettings>, journal: Journal, manager: ServiceManager) {
        self.repository = repository
        self.journal = journal
        self.manager = manager
    }

    /// Loads the settings, runs the service, and ends the program with it.
    static func start(on path: String, obeying signals: AsyncStream<Int32>) {
        // Detached: the main thread has other things to do.
        Task.detached {
            let journal = Journal()
            do {
                let repository = try SettingsRepository(path: path, defaults: HeartbeatSettings())
                await Service(repository, journal: journal, manager: ServiceManager()).run(until: signals)
                exit(0)
            } catch {
                await journal.log(.error, "\(error)")
                exit(1)
            }
        }
    }

    /// Runs until SIGTERM or SIGINT.
    func run(until signals: AsyncStream<Int32>) async {
        let heart = Heart(journal)
        await withTaskGroup { group in
            group.addTask {
                for await interval in await repository.values(of: \.interval) {
                    await heart.beat(every: interval)
                    await journal.log(.notice, "interval: \(interval)")
                }
            }
            group.addTask {
                for await level in await repository.values(of: \.logLevel) {
                    await journal.show(from: level)
                    await journal.log(.notice, "log level: \(level)")
                }
            }
            group.addTask {
                for await targets in await repository.values(of: \.targets) {
                    await heart.tell(targets)
                    await journal.log(.notice, "targets: \(targets.map(\.id).joined(separator: ", "))")
                }
            }
            group.addTask {
                for await event in await repository.events { await report(event) }
            }
            for warning in await repository.warnings { await journal.log(.warning, "\(warning)") }
            manager.ready()
            await obey(signals)
            // Ends the four streams, and with them the tasks.
            await repository.close()
        }
        await heart.stop()
        await journal.log(.notice, "stopped")
    }

    private func obey(_ signals: AsyncStream<Int32>) async {
        for await signal in signals {
            guard signal == SIGHUP else { break }
            manager.reloading()
            do {
                try await repository.reload()
                await journal.log(.notice, "reloaded")
            } catch {
                await journal.log(.error, "\(error)")
            }
            manager.ready()
        }
        manager.stopping()
    }

    private func report(_ event: SettingsEvent) async {
        switch event {
        case .rejected(let error): await journal.log(.error, "\(error)")
        case .recovered: await journal.log(.notice, "the settings file is valid again")
        case .missing: await journal.log(.warning, "there is no settings file; the settings stay as they are")
        case .unknownKeys(let errors): for error in errors { await journal.log(.warning, "\(error)") }
        case .watch(.events): await journal.log(.debug, "watching")
        case .watch(.limited(let reason)): await journal.log(.warning, "watching, but not for all changes: \(reason)")
        case .watch(.polling(let reason)): await journal.log(.warning, "polling: \(reason)")
        case .watch(.unwatched(let reason)): await journal.log(.warning, "not watching: \(reason)")
        case .keptAside(let path): await journal.log(.warning, "a save was kept in \(path)")
        }
    }
}
