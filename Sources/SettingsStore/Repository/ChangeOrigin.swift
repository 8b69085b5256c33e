/// Where a change came from.
public enum ChangeOrigin: String, Sendable, Hashable {
    /// From outside: a person, or another process.
    case file
    /// From this repository's own `update`.
    case update
}
