import Concurrency
import Glibc

/// The work of the loop thread: carries out the actions of `ConnectionStateMachine`, reads and writes packets as far as
/// `AcknowledgementBatching` and the event queue allow, and answers requests. It is created and used on that thread only.
final class ConnectionLoop {
    let settings: MosquittoSettings
    let requests: RequestQueue
    let eventQueue: EventQueue
    let wakeUp: WakeUp
    let lifecycle: ThreadLifecycle

    var stateMachine = ConnectionStateMachine.idle
    var batching: AcknowledgementBatching
    var coalescing: ReceiveCoalescing
    var handle: MosquittoHandle?
    /// The request that waits for the answer with a packet id.
    var awaitedAnswers: [Int32: AwaitedAnswer] = [:]
    /// The last read had a result, so there may be more that `poll` does not see.
    var mayHaveMore = false
    var attemptStartedAt = ContinuousClock.now
    var acceptedAt: ContinuousClock.Instant?
    private var retryAt: ContinuousClock.Instant?
    /// The loop paused the connection itself, until the consumer releases the batch that took too long.
    private var isAwaitingConsumer = false
    private var nextTick = ContinuousClock.now
    private var random = SystemRandomNumberGenerator()

    /// A request that was sent and waits for its answer.
    struct AwaitedAnswer {
        let id: RequestQueue.RequestID
        let outgoing: RequestQueue.Outgoing
    }

    /// A connection that lasts this long resets the number of failures.
    static let stableAfter = Duration.seconds(10)

    init(
        settings: MosquittoSettings, requests: RequestQueue, eventQueue: EventQueue, wakeUp: WakeUp,
        lifecycle: ThreadLifecycle
    ) {
        self.settings = settings
        self.requests = requests
        self.eventQueue = eventQueue
        self.wakeUp = wakeUp
        self.lifecycle = lifecycle
        batching = AcknowledgementBatching(settings.acknowledgement)
        coalescing = ReceiveCoalescing(delay: settings.coalescingDelay)
    }

    /// Runs the loop until the connection is closed.
    func run() {
        while stateMachine != .closed {
            for request in requests.drain() { serve(request) }
            switch stateMachine {
            case .idle, .paused: wait(until: nil)
            case .backingOff: backOff()
            case .connecting, .connected: stayConnected()
            case .closed: break
            }
        }
        requests.closed()
        eventQueue.finish()
        lifecycle.end()
    }

    // MARK: Connection state

    private func serve(_ request: RequestQueue.Request) {
        switch request {
        case .transition(.close): apply(.close, because: .closed)
        case .transition(let input):
            isAwaitingConsumer = false
            apply(input, because: .dropped)
        case .cut: apply(.pause, because: .connectionLost)
        case .release(let number):
            batching.release(through: number)
            if isAwaitingConsumer { serve(.transition(.resume)) }
        case .send(let id, let outgoing): send(outgoing, for: id)
        case .reply(let reply): reply.send()
        }
    }

    private func apply(_ input: ConnectionStateMachine.Input, because error: MosquittoError) {
        for action in stateMachine.handle(input) {
            switch action {
            case .connect: connect()
            case .disconnect: disconnect(because: error)
            case .backOff(let failures):
                retryAt = .now + ConnectionStateMachine.backoff.delay(afterFailures: failures, using: &random)
            }
        }
    }

    private func lose(because error: MosquittoError) {
        let isUnaccepted = error == .connectionLost && acceptedAt == nil
        let wasStable = acceptedAt.map { $0.duration(to: .now) >= Self.stableAfter } ?? false
        apply(.lost(wasStable: wasStable), because: isUnaccepted ? .closedBeforeAccepted : error)
    }

    private func connect() {
        do throws(MosquittoError) {
            let new = try MosquittoHandle(settings)
            try lifecycle.whileConnecting { () throws(MosquittoError) in
                try requests.whileConnecting { () throws(MosquittoError) in try new.connect() }
            }
            handle = new
            attemptStartedAt = .now
            nextTick = .now
        } catch {
            lose(because: error)
        }
    }

