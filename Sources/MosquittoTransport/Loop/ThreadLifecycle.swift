import CDispatch
import Glibc
import Synchronization

/// The lifecycle of the loop thread, for callers that wait for its end.
final class ThreadLifecycle: Sendable {
    private enum Phase {
        case notStarted
        case running
        /// In the system calls that resolve the host and connect, which cannot be interrupted.
        case connecting
        case ended
    }

    private struct State {
        var phase = Phase.notStarted
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Starts the thread on the first call; later calls do nothing. Throws `.outOfMemory` when the system cannot start
    /// it.
    func start(_ body: @escaping @Sendable () -> Void) throws(MosquittoError) {
        let isFirst = state.withLock { state in
            defer { if state.phase == .notStarted { state.phase = .running } }
            return state.phase == .notStarted
        }
        guard isFirst else { return }
        do throws(MosquittoError) {
            try LoopThread.start(body)
        } catch {
            state.withLock { $0.phase = .notStarted }
            throw error
        }
    }

    func whileConnecting(_ connect: () throws(MosquittoError) -> Void) throws(MosquittoError) {
        enter(.connecting)
        defer { enter(.running) }
        try connect()
    }

    func end() {
        enter(.ended)
    }

    /// Returns once the thread has ended, was never started, or is dialling.
    func waitUntilAway() async {
        await withCheckedContinuation { continuation in
            let isAway = state.withLock { state in
                if state.phase != .running { return true }
                state.waiters.append(continuation)
                return false
            }
            if isAway { continuation.resume() }
        }
    }

    private func enter(_ phase: Phase) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.phase = phase
            if phase == .running { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

/// Starts the one thread on which every call into the library is made.
enum LoopThread {
    /// The function of the thread, passed to it as a pointer.
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a detached thread. Throws `.outOfMemory` when the system cannot start one.
    static func start(_ body: @escaping @Sendable () -> Void) throws(MosquittoError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let context = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, &attributes,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        if failure != 0 {
            context.release()
            throw .outOfMemory
        }
    }
}
