/// The replacement of a connection that works by another one, with other keys. Commands that arrive meanwhile wait for its
/// end.
struct ConnectionHandover {
    private(set) var isGoingOn = false
    /// The number of handovers that began.
    private(set) var count = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// The present connection ends, and the next one is made at once.
    mutating func begin() {
        isGoingOn = true
        count += 1
    }

    /// The next connection was made, or could not be made.
    mutating func end() {
        isGoingOn = false
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Resumes the continuation at the end of the handover; at once while there is none.
    mutating func add(_ continuation: CheckedContinuation<Void, Never>) {
        guard isGoingOn else { return continuation.resume() }
        waiting.append(continuation)
    }
}