    private func stayConnected() {
        guard let handle else { return }
        do throws(MosquittoError) {
            try exchange(with: handle)
        } catch {
            lose(because: error)
        }
    }

    /// Waits for the next attempt. The attempt starts only when the event queue has capacity for its result; otherwise
    /// events would pile up.
    private func backOff() {
        let now = ContinuousClock.now
        if let retryAt, retryAt > now {
            wait(until: retryAt)
        } else if eventQueue.hasCapacity() {
            apply(.retryDue, because: .dropped)
        } else {
            wait(until: nil)
        }
    }

    private func disconnect(because error: MosquittoError) {
        if let handle {
            // A DISCONNECT would send withheld acknowledgements too. While some are withheld, the connection is cut
            // without one.
            let isDeliberate = error == .dropped || error == .closed
            if isDeliberate && acceptedAt != nil && batching.mayWrite { handle.disconnect() }
            deliver(from: handle)
        }
        handle = nil
        acceptedAt = nil
        mayHaveMore = false
        awaitedAnswers = [:]
        batching.reset()
        coalescing = ReceiveCoalescing(delay: coalescing.delay)
        requests.disconnected(because: error)
        eventQueue.append(.disconnected(error))
    }

    // MARK: Waiting

    /// Does the periodic work, about once a second: the library counts its keep-alive in seconds.
    func tick(_ handle: MosquittoHandle, at now: ContinuousClock.Instant) throws(MosquittoError) {
        if now < nextTick { return }
        nextTick = now + .seconds(1)
        if batching.isOverdue(at: now) {
            isAwaitingConsumer = true
            return apply(.pause, because: .releaseOverdue)
        }
        requests.expire(at: now)
        if acceptedAt == nil && now - attemptStartedAt > settings.connectTimeout { throw .timedOut }
        try handle.keepAlive()
    }

    private func wait(until deadline: ContinuousClock.Instant?) {
        var descriptors = [pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
        poll(&descriptors, 1, deadline.map { Self.milliseconds(until: $0) } ?? -1)
        wakeUp.clear()
    }

    /// Waits for the socket, a wake-up, the next tick, the end of the batch or `readAt`. Returns the events of the
    /// socket.
    func wait(forSocket socket: Int32, events: Int32, until readAt: ContinuousClock.Instant?) -> Int32 {
        // Even without requested events, `poll` would report a hang-up of the socket again and again.
        var descriptors = [
            pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: events == 0 ? -1 : socket, events: Int16(events), revents: 0),
        ]
        let deadline = min(nextTick, batching.deadline ?? nextTick, readAt ?? nextTick)
        poll(&descriptors, 2, mayHaveMore && events & POLLIN != 0 ? 0 : Self.milliseconds(until: deadline))
        if descriptors[0].revents != 0 { wakeUp.clear() }
        return Int32(descriptors[1].revents)
    }

