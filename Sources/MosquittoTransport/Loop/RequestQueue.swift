import Synchronization

/// What other tasks ask of the loop thread, and the continuations that wait for its answers. An answer is given
/// exactly once: whoever takes the continuation out of the table resumes it.
final class RequestQueue: Sendable {
    typealias Answer = Result<PublishReceipt, MosquittoError>
    typealias RequestID = UInt64

    enum Request: Sendable {
        case life(ConnectionLife.Input)
        /// Like `pause`, but without a DISCONNECT.
        case cut
        case release(BatchNumber)
        case gather(Duration)
        case send(RequestID, Outgoing)
    }

    /// A packet that the broker answers.
    enum Outgoing: Sendable {
        case publish(Publication)
        case subscribe(Subscription)
        case unsubscribe(String)
    }

    /// Enough for any burst of a home, and far below the 65,535 packet ids.
    static let limit = 10_000

    private struct Waiting {
        let continuation: CheckedContinuation<Answer, Never>
        let deadline: ContinuousClock.Instant
    }

    private struct State {
        var requests: [Request] = []
        var waiting: [RequestID: Waiting] = [:]
        var lastID: RequestID = 0
        var isConnected = false
        var isClosed = false
    }

    private let wakeUp: WakeUp
    private let state = Mutex(State())

    init(wakeUp: WakeUp) {
        self.wakeUp = wakeUp
    }

    var isConnected: Bool { state.withLock { $0.isConnected } }

    // MARK: Callers

    func add(_ request: Request) {
        state.withLock { state in
            if !state.isClosed { state.requests.append(request) }
        }
        wakeUp.signal()
    }

    /// Answered by the broker, by cancellation, by the deadline, or by the end of the connection.
    func send(_ outgoing: Outgoing, timeout: Duration) async throws(MosquittoError) -> PublishReceipt {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let refusal = state.withLock { state -> MosquittoError? in
                    if state.isClosed { return .closed }
                    if !state.isConnected { return .notConnected }
                    if state.waiting.count >= Self.limit { return .tooManyRequests(limit: Self.limit) }
                    // A cancellation before this lock is seen here; one after it finds the entry.
                    if Task.isCancelled { return .cancelled }
                    state.waiting[id] = Waiting(continuation: continuation, deadline: .now + timeout)
                    state.requests.append(.send(id, outgoing))
                    return nil
                }
                if let refusal {
                    continuation.resume(returning: .failure(refusal))
                } else {
                    wakeUp.signal()
                }
            }
        } onCancel: {
            complete(id, with: .failure(.cancelled))
        }
        return try answer.get()
    }

    // MARK: The loop thread

    func take() -> [Request] {
        state.withLock { state in
            if state.requests.isEmpty { return [] }
            defer { state.requests = [] }
            return state.requests
        }
    }

    func isWaiting(_ id: RequestID) -> Bool {
        state.withLock { $0.waiting[id] != nil }
    }

    func complete(_ id: RequestID, with answer: Answer) {
        state.withLock { $0.waiting.removeValue(forKey: id) }?.continuation.resume(returning: answer)
    }

    func connected() {
        state.withLock { $0.isConnected = true }
    }

    /// Nothing that was sent before can be answered any more.
    func disconnected(because error: MosquittoError) {
        failAll(with: error) { $0.isConnected = false }
    }

    func closed() {
        failAll(with: .closed) { state in
            state.isConnected = false
            state.isClosed = true
        }
    }

    /// Answers those whose time is up.
    func expire(at now: ContinuousClock.Instant) {
        let expired = state.withLock { state in
            let late = state.waiting.filter { $0.value.deadline <= now }
            for id in late.keys { state.waiting[id] = nil }
            return late.values
        }
        for waiting in expired { waiting.continuation.resume(returning: .failure(.timedOut)) }
    }

    private func failAll(with error: MosquittoError, _ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for waiting in waiting { waiting.continuation.resume(returning: .failure(error)) }
    }
}
