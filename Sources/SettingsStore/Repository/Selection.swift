/// Two or more values of a settings struct, taken together.
struct Selection<
    Settings: Sendable, First: Equatable & Sendable, Second: Equatable & Sendable, each Other: Equatable & Sendable
>: Sendable {
    private let first: any KeyPath<Settings, First> & Sendable
    private let second: any KeyPath<Settings, Second> & Sendable
    private let other: (repeat any KeyPath<Settings, each Other> & Sendable)

    init(
        _ first: any KeyPath<Settings, First> & Sendable, _ second: any KeyPath<Settings, Second> & Sendable,
        _ other: repeat any KeyPath<Settings, each Other> & Sendable
    ) {
        self.first = first
        self.second = second
        self.other = (repeat each other)
    }

    func values(of settings: Settings) -> (First, Second, repeat each Other) {
        (settings[keyPath: first], settings[keyPath: second], repeat settings[keyPath: each other])
    }

    /// Whether none of the values differs.
    func isSame(_ left: Settings, _ right: Settings) -> Bool {
        guard isSameElement(left[keyPath: first], right[keyPath: first]),
            isSameElement(left[keyPath: second], right[keyPath: second])
        else { return false }
        // A `where` clause is not to be had here.
        for key in repeat each other {
            if !isSameElement(left[keyPath: key], right[keyPath: key]) { return false }
        }
        return true
    }
}
