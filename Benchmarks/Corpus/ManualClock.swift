import HomeModel
import Synchronization

/// A clock that only `advance` moves, so that hours take seconds.
final class ManualClock: Sendable {
    private struct State {
        var now: Timestamp
        var hasEnded = false
        var waiting: [(until: Timestamp, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Mutex<State>

    init(_ now: Timestamp) { state = Mutex(State(now: now)) }

    var now: Timestamp { state.withLock { $0.now } }

    func sleep(for duration: Duration) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.hasEnded { state.waiting.append((state.now + duration, continuation)) }
                return state.hasEnded
            }
            if isOver { continuation.resume() }
        }
    }

    /// Sets the time and ends the waits that are due.
    func advance(to time: Timestamp) {
        let due = state.withLock { state in
            state.now = time
            let due = state.waiting.filter { $0.until <= time }
            state.waiting.removeAll { $0.until <= time }
            return due
        }
        due.forEach { $0.continuation.resume() }
    }

    /// Ends all waits, now and in the future.
    func end() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.continuation.resume() }
    }
}
