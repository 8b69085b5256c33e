/// The latest events, numbered: each subscriber keeps its place by a number, so one that never reads costs nothing.
struct EventLog {
    /// An event, and how many revisions had been published before it.
    struct Entry {
        var event: SettingsEvent
        var revision: Int
    }

    /// What a subscriber may fall behind before it misses the oldest ones; the status is always true.
    static let capacity = 64

    private var entries: [Entry] = []
    /// The number of the first entry that is kept.
    private var first = 0

    /// The number that the next event will have.
    var end: Int { first + entries.count }

    mutating func append(_ event: SettingsEvent, revision: Int) {
        if entries.count == Self.capacity {
            entries.removeFirst()
            first += 1
        }
        entries.append(Entry(event: event, revision: revision))
    }

    /// The first kept entry from `number` on, and its number.
    func entry(from number: Int) -> (number: Int, entry: Entry)? {
        let number = max(number, first)
        return number < end ? (number, entries[number - first]) : nil
    }
}
