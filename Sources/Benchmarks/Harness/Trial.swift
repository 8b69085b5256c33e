/// A row made ready: who is measured against whom.
struct Trial {
    var subject: Contestant
    var rivals: [(contestant: Contestant, limit: Limit)]
    /// Bytes that one run of the subject goes through, where a throughput is worth telling.
    var bytes: Int?
    /// Undoes what the preparation did (temporary files, processes).
    var cleanUp: () async throws -> Void

    init(
        _ subject: Contestant, bytes: Int? = nil, against rivals: (Contestant, Limit)...,
        cleanUp: @escaping () async throws -> Void = {}
    ) {
        self.subject = subject
        self.rivals = rivals.map { (contestant: $0.0, limit: $0.1) }
        self.bytes = bytes
        self.cleanUp = cleanUp
    }
}
