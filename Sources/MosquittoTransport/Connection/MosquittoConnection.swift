import CMosquitto
import Concurrency
import Glibc
import Synchronization

/// One client of an MQTT 5 broker over TLS 1.3, on a thread of its own.
///
/// `events` has a single consumer and is bounded: when the consumer lags, the connection stops reading and TCP slows
/// the broker down, so nothing is dropped on this side.
///
/// With `.afterRelease` no PUBACK is sent for a message of a batch that is not released. Requests and their answers
/// wait for the release too, so the task that releases batches must not await a request: both would wait until the
/// request times out.
package final class MosquittoConnection: Sendable {
    package let events: ConnectionEvents

    private let settings: MosquittoSettings
    private let requests: RequestQueue
    private let eventQueue: EventQueue
    private let wakeUp: WakeUp
    private let lifecycle = ThreadLifecycle()

    /// Checks the settings; does not connect yet. Throws `.invalidSetting`, `.unreadableFile`, or the error of an
    /// invalid will.
    package init(_ settings: MosquittoSettings) throws(MosquittoError) {
        try settings.check()
        self.settings = settings
        wakeUp = try WakeUp()
        requests = RequestQueue(wakeUp: wakeUp)
        eventQueue = EventQueue(limit: settings.eventQueueLimit, wakeUp: wakeUp)
        events = ConnectionEvents(eventQueue: eventQueue)
    }

    deinit {
        requests.add(.transition(.close))
        eventQueue.finish()
    }

    /// Connects, and reconnects with a random back-off of 0.1 s to 30 s until `close`. Does nothing when already open.
    /// Throws `.outOfMemory` when the system cannot start the thread.
    package func open() throws(MosquittoError) {
        try lifecycle.start { [settings, requests, eventQueue, wakeUp, lifecycle] in
            ConnectionLoop(
                settings: settings, requests: requests, eventQueue: eventQueue, wakeUp: wakeUp, lifecycle: lifecycle
            )
            .run()
        }
        requests.add(.transition(.open))
    }

    /// Whether the broker has accepted the connection and it has not ended since. `events` may lag behind.
    package var isConnected: Bool { requests.isConnected }

    /// Sends a message. Returns when the broker has answered (QoS 1) or the message is written to the socket (QoS 0).
    /// Throws at once when not connected. After `.timedOut`, `.cancelled` or a lost connection the message may still
    /// have been delivered.
    @discardableResult
    package func publish(_ publication: Publication) async throws(MosquittoError) -> PublishReceipt {
        try publication.check(limitBytes: Int(settings.maximumPacketBytes))
        return try await requests.send(.publish(publication), timeout: settings.answerTimeout)
    }

    /// Makes subscriptions. Returns when the broker has answered all of them. Throws the first refusal; the other
    /// subscriptions are made nevertheless. A granted filter may still deliver nothing, because brokers check access at
    /// delivery.
    package func subscribe(_ subscriptions: [Subscription]) async throws(MosquittoError) {
        for subscription in subscriptions { try Topic.checkFilter(subscription.topicFilter) }
        try await sendAtOnce(subscriptions.map { .subscribe($0) })
    }

    /// Removes subscriptions. Returns when the broker has answered all of them. Throws the first refusal.
    package func unsubscribe(_ topicFilters: [String]) async throws(MosquittoError) {
        for filter in topicFilters { try Topic.checkFilter(filter) }
        try await sendAtOnce(topicFilters.map { .unsubscribe($0) })
    }

    /// Releases a batch that the consumer has processed: its PUBACKs are sent, and the loop reads on. Only with
    /// `.afterRelease`.
    ///
    /// If the connection was dropped because the release took too long, it is opened again. The broker then sends the
    /// batch again, like every batch that is lost with its connection.
    package func releaseAcknowledgements(through batch: BatchNumber) {
        requests.add(.release(batch))
    }

    /// Returns when the thread of the connection has begun another iteration, or the task is cancelled. At once while
    /// the thread resolves the host and connects, which it cannot interrupt, and while the connection is closed.
    package func nextIteration() async { await requests.nextIteration() }

    /// Returns when the consumer of `events` asks for the next one after those that are queued now, or the task is
    /// cancelled.
    package func nextConsumption() async { await eventQueue.nextConsumption() }

    /// Drops the connection until `resume`. An unreleased batch stays unacknowledged; the broker then detects a lost
    /// connection (and publishes the will) instead of a DISCONNECT.
    package func pause() {
        requests.add(.transition(.pause))
    }

    /// Cuts the connection without a DISCONNECT, like a device that loses power: the broker publishes the will. The
    /// connection stays closed until `resume`.
    package func cut() {
        requests.add(.cut)
    }

    /// Ends `pause` or `cut`, or the wait for an overdue release, and connects again.
    package func resume() {
        requests.add(.transition(.resume))
    }

    /// Drops the connection, or ends a waiting time, and connects again at once. Does nothing when paused.
    package func reconnect() {
        requests.add(.transition(.reconnect))
    }

    /// Closes the connection for good: waiting requests fail with `.closed`, and `events` ends. Idempotent. Returns
    /// when the thread has released the socket. A thread that is still resolving or connecting to the host ends by
    /// itself later.
    package func close() async {
        requests.add(.transition(.close))
        await lifecycle.waitUntilAway()
        requests.closed()
        eventQueue.finish()
    }

    /// Sends all requests together. If they were sent one after the other, each might wait for a batch that the
    /// previous one brought in.
    private func sendAtOnce(_ all: [RequestQueue.Outgoing]) async throws(MosquittoError) {
        let failure = await withTaskGroup(of: MosquittoError?.self) { group in
            for outgoing in all {
                group.addTask { [requests, settings] in
                    do throws(MosquittoError) {
                        _ = try await requests.send(outgoing, timeout: settings.answerTimeout)
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(nil as MosquittoError?) { $0 ?? $1 }
        }
        if let failure { throw failure }
    }
}

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
        case send(RequestID, Outgoing)
        /// Nothing but a reply.
        case reply(Reply)
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
    fileprivate struct Waiting {
        let continuation: CheckedContinuation<RequestResult, Never>
        let deadline: ContinuousClock.Instant
    }

    fileprivate struct State {
        var requests: [Request] = []
        var waiting: [RequestID: Waiting] = [:]
        var lastID: RequestID = 0
        var isConnected = false
        var isClosed = false
        /// Whether the loop thread resolves the host and connects; it takes no requests meanwhile.
        var isConnecting = false
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

    /// Returns when the loop thread has taken a request, which it does in each iteration.
    func nextIteration() async {
        let reply = Reply()
        let isTaken = state.withLock { state in
            guard !state.isClosed, !state.isConnecting else { return false }
            state.requests.append(.reply(reply))
            return true
        }
        guard isTaken else { return }
        wakeUp.signal()
        await reply.wait()
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
}

/// The side of the loop thread.
extension RequestQueue {
    /// Returns the queued requests and removes them from the queue.
    func drain() -> [Request] {
        state.withLock { state in
            if state.requests.isEmpty { return [] }
            defer { state.requests = [] }
            return state.requests
        }
    }

    /// The number of requests for a reply that wait.
    var pendingReplies: Int {
        state.withLock { $0.requests.count { if case .reply = $0 { true } else { false } } }
    }

    /// Records that the loop thread takes no requests until `connect` returns.
    func whileConnecting(_ connect: () throws(MosquittoError) -> Void) throws(MosquittoError) {
        let replies = state.withLock { state in
            state.isConnecting = true
            return state.takeReplies()
        }
        for reply in replies { reply.send() }
        defer { state.withLock { $0.isConnecting = false } }
        try connect()
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
        for reply in state.withLock({ $0.takeReplies() }) { reply.send() }
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

extension RequestQueue.State {
    /// Removes the requests for a reply from the queue, and returns their replies.
    fileprivate mutating func takeReplies() -> [Reply] {
        let replies = requests.compactMap { if case .reply(let reply) = $0 { reply } else { nil } }
        if !replies.isEmpty { requests.removeAll { if case .reply = $0 { true } else { false } } }
        return replies
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