    /// Rounded up, so that `poll` does not return just before the deadline.
    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: deadline).components
        if seconds >= 60 { return 60_000 }
        if seconds < 0 { return 0 }
        return Int32(seconds) * 1000 + Int32(max(0, attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

/// One iteration of the loop with an existing connection: write, wait, read, deliver.
extension ConnectionLoop {
    /// The number of reads in one iteration before the messages are delivered. A broker sends each message in a TLS
    /// record of its own.
    private static let readsPerTurn = 128
    private static let payloadBytesPerTurn = 1024 * 1024

    func exchange(with handle: MosquittoHandle) throws(MosquittoError) {
        let isConnecting = acceptedAt == nil
        if batching.mayWrite && handle.wantsToWrite { try handle.write(together: batching.isFlushing) }
        deliver(from: handle)
        if batching.isFlushing && !handle.wantsToWrite { batching.flushed() }

        let mayRead = isConnecting || (batching.mayRead && eventQueue.hasCapacity())
        let mayWrite = batching.mayWrite && handle.wantsToWrite
        // A caller waits for an answer, so reading must not be delayed.
        let isUrgent = isConnecting || !awaitedAnswers.isEmpty
        let isHeldBack = mayRead && !isUrgent && coalescing.readAt != nil
        let events = (mayRead && !isHeldBack ? POLLIN : 0) | (mayWrite ? POLLOUT : 0)
        let seen = wait(
            forSocket: handle.socket, events: events, until: mayRead && !isUrgent ? coalescing.deadline : nil)

        let mayBeThere = mayHaveMore || isHeldBack || seen & ~POLLOUT != 0 || (isConnecting && seen != 0)
        if mayRead && mayBeThere && (isUrgent || mayHaveMore || coalescing.mayRead(at: .now)) {
            try read(from: handle)
            if !mayHaveMore && isConnecting && seen & (POLLHUP | POLLERR) != 0 { throw .connectionLost }
        }
        let now = ContinuousClock.now
        if !mayRead { coalescing.readBlocked(at: now) }
        let isDone = coalescing.burstEnded(at: now)
        if let number = batching.endBatchIfDue(at: now, orDone: isDone) { eventQueue.append(.batchEnded(number)) }
        try tick(handle, at: now)
    }

    private func read(from handle: MosquittoHandle) throws(MosquittoError) {
        for _ in 0..<Self.readsPerTurn {
            mayHaveMore = try handle.read()
            if !mayHaveMore || handle.callbackEvents.payloadBytes >= Self.payloadBytesPerTurn { break }
        }
        deliver(from: handle)
    }

    /// Delivers the recorded events to the event queue and to the waiting requests.
    func deliver(from handle: MosquittoHandle) {
        if let sessionPresent = handle.drain(\.acceptedWithSession, leaving: nil) {
            acceptedAt = .now
            _ = stateMachine.handle(.accepted)
            requests.connected()
            eventQueue.append(.connected(sessionPresent: sessionPresent))
        }
        let messages = handle.drain(\.messages, leaving: [])
        if !messages.isEmpty {
            handle.callbackEvents.payloadBytes = 0
            let now = ContinuousClock.now
            batching.received(messages.count, at: now)
            coalescing.received(messages.count, at: now)
            eventQueue.append(.messages(messages))
        }
        for (packetID, reason) in handle.drain(\.answers, leaving: []) {
            guard let awaited = awaitedAnswers.removeValue(forKey: packetID) else { continue }
            requests.complete(awaited.id, with: awaited.outgoing.answer(reason: reason))
        }
    }

    func send(_ outgoing: RequestQueue.Outgoing, for id: RequestQueue.RequestID) {
        // A request that was cancelled or failed while it was queued must not be sent.
        guard let handle, requests.isWaiting(id) else { return }
        do throws(MosquittoError) {
            let packetID =
                switch outgoing {
                case .publish(let publication): try handle.publish(publication)
                case .subscribe(let subscription): try handle.subscribe(subscription)
                case .unsubscribe(let filter): try handle.unsubscribe(filter)
                }
            awaitedAnswers[packetID] = AwaitedAnswer(id: id, outgoing: outgoing)
        } catch {
            requests.complete(id, with: .failure(error))
        }
    }
}

extension RequestQueue.Outgoing {
    /// Translates the reason code of the broker, or of the write to the socket, into the result for the caller.
    fileprivate func answer(reason: UInt8) -> RequestQueue.RequestResult {
        let noMatchingSubscribers: UInt8 = 16
        let notAuthorized: UInt8 = 135
        switch (self, reason) {
        case (_, notAuthorized): return .failure(.notAuthorized)
        case (.publish(let publication), ..<0x80):
            if publication.qos == .atMostOnce { return .success(.handedOver) }
            return .success(.accepted(hasSubscribers: reason != noMatchingSubscribers))
        case (.publish, _): return .failure(.publishRejected(reason: reason))
        case (_, ..<0x80): return .success(.accepted(hasSubscribers: true))
        case (.subscribe(let subscription), _):
            return .failure(.subscriptionRefused(topicFilter: subscription.topicFilter, reason: reason))
        case (.unsubscribe(let filter), _):
            return .failure(.subscriptionRefused(topicFilter: filter, reason: reason))
        }
    }
}
