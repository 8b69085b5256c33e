/// What a file had beside its bytes, where that was once something else than what a new file has.
final class KeptMetadata: Sendable {
    let metadata: Locked<Metadata>

    init(_ metadata: Metadata) { self.metadata = Locked(metadata) }
}
