@testable import SettingsStore

/// What a power loss at this instant can leave.
///
/// A flush of a file makes its bytes and metadata durable, not its name; a flush of the directory its operations. Of the
/// rest any part survives: any subset of the directory's operations (each whole), of each file its bytes from before, or
/// those from after, or half of what was written, or zeros in the length of what was written; and its metadata from
/// before or from after.
extension DiskContents {
    func crashes() -> Set<DiskContents> {
        var directories: Set<[String: UInt64]> = []
        for subset in 0..<(1 << directory.pending.count) {
            var entries = directory.durable
            for (index, change) in directory.pending.enumerated() where subset & (1 << index) != 0 {
                for (name, inode) in change { entries[name] = inode }
            }
            directories.insert(entries)
        }
        var result: Set<DiskContents> = []
        for entries in directories {
            var variants: [[UInt64: File]] = [[:]]
            for inode in Set(entries.values).sorted() {
                guard let file = files[inode] else { continue }
                let states = file.crashes(isRecord: entries[CrashScenario.lock] == inode)
                variants = variants.flatMap { files in states.map { files.merging([inode: $0]) { $1 } } }
            }
            for files in variants {
                var contents = DiskContents()
                contents.files = files
                contents.directory.entries = entries
                contents.directory.durable = entries
                contents.clock = clock
                result.insert(contents)
            }
        }
        return result
    }

    /// What is there when all processes are killed at this instant: everything but what they had in memory.
    func killed() -> DiskContents {
        var contents = self
        contents.dropUnnamed()
        return contents
    }

    /// The same for two disks that differ in nothing but the time.
    var withoutClock: DiskContents {
        var contents = self
        contents.clock = 0
        return contents
    }
}

extension DiskContents.File {
    /// - Parameter isRecord: it is the lock file, which is never flushed and of which nothing is expected: fewer states.
    fileprivate func crashes(isRecord: Bool) -> [DiskContents.File] {
        var result = [state(durableBytes, durableMetadata)]
        if isFlushed { return result }
        result.append(state(bytes, metadata))
        if bytes == durableBytes { return result }
        if isRecord {
            result.append(state([UInt8](repeating: 0, count: bytes.count), metadata))
            return result
        }
        result.append(state(bytes, durableMetadata))
        // Half of the new ones, alone or over the old ones; or the room for them and nothing in it.
        let half = Array(bytes.prefix((bytes.count + 1) / 2))
        result.append(state(half, metadata))
        if durableBytes.count > half.count {
            result.append(state(half + durableBytes[half.count...], metadata))
        }
        result.append(state([UInt8](repeating: 0, count: bytes.count), metadata))
        return result
    }

    private func state(_ bytes: [UInt8], _ metadata: DiskContents.Metadata) -> DiskContents.File {
        DiskContents.File(bytes: bytes, metadata: metadata, durableBytes: bytes, durableMetadata: metadata)
    }
}
