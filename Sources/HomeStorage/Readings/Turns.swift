/// Lets those who ask go one after the other, in order, across suspensions. For use within one actor.
package struct Turns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init() {}

    /// True when it is the caller's turn at once, else it has to wait by `wait`.
    package mutating func take() -> Bool {
        defer { isTaken = true }
        return !isTaken
    }

    package mutating func wait(_ continuation: CheckedContinuation<Void, Never>) { waiting.append(continuation) }

    package mutating func pass() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
