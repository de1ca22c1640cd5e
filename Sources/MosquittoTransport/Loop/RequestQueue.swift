import CMosquitto
import Glibc
import Synchronization

/// The requests of other tasks to the loop thread, and the continuations that wait for the answers. Each request is
/// answered exactly once: the caller that removes the continuation from the table resumes it.
final class RequestQueue: Sendable {
    typealias RequestResult = Result<PublishReceipt, MosquittoError>
    typealias RequestID = UInt64

    /// A request to the loop thread.
    enum Request: Sendable {
        case transition(ConnectionStateMachine.Input)
        /// Like `pause`, but without a DISCONNECT.
        case cut
        case release(BatchNumber)
        case coalesceReads(Duration)
        case send(RequestID, Outgoing)
    }

    /// A packet that the broker answers.
    enum Outgoing: Sendable {
        case publish(Publication)
        case subscribe(Subscription)
        case unsubscribe(String)
    }

    /// The maximum number of waiting requests: enough for any burst of a home, and far below the 65,535 packet ids.
    static let limit = 10_000

    /// A caller that waits for an answer.
    private struct Waiting {
        let continuation: CheckedContinuation<RequestResult, Never>
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

    /// Queues a packet and waits for its answer. The answer comes from the broker, from cancellation, from the timeout,
    /// or from the end of the connection.
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
                    // This check sees a cancellation before the lock; a later cancellation finds the entry.
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

    /// Returns the queued requests and removes them from the queue.
    func drain() -> [Request] {
        state.withLock { state in
            if state.requests.isEmpty { return [] }
            defer { state.requests = [] }
            return state.requests
        }
    }

    func isWaiting(_ id: RequestID) -> Bool {
        state.withLock { $0.waiting[id] != nil }
    }

    /// Resumes the caller that waits for this answer; does nothing when it is already answered.
    func complete(_ id: RequestID, with answer: RequestResult) {
        state.withLock { $0.waiting.removeValue(forKey: id) }?.continuation.resume(returning: answer)
    }

    /// Lets callers send requests from now on.
    func connected() {
        state.withLock { $0.isConnected = true }
    }

    /// Fails all waiting requests, because packets sent before cannot be answered any more.
    func disconnected(because error: MosquittoError) {
        failAll(with: error) { $0.isConnected = false }
    }

    /// Fails all waiting and all later requests with `.closed`.
    func closed() {
        failAll(with: .closed) { state in
            state.isConnected = false
            state.isClosed = true
        }
    }

    /// Fails the requests whose timeout has passed with `.timedOut`.
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

/// An eventfd that ends the loop thread's `poll`.
final class WakeUp: Sendable {
    let descriptor: Int32

    init() throws(MosquittoError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        if descriptor < 0 { throw .outOfMemory }
    }

    deinit {
        close(descriptor)
    }

    func signal() {
        _ = eventfd_write(descriptor, 1)
    }

    func clear() {
        var count: eventfd_t = 0
        _ = eventfd_read(descriptor, &count)
    }
}
