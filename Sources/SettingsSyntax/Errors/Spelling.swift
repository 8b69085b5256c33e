/// The candidate that a misspelled word most likely stands for, or nil where none is near.
///
/// Near means a third of its letters at most are wrong, missing, surplus or swapped; case, `-` and `_` weigh little.
package func nearestSpelling(of word: String, among candidates: [String]) -> String? {
    let target = Spelling(word)
    guard target.letters.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates where !candidate.utf8.elementsEqual(word.utf8) {
        let other = Spelling(candidate)
        if other.letters.isEmpty || other.letters.count > 64 { continue }
        if other.letters == target.letters { return candidate }
        let limit = min(max(target.letters.count, other.letters.count) / 3, 3)
        let allowed = min(max(limit, target.letters.count > 2 ? 1 : 0), best.map { $0.distance - 1 } ?? Int.max)
        guard allowed > 0, abs(other.letters.count - target.letters.count) <= allowed else { continue }
        let distance = target.distance(to: other)
        if distance <= allowed { best = (candidate, distance) }
    }
    return best?.name
}

/// The letters of a word, without what people mix up without a thought.
private struct Spelling {
    let letters: [Unicode.Scalar]

    init(_ word: String) {
        letters = word.lowercased().unicodeScalars.filter { $0 != "-" && $0 != "_" && $0 != " " }
    }

    /// Insertions, removals, replacements and swaps of neighbours that lead from one to the other.
    func distance(to other: Spelling) -> Int {
        let (left, right) = (letters, other.letters)
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for row in 1...left.count {
            var current = [Int](repeating: row, count: right.count + 1)
            for column in 1...right.count {
                let isSame = left[row - 1] == right[column - 1]
                current[column] = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    current[column] = min(current[column], beforeLast[column - 2] + 1)
                }
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
