/// A document with the larger arrays that were encoded into it or decoded from it: what the next encoding or decoding of
/// nearly the same takes from this one, instead of beginning anew.
///
/// Whose value is what `SettingsEncoder` and `SettingsDecoder` need to know of it: an element's text is made from the
/// element alone, and the element from its text alone, so where the one is the same the other is.
package struct Remembered: Sendable {
    package let document: SettingsDocument
    let arrays: [RememberedArray]
    /// Tells this one from all others, and holds no memory of theirs.
    private let mark = Mark()
    /// Of the one that arrays were taken over from.
    private let origin: Mark?

    private final class Mark: Sendable {}

    /// - Parameter previous: What arrays were taken over from.
    init(_ document: SettingsDocument, _ arrays: [RememberedArray], after previous: Remembered?) {
        self.document = document
        self.arrays = arrays
        origin = previous?.mark
    }

    /// The nodes of the arrays that were taken over as a whole when one of the two was made after the other: here, and
    /// in `other`.
    func shared(with other: Remembered) -> [(own: Int, other: Int)] {
        if origin === other.mark {
            return arrays.compactMap { array in array.origin.map { (array.node, $0) } }
        }
        if other.origin === mark {
            return other.arrays.compactMap { array in array.origin.map { ($0, array.node) } }
        }
        return []
    }
}

/// An array, and its node in the document.
///
/// Sendable without being checked: a part of a `Sendable` value, and never changed.
struct RememberedArray: @unchecked Sendable {
    /// Fewer elements are not worth the comparing.
    static let leastCount = 64

    let elements: Any
    let node: Int
    /// Its node in the document before, where its text was taken over from there as a whole.
    let origin: Int?
}

/// What a run of encoding or decoding has from the run before, and leaves to the next.
final class ArrayMemory {
    let previous: Remembered?
    private(set) var arrays: [RememberedArray] = []
    /// An array is being worked on that is remembered as a whole.
    var isInside = false
    /// The first of the previous arrays that none was compared with yet.
    private var next = 0

    init(_ previous: Remembered?) { self.previous = previous }

    /// The next of the previous arrays, if it is one of such elements.
    func counterpart<Element>(_: Element.Type) -> (elements: [Element], node: Int)? {
        guard let previous, next < previous.arrays.count else { return nil }
        let candidate = previous.arrays[next]
        // Asked first: a cast of an array of another type would go through its elements.
        guard type(of: candidate.elements) == [Element].self, let elements = candidate.elements as? [Element] else {
            return nil
        }
        next += 1
        return (elements, candidate.node)
    }

    /// - Parameter origin: The array's node in the document before, where its text was taken over from there as a whole.
    func remember<Element>(_ elements: [Element], _ node: Int, takenFrom origin: Int? = nil) {
        arrays.append(RememberedArray(elements: elements, node: node, origin: origin))
    }
}

/// A stretch of elements that are the same in two arrays.
struct CommonRun {
    var new: Range<Int>
    /// Where it begins in the old array.
    var old: Int

    /// The stretches that two arrays have in common: element by element where they have as many, else what they begin
    /// and end with.
    static func all(old oldCount: Int, new newCount: Int, same: (_ old: Int, _ new: Int) -> Bool) -> [CommonRun] {
        var runs: [CommonRun] = []
        let least = min(oldCount, newCount)
        guard oldCount == newCount else {
            var first = 0
            while first < least, same(first, first) { first += 1 }
            var last = 0
            while last < least - first, same(oldCount - 1 - last, newCount - 1 - last) { last += 1 }
            if first > 0 { runs.append(CommonRun(new: 0..<first, old: 0)) }
            if last > 0 { runs.append(CommonRun(new: newCount - last..<newCount, old: oldCount - last)) }
            return runs
        }
        var index = 0
        while index < newCount {
            let start = index
            while index < newCount, same(index, index) { index += 1 }
            if index > start { runs.append(CommonRun(new: start..<index, old: start)) }
            index += 1
        }
        return runs
    }
}
