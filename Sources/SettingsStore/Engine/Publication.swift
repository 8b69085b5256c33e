/// What became of what a look found.
enum Publication {
    case done
    /// Something was published since the look began: what it found may be older, so it is made again at once.
    case outdated
    /// A commit is under way: it says when the look is to be made.
    case deferred
}
