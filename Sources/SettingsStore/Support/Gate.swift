/// What a lock guards that guards a stretch of code and no state.
///
/// Not `()`: an empty state has no place of its own in a lock's memory, and the thread sanitizer takes access to it for
/// access to what lies there.
package struct Gate: Sendable {
    private var place: UInt8 = 0

    package init() {}
}
