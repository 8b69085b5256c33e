/// Every row, in the order of the report. A new one is added here and nowhere else.
let allRows: [BenchmarkRow] =
    BenchmarkRow.syntax + [
        .harnessItself,
        .decode("1 KiB", 1 << 10),
        .decode("1 MiB", 1 << 20),
        .decode("10 MiB", 10 << 20),
        .decodeLayers,
        .decodeFirst,
        .encode("1 KiB", 1 << 10),
        .encode("1 MiB", 1 << 20),
        .encode("10 MiB", 10 << 20),
        .growthDictionary, .growthBareDictionary, .growthOverDictionary,
        .growthStruct,
        .read,
        .reader(1), .reader(8), .reader(1, whole: true), .reader(8, whole: true),
        .stalledRead,
        .load,
        .save("1 KiB", 1 << 10, limit: .atMost(1.15)),
        .save("1 MiB", 1 << 20, limit: .atMost(1.6)),
        .groupCommit, .records,
        .reload("renamed over", .rename, handOver: .atMost(1.4), tail: .atMost(1.5), bare: .atMost(3)),
        .reload("flushed and renamed over", .flushedRename, handOver: .atMost(1.5)),
        .reload("written in place", .inPlace, handOver: .atMost(1.5)),
        .reload("renamed over, tmpfs", .rename, in: "/dev/shm", handOver: .atMost(1.5)),
        .reload(
            "renamed over, edits 20 ms apart", .rename, pause: .milliseconds(20), rounds: 200, handOver: .none),
        .idleProcessor,
        .residentMemory,
        .anonymousMemory,
        .crowdMemory,
        .idleCrowd,
        .subscribersPublisher(100),
        .subscribersLast(100),
        .subscribersPublisher(1000),
        .subscribersLast(1000),
        .readerWhilePublishing(1000),
    ] + BenchmarkRow.crowds

/// Every measurement that runs in a process of its own.
let allChildren: [ChildMeasurement] =
    ChildMeasurement.crowds + [
        .idleCrowd,
        .crowdMemory,
        .decodeFirst,
        .decodeFirstFoundation,
        .foreignSaver,
    ]
