import Concurrency
import Synchronization

/// The bounded queue between the loop thread and the single consumer. The thread never blocks on it: it checks for free
/// capacity before it reads, and is woken when there is capacity again.
final class EventQueue: Sendable {
    fileprivate struct State {
        var events: [ConnectionEvent] = []
        var consumedCount = 0
        var messages = 0
        var payloadBytes = 0
        var isFinished = false
        var loopWaitsForCapacity = false
        var waiter: CheckedContinuation<ConnectionEvent?, Never>?
        /// Replies that are sent when the consumer has taken this number of events in all.
        var replies: [(count: Int, reply: Reply)] = []
        var takenCount = 0
    }

    private let limit: EventQueueLimit
    private let wakeUp: WakeUp
    private let state = Mutex(State())

    init(limit: EventQueueLimit, wakeUp: WakeUp) {
        self.limit = limit
        self.wakeUp = wakeUp
    }

    /// Returns whether the loop may read. If not, the loop is woken once half of the capacity is free.
    func hasCapacity() -> Bool {
        state.withLock { state in
            let isFull = state.messages >= limit.messages || state.payloadBytes >= limit.payloadBytes
            state.loopWaitsForCapacity = isFull
            return !isFull
        }
    }

    func append(_ event: ConnectionEvent) {
        let waiter = state.withLock { state -> CheckedContinuation<ConnectionEvent?, Never>? in
            if state.isFinished { return nil }
            if let waiter = state.waiter.take() { return waiter }
            // An unreachable broker must not fill the queue, so only the last of several failures in a row is kept.
            if case .disconnected = event, case .disconnected? = state.events.last {
                state.events[state.events.count - 1] = event
                return nil
            }
            state.events.append(event)
            state.messages += event.weight.messages
            state.payloadBytes += event.weight.payloadBytes
            return nil
        }
        waiter?.resume(returning: event)
    }

    /// Ends the consumer's sequence after the events that are still queued.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            state.sendDueReplies()
            return state.waiter.take()
        }?.resume(returning: nil)
    }

    /// Returns the next event. Nil when the queue is finished or the task is cancelled, and for a second consumer while
    /// one already waits.
    func next() async -> ConnectionEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (event, isReady) = state.withLock { state -> (ConnectionEvent?, Bool) in
                    state.sendDueReplies()
                    if let event = dequeue(from: &state) { return (event, true) }
                    if state.isFinished || state.waiter != nil || Task.isCancelled { return (nil, true) }
                    state.waiter = continuation
                    return (nil, false)
                }
                if isReady { continuation.resume(returning: event) }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.resume(returning: nil)
        }
    }

    /// Returns when the consumer asks for an event and none of those that are queued now is left. A consumer that waits
    /// for an event already does so.
    func nextConsumption() async {
        let reply = Reply()
        let isIdle = state.withLock { state in
            guard !state.isFinished, state.waiter == nil else { return true }
            state.replies.append((count: state.takenCount + state.events.count - state.consumedCount, reply: reply))
            return false
        }
        if !isIdle { await reply.wait() }
    }

    /// The number of replies that wait for the consumer.
    var pendingReplies: Int { state.withLock(\.replies.count) }

    /// The messages and payload bytes that wait for the consumer.
    var fill: (messages: Int, payloadBytes: Int) {
        state.withLock { ($0.messages, $0.payloadBytes) }
    }

    private func dequeue(from state: inout State) -> ConnectionEvent? {
        guard state.consumedCount < state.events.count else { return nil }
        let event = state.events[state.consumedCount]
        state.consumedCount += 1
        state.takenCount += 1
        if state.consumedCount == state.events.count {
            state.events.removeAll(keepingCapacity: state.consumedCount <= 1024)
            state.consumedCount = 0
        } else if state.consumedCount >= 256 {
            state.events.removeFirst(state.consumedCount)
            state.consumedCount = 0
        }
        state.messages -= event.weight.messages
        state.payloadBytes -= event.weight.payloadBytes
        if state.loopWaitsForCapacity && state.messages <= limit.messages / 2
            && state.payloadBytes <= limit.payloadBytes / 2
        {
            state.loopWaitsForCapacity = false
            wakeUp.signal()
        }
        return event
    }
}

extension EventQueue.State {
    /// Sends the replies whose events the consumer has taken; all of them when the queue is finished.
    fileprivate mutating func sendDueReplies() {
        guard !replies.isEmpty else { return }
        let due = isFinished ? Int.max : takenCount
        for waiting in replies where waiting.count <= due { waiting.reply.send() }
        replies.removeAll { $0.count <= due }
    }
}

extension ConnectionEvent {
    /// How much of the limit the event uses.
    fileprivate var weight: (messages: Int, payloadBytes: Int) {
        switch self {
        case .connected: (1, 0)
        case .messages(let messages): (messages.count, messages.reduce(0) { $0 + $1.payload.count })
        case .disconnected, .batchEnded: (0, 0)
        }
    }
}

/// The events of one connection, for a single consumer. Ends when the connection is closed, or when the consumer's
/// task is cancelled.
package struct ConnectionEvents: AsyncSequence, Sendable {
    package typealias Element = ConnectionEvent
    package typealias Failure = Never

    let eventQueue: EventQueue

    package func makeAsyncIterator() -> Iterator { Iterator(eventQueue: eventQueue) }

    package struct Iterator: AsyncIteratorProtocol {
        let eventQueue: EventQueue

        package mutating func next() async -> ConnectionEvent? { await eventQueue.next() }
        package mutating func next(isolation actor: isolated (any Actor)?) async -> ConnectionEvent? {
            await eventQueue.next()
        }
    }
}

/// An event of a connection. The single consumer receives the events in order.
package enum ConnectionEvent: Sendable, Equatable {
    /// The broker accepted the connection. Without a present session the consumer must make every subscription again.
    case connected(sessionPresent: Bool)
    /// The connection was lost, refused or dropped. The loop tries again unless it is paused or closed. A batch that
    /// was not released is void: the broker sends its QoS 1 messages again. Of several such events in a row, a slow
    /// consumer receives only the last.
    case disconnected(MosquittoError)
    /// Messages in the order in which the broker sent them.
    case messages([ReceivedMessage])
    /// All messages since the last batch, or since `.connected`, form this batch. Only with `.afterRelease`. The loop
    /// reads on when the consumer passes the number to `releaseAcknowledgements(through:)`.
    case batchEnded(BatchNumber)
}

/// The number of a batch, counted for one connection object across reconnects.
package struct BatchNumber: Sendable, Hashable, Comparable {
    package let value: UInt64

    package static func < (left: BatchNumber, right: BatchNumber) -> Bool { left.value < right.value }
}
