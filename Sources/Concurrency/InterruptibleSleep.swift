import Synchronization

/// A pause that an interruption ends early. An interruption between two pauses ends the next one at once, unless it was
/// forgotten before.
package final class InterruptibleSleep: Sendable {
    private struct State {
        var isInterrupted = false
        /// Ends the pause of now.
        var pause: AsyncStream<Never>.Continuation?
    }

    private let state = Mutex(State())

    package init() {}

    package func interrupt() {
        let pause = state.withLock { state in
            state.isInterrupted = true
            return state.pause
        }
        pause?.finish()
    }

    /// Forgets the interruptions until now.
    package func forget() { state.withLock { $0.isInterrupted = false } }

    /// Waits for an interruption, or until the time has passed or the task is cancelled. Supports one caller.
    package func sleep(for time: Duration, clock: any Clock<Duration>) async {
        let (interrupted, pause) = AsyncStream.makeStream(of: Never.self)
        let isInterrupted = state.withLock { state in
            if !state.isInterrupted { state.pause = pause }
            return state.isInterrupted
        }
        guard !isInterrupted else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in interrupted {} }
            group.addTask { try? await clock.sleep(for: time) }
            await group.next()
            group.cancelAll()
        }
        state.withLock { $0.pause = nil }
    }
}
