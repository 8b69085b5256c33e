import Glibc
import SettingsSyntax

extension FileStorage {
    /// Why a write would be refused for what the file is or whose it is; nil where neither stands in the way, or where
    /// that cannot be told because the file is not to be reached. Nothing is written, and no lock taken.
    package func writeRefusal() -> WriteRefusal? {
        do throws(SystemError) {
            let place = try Place.resolve(path, createsDirectories: false, calls)
            defer { calls.close(place.directory) }
            let status = try calls.status(of: place.name, at: place.directory, following: false)
            if status.kind != .regular { return nil }
            guard let obstacle = try Obstacle.find(status, place, self) else { return nil }
            if options.irreplaceable == .writeInPlace && !obstacle.isFinal { return nil }
            return WriteRefusal(cause: obstacle.cause, error: obstacle.error(self))
        } catch {
            return nil
        }
    }

    /// Why a write would be refused for what has the lock file's name; nil as with `writeRefusal`.
    package func lockRefusal() -> SettingsError? {
        do throws(SystemError) {
            let place = try Place.resolve(path, createsDirectories: false, calls)
            defer { calls.close(place.directory) }
            var target: FileStatus?
            do throws(SystemError) {
                target = try calls.status(of: place.name, at: place.directory, following: false)
            } catch {
                if error.number != ENOENT { return nil }
            }
            return LockFile(storage: self, place: place, target: target).refusal()
        } catch {
            return nil
        }
    }
}
