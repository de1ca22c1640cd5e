import Glibc

/// The loop thread's work: carries out what `ConnectionLife` says, moves packets while `AcknowledgementGate` and the
/// inbox allow it, and answers requests. Made and used on that thread only.
final class ConnectionLoop {
    let settings: MosquittoSettings
    let requests: RequestQueue
    let inbox: EventInbox
    let wakeUp: WakeUp
    let presence: LoopPresence

    var life = ConnectionLife.idle
    var gate: AcknowledgementGate
    var pace: ReadingPace
    var handle: MosquittoHandle?
    /// Which request a packet id answers.
    var awaitedAnswers: [Int32: AwaitedAnswer] = [:]
    /// The last read brought something, so there may be more that `poll` does not see.
    var mayHaveMore = false
    var attemptStartedAt = ContinuousClock.now
    var acceptedAt: ContinuousClock.Instant?
    private var retryAt: ContinuousClock.Instant?
    /// Paused by ourselves, until the consumer is done with the batch that took it too long.
    private var isAwaitingConsumer = false
    private var nextTick = ContinuousClock.now
    private var dice = SystemRandomNumberGenerator()

    struct AwaitedAnswer {
        let id: RequestQueue.RequestID
        let outgoing: RequestQueue.Outgoing
    }

    /// A connection that lasted this long makes earlier failures forgotten.
    static let stableAfter = Duration.seconds(10)

    init(
        settings: MosquittoSettings, requests: RequestQueue, inbox: EventInbox, wakeUp: WakeUp, presence: LoopPresence
    ) {
        self.settings = settings
        self.requests = requests
        self.inbox = inbox
        self.wakeUp = wakeUp
        self.presence = presence
        gate = AcknowledgementGate(settings.acknowledgement)
        pace = ReadingPace(delay: settings.gatherDelay)
    }

    /// Returns when the connection is closed.
    func run() {
        while life != .closed {
            for request in requests.take() { serve(request) }
            switch life {
            case .idle, .paused: wait(until: nil)
            case .backingOff: backOff()
            case .connecting, .connected: stayConnected()
            case .closed: break
            }
        }
        requests.closed()
        inbox.finish()
        presence.end()
    }

    // MARK: Life

    private func serve(_ request: RequestQueue.Request) {
        switch request {
        case .life(.close): apply(.close, because: .closed)
        case .life(let input):
            isAwaitingConsumer = false
            apply(input, because: .dropped)
        case .cut: apply(.pause, because: .connectionLost)
        case .gather(let delay): pace.change(delay: delay, at: .now)
        case .release(let number):
            gate.release(through: number)
            if isAwaitingConsumer { serve(.life(.resume)) }
        case .send(let id, let outgoing): send(outgoing, for: id)
        }
    }

    private func apply(_ input: ConnectionLife.Input, because error: MosquittoError) {
        for action in life.handle(input) {
            switch action {
            case .dial: dial()
            case .hangUp: hangUp(because: error)
            case .backOff(let failures): retryAt = .now + BackOff.delay(failures: failures, using: &dice)
            }
        }
    }

    private func lose(because error: MosquittoError) {
        let isUnaccepted = error == .connectionLost && acceptedAt == nil
        let wasStable = acceptedAt.map { $0.duration(to: .now) >= Self.stableAfter } ?? false
        apply(.lost(wasStable: wasStable), because: isUnaccepted ? .closedBeforeAccepted : error)
    }

    private func dial() {
        do throws(MosquittoError) {
            let new = try MosquittoHandle(settings)
            try presence.whileDialling { () throws(MosquittoError) in try new.dial() }
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

    /// Attempts that nobody hears of would pile up events, so there must be room for their outcome.
    private func backOff() {
        let now = ContinuousClock.now
        if let retryAt, retryAt > now {
            wait(until: retryAt)
        } else if inbox.hasRoom() {
            apply(.retryDue, because: .dropped)
        } else {
            wait(until: nil)
        }
    }

    private func hangUp(because error: MosquittoError) {
        if let handle {
            // A DISCONNECT would take withheld acknowledgements along; then the connection is just cut.
            let isDeliberate = error == .dropped || error == .closed
            if isDeliberate && acceptedAt != nil && gate.mayWrite { handle.disconnect() }
            deliver(from: handle)
        }
        handle = nil
        acceptedAt = nil
        mayHaveMore = false
        awaitedAnswers = [:]
        gate.reset()
        pace = ReadingPace(delay: pace.delay)
        requests.disconnected(because: error)
        inbox.append(.disconnected(error))
    }

    // MARK: Waiting

    /// About once a second; the library counts its keep-alive in seconds.
    func tick(_ handle: MosquittoHandle, at now: ContinuousClock.Instant) throws(MosquittoError) {
        if now < nextTick { return }
        nextTick = now + .seconds(1)
        if gate.isOverdue(at: now) {
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

    /// Waits for the socket, a wake-up, the next tick, the end of the batch or `readAt`.
    func wait(forSocket socket: Int32, events: Int32, until readAt: ContinuousClock.Instant?) -> Int32 {
        // A socket of which nothing is wanted would still report a hang-up, again and again.
        var descriptors = [
            pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: events == 0 ? -1 : socket, events: Int16(events), revents: 0),
        ]
        let deadline = min(nextTick, gate.deadline ?? nextTick, readAt ?? nextTick)
        poll(&descriptors, 2, mayHaveMore && events & POLLIN != 0 ? 0 : Self.milliseconds(until: deadline))
        if descriptors[0].revents != 0 { wakeUp.clear() }
        return Int32(descriptors[1].revents)
    }

    /// Rounded up, so that nobody wakes just too early.
    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: deadline).components
        if seconds >= 60 { return 60_000 }
        if seconds < 0 { return 0 }
        return Int32(seconds) * 1000 + Int32(max(0, attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
