/// One committed state of a store, immutable and shared by all who look at it.
package final class Revision<State: AnyObject & Sendable>: Sendable {
    /// Counts from 1, the state that was loaded first.
    package let number: Int
    package let state: State
    package let origin: ChangeOrigin

    package init(number: Int, state: State, origin: ChangeOrigin) {
        self.number = number
        self.state = state
        self.origin = origin
    }
}
