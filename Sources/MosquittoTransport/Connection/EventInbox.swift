import Synchronization

/// The bounded mailbox between the loop thread and the one consumer. The thread never waits in it: it asks for room
/// before it reads, and is woken when there is room again.
final class EventInbox: Sendable {
    private struct State {
        var events: [ConnectionEvent] = []
        var taken = 0
        var messages = 0
        var payloadBytes = 0
        var isFinished = false
        var loopWaitsForRoom = false
        var waiter: CheckedContinuation<ConnectionEvent?, Never>?
    }

    private let limit: InboxLimit
    private let wakeUp: WakeUp
    private let state = Mutex(State())

    init(limit: InboxLimit, wakeUp: WakeUp) {
        self.limit = limit
        self.wakeUp = wakeUp
    }

    /// Whether the loop may read. If not, it will be woken once half of the inbox is free.
    func hasRoom() -> Bool {
        state.withLock { state in
            let isFull = state.messages >= limit.messages || state.payloadBytes >= limit.payloadBytes
            state.loopWaitsForRoom = isFull
            return !isFull
        }
    }

    func append(_ event: ConnectionEvent) {
        let waiter = state.withLock { state -> CheckedContinuation<ConnectionEvent?, Never>? in
            if state.isFinished { return nil }
            if let waiter = state.waiter.take() { return waiter }
            // A broker that stays away must not fill the inbox: of failures in a row the last one tells it all.
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

    /// Lets the consumer have what waits, then ends its sequence.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            return state.waiter.take()
        }?.resume(returning: nil)
    }

    /// nil when finished or cancelled, and for a second consumer while one already waits.
    func next() async -> ConnectionEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (event, isReady) = state.withLock { state -> (ConnectionEvent?, Bool) in
                    if let event = take(from: &state) { return (event, true) }
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

    /// What waits for the consumer.
    var fill: (messages: Int, payloadBytes: Int) {
        state.withLock { ($0.messages, $0.payloadBytes) }
    }

    private func take(from state: inout State) -> ConnectionEvent? {
        guard state.taken < state.events.count else { return nil }
        let event = state.events[state.taken]
        state.taken += 1
        if state.taken == state.events.count {
            state.events.removeAll(keepingCapacity: state.taken <= 1024)
            state.taken = 0
        } else if state.taken >= 256 {
            state.events.removeFirst(state.taken)
            state.taken = 0
        }
        state.messages -= event.weight.messages
        state.payloadBytes -= event.weight.payloadBytes
        if state.loopWaitsForRoom && state.messages <= limit.messages / 2
            && state.payloadBytes <= limit.payloadBytes / 2
        {
            state.loopWaitsForRoom = false
            wakeUp.signal()
        }
        return event
    }
}

extension ConnectionEvent {
    /// How much of the inbox it fills.
    fileprivate var weight: (messages: Int, payloadBytes: Int) {
        switch self {
        case .connected: (1, 0)
        case .messages(let messages): (messages.count, messages.reduce(0) { $0 + $1.payload.count })
        case .disconnected, .batchEnded: (0, 0)
        }
    }
}
