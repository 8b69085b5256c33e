/// What a row must reach against a rival.
enum Limit: Sendable {
    /// The subject is at least so many times as fast as the rival.
    case atLeast(Double)
    /// The subject takes at most so many times the rival's time.
    case atMost(Double)
    /// Nothing is asked; the ratio is told.
    case none

    /// The ratio in the limit's own direction: above 1 is 'faster' for `atLeast`, 'slower' for the others.
    func ratio(subject: Double, rival: Double) -> Double {
        switch self {
        case .atLeast: rival / subject
        case .atMost, .none: subject / rival
        }
    }

    func holds(_ ratio: Double) -> Bool? {
        switch self {
        case .atLeast(let limit): ratio >= limit
        case .atMost(let limit): ratio <= limit
        case .none: nil
        }
    }
}

extension Limit: CustomStringConvertible {
    var description: String {
        switch self {
        case .atLeast(let limit): "≥ \(Format.number(limit))×"
        case .atMost(let limit): "≤ \(Format.number(limit))×"
        case .none: ""
        }
    }
}
