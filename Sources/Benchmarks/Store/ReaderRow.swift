import Glibc
import SettingsStore

extension BenchmarkRow {
    /// What one read of `SettingsReader.current` costs the processor, with so many tasks reading at once.
    static func reader(_ tasks: Int, whole: Bool = false) -> BenchmarkRow {
        .figure(
            "store/reader.current, \(tasks) task\(tasks == 1 ? "" : "s")\(whole ? ", kept" : "")", unit: "ns",
            limit: .atMost(30)
        ) {
            let repository = try SettingsRepository(storage: MemoryStorage(), defaults: SettingsSample.sized(1 << 10))
            let reader = repository.reader
            let reads = 200_000
            var samples = Samples()
            for _ in 0..<41 {
                let start = ContinuousClock.now
                await withTaskGroup { group in
                    for _ in 0..<tasks {
                        group.addTask {
                            if whole {
                                for _ in 0..<reads {
                                    let settings = reader.current
                                    blackHole(settings)
                                }
                            } else {
                                for _ in 0..<reads { blackHole(reader.current.version) }
                            }
                        }
                    }
                }
                let time = Runner.nanoseconds(ContinuousClock.now - start)
                // With more tasks than processors these share the time.
                samples.add(time * Double(min(tasks, processors)) / Double(reads * tasks))
            }
            await repository.close()
            return samples.median
        }
    }
}

private let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
