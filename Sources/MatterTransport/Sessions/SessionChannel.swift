import Concurrency
package import MatterProtocol
package import NIOCore

/// A session with a node, and its exchanges: sends messages until they are acknowledged, and passes on what arrives.
///
/// All times are those of the continuous clock; `clock` is used to wait.
package actor SessionChannel {
    /// The messages of one exchange that may wait for their reader.
    private static let maximumWaiting = 32
    /// The exchanges that the node has begun and that may wait for their reader.
    private static let maximumIncoming = 32

    private typealias Waiting = CheckedContinuation<Result<ReceivedMessage, NodeFailure>, Never>

    /// What an exchange has received and its reader has not, or the reader that waits.
    private struct Inbox {
        var messages: [ReceivedMessage] = []
        var failure: NodeFailure?
        var reader: (waiting: Waiting, deadline: ContinuousClock.Instant)?
        /// When the last message of this side is not sent again any more.
        var expiry: ContinuousClock.Instant?
    }

    /// The exchanges that the node begins, each with its first message. One reader.
    package nonisolated let incoming: AsyncStream<IncomingExchange>

    private nonisolated let arrived: AsyncStream<IncomingExchange>.Continuation
    private nonisolated let endpoint: DatagramEndpoint
    private nonisolated let clock: any Clock<Duration>
    private var session: any MessageSession
    private var address: SocketAddress
    private var exchanges: ExchangeTable
    private var inboxes: [ExchangeTable.Key: Inbox] = [:]
    private var failure: NodeFailure?
    /// The number of messages that were sent by their users or passed on to readers: each has its place in this order.
    private var messageCount = 0
    /// The callers of `flush` that wait.
    private var flushes: [CheckedContinuation<Void, Never>] = []
    /// The pause of the timer: when it ends, and what ends it earlier.
    private var pause: (end: ContinuousClock.Instant?, wake: AsyncStream<Void>.Continuation)?
    private var random = SystemRandomNumberGenerator()

    private init(
        _ session: any MessageSession, at address: SocketAddress, over endpoint: DatagramEndpoint,
        clock: any Clock<Duration>
    ) {
        self.session = session
        self.address = address
        self.endpoint = endpoint
        self.clock = clock
        exchanges = ExchangeTable(using: &random)
        (incoming, arrived) = AsyncStream.makeStream(
            of: IncomingExchange.self, bufferingPolicy: .bufferingOldest(Self.maximumIncoming))
    }

    // MARK: Life

    /// Runs `body` with a secure session, and then forgets the session. The node learns that by a status report.
    package static func with<Result: Sendable>(
        _ session: SecureSession, at address: SocketAddress, over endpoint: DatagramEndpoint,
        clock: any Clock<Duration>, body: @Sendable (SessionChannel) async throws(NodeFailure) -> Result
    ) async throws(NodeFailure) -> Result {
        let route = MessageRouter.Route.secure(session.localSessionID)
        let channel = SessionChannel(session, at: address, over: endpoint, clock: clock)
        return try await channel.run(endpoint.router.add(route), route: route, body: body)
    }

    /// Runs `body` with an unsecured session, in which this side or, for an arrival, the node makes a secure one.
    package static func with<Result: Sendable>(
        _ session: UnsecuredSession, at address: SocketAddress, over endpoint: DatagramEndpoint,
        clock: any Clock<Duration>, arrival: MessageRouter.Arrival? = nil,
        body: @Sendable (SessionChannel) async throws(NodeFailure) -> Result
    ) async throws(NodeFailure) -> Result {
        let route = MessageRouter.Route.unsecured(session.initiatorNodeID)
        let channel = SessionChannel(session, at: address, over: endpoint, clock: clock)
        return try await channel.run(arrival?.datagrams ?? endpoint.router.add(route), route: route, body: body)
    }

    private nonisolated func run<Result: Sendable>(
        _ datagrams: AsyncStream<Datagram>, route: MessageRouter.Route,
        body: @Sendable (SessionChannel) async throws(NodeFailure) -> Result
    ) async throws(NodeFailure) -> Result {
        async let received: Void = receive(datagrams)
        async let timed: Void = keepTime()
        do throws(NodeFailure) {
            let result = try await body(self)
            await close()
            endpoint.router.remove(route)
            _ = await (received, timed)
            return result
        } catch {
            await end(error)
            endpoint.router.remove(route)
            _ = await (received, timed)
            throw error
        }
    }

    /// Why the session cannot be used any more; nil while it can.
    package var ending: NodeFailure? { failure }

    /// Whether the counters of the session near their end, so that another session should be made.
    package var needsReplacement: Bool { (session as? SecureSession)?.needsReplacement ?? false }

    /// How long the node may take to answer a request, with all retransmissions of both sides.
    package var answerTime: Duration {
        let idle = session.lastPeerActivity.map { $0.duration(to: .now) }
        return session.peerParameters.maximumResponseTime(sinceLastActivity: idle)
    }

    /// Ends the session. Everything that waits fails.
    package func close() { end(.sessionClosed) }

    /// Ends the session for this reason, if it has not ended before, and tells the node. Everything that waits fails.
    package func end(_ reason: NodeFailure) {
        guard failure == nil else { return }
        // A node that ended the session itself, or that is away, needs no word of it.
        if session is SecureSession, ![.sessionLost, .unreachable].contains(reason), let key = try? exchanges.begin() {
            try? transmit(
                StatusReport.closeSession.encode(), protocolID: .secureChannel,
                opcode: SecureChannelOpcode.statusReport.rawValue, over: key, isReliable: false)
        }
        failure = reason
        arrived.finish()
        pause?.wake.finish()
        resumeFlushes()
        let waiting = inboxes.values.compactMap { $0.reader?.waiting }
        inboxes = [:]
        for reader in waiting { reader.resume(returning: .failure(reason)) }
    }

    // MARK: Exchanges

    /// Begins an exchange. Its caller ends it.
    package func begin() throws(NodeFailure) -> NodeExchange {
        if let failure { throw failure }
        do throws(ExchangeError) {
            let key = try exchanges.begin()
            inboxes[key] = Inbox()
            return NodeExchange(channel: self, key: key)
        } catch {
            throw NodeFailure(error)
        }
    }

    /// Sends a message of an exchange, again and again until it is acknowledged, or until `expiry`. `isWanted` is asked
    /// before that; without it, throws `.notSent`. Returns the place of the message in the order of all messages that are
    /// sent and received. `whenSent` gets it too, before any later message is received.
    @discardableResult func send(
        _ payload: [UInt8], protocolID: ProtocolID, opcode: UInt8, over key: ExchangeTable.Key,
        expiry: ContinuousClock.Instant? = nil, isWanted: (@Sendable () async -> Bool)? = nil,
        whenSent: (@Sendable (Int) -> Void)? = nil
    ) async throws(NodeFailure) -> Int {
        if let isWanted, await !isWanted() { throw .notSent }
        if let failure { throw failure }
        inboxes[key]?.expiry = expiry
        try transmit(payload, protocolID: protocolID, opcode: opcode, over: key, isReliable: true)
        messageCount += 1
        whenSent?(messageCount)
        return messageCount
    }

    private func transmit(
        _ payload: [UInt8], protocolID: ProtocolID, opcode: UInt8, over key: ExchangeTable.Key, isReliable: Bool
    ) throws(NodeFailure) {
        do throws(ExchangeError) {
            let datagram = try exchanges[key]?.send(
                payload, protocolID: protocolID, opcode: opcode, isReliable: isReliable, session: &session,
                at: .now, jitter: .random(in: 0...1, using: &random))
            guard let datagram else { throw ExchangeError.closed }
            endpoint.send(datagram, to: address)
        } catch {
            throw NodeFailure(error)
        }
        setTimer()
    }

    /// Returns the next message of an exchange. Throws `.timedOut` when none comes in time, and `.unreachable` when the
    /// node does not even acknowledge the last message of this side.
    func nextMessage(of key: ExchangeTable.Key, within limit: Duration) async throws(NodeFailure) -> ReceivedMessage {
        if let failure { throw failure }
        guard var inbox = inboxes[key], inbox.reader == nil else { throw .sessionClosed }
        if !inbox.messages.isEmpty {
            let message = inbox.messages.removeFirst()
            inboxes[key] = inbox
            return message
        }
        if let failure = inbox.failure { throw failure }
        return try await withCheckedContinuation { (waiting: Waiting) in
            inboxes[key]?.reader = (waiting, .now + limit)
            setTimer()
        }.get()
    }

    /// Gives up an exchange whose last message is not acknowledged: it is not sent again, although the node may not have
    /// received it.
    func abandon(_ key: ExchangeTable.Key) {
        guard exchanges[key]?.isAwaitingAcknowledgement == true else { return }
        exchanges[key]?.abandon()
        fail(key, for: .timedOut)
    }

    /// Ends an exchange: acknowledges its last message, and forgets it once its own last message is acknowledged.
    func end(_ key: ExchangeTable.Key) {
        inboxes[key] = nil
        guard failure == nil else { return }
        let datagrams = (try? exchanges[key]?.close(session: &session)) ?? []
        for datagram in datagrams { endpoint.send(datagram, to: address) }
        exchanges.removeFinished()
    }

    /// Returns when the node has acknowledged all messages, or when this side has given up.
    package func flush() async {
        await withCheckedContinuation { waiting in
            flushes.append(waiting)
            resumeFlushes()
        }
    }

    private func resumeFlushes() {
        guard failure != nil || !exchanges.isAwaitingAcknowledgement else { return }
        let waiting = flushes
        flushes = []
        for flush in waiting { flush.resume() }
    }

    // MARK: Receiving

    private func receive(_ datagrams: AsyncStream<Datagram>) async {
        for await datagram in datagrams { receive(datagram) }
        // The socket was closed.
        end(.sessionClosed)
    }

    private func receive(_ datagram: Datagram) {
        guard failure == nil, let message = try? session.decode(datagram.bytes, at: .now) else { return }
        // Only the node itself can encrypt for this session, so that it has moved to another address.
        if session is SecureSession, !message.isDuplicate { address = datagram.source }
        guard let reception = try? exchanges.receive(message, session: &session, at: .now) else { return }
        switch reception {
        case .none(let datagrams), .refused(let datagrams):
            for datagram in datagrams { endpoint.send(datagram, to: address) }
        case .message(let key, let reception, let isFirst):
            for datagram in reception.datagrams { endpoint.send(datagram, to: address) }
            if reception.isDelivered { deliver(message, to: key, isFirst: isFirst) }
        }
        exchanges.removeFinished()
        resumeFlushes()
        setTimer()
    }

    private func deliver(_ message: ReceivedMessage, to key: ExchangeTable.Key, isFirst: Bool) {
        if message.header.secureChannelOpcode == .statusReport, session is SecureSession,
            let report = try? StatusReport(decoding: message.payload),
            report.isCloseSession || report.secureChannelCode == .sessionNotFound
        {
            return end(.sessionLost)
        }
        messageCount += 1
        if isFirst {
            let exchange = IncomingExchange(
                exchange: NodeExchange(channel: self, key: key), message: message, number: messageCount)
            inboxes[key] = Inbox()
            if case .enqueued = arrived.yield(exchange) { return }
            return end(key)
        }
        if let reader = inboxes[key]?.reader {
            inboxes[key]?.reader = nil
            reader.waiting.resume(returning: .success(message))
        } else if let count = inboxes[key]?.messages.count, count < Self.maximumWaiting {
            inboxes[key]?.messages.append(message)
        }
    }

    // MARK: Time

    /// Sends again, acknowledges, and lets readers give up, each at its time.
    private func keepTime() async {
        while failure == nil {
            let (wakeUps, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let end = nextDue
            pause = (end, wake)
            await sleep(until: end, orUntil: wakeUps)
            pause = nil
            if failure == nil { performDue() }
        }
    }

    private nonisolated func sleep(until end: ContinuousClock.Instant?, orUntil wakeUps: AsyncStream<Void>) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in wakeUps { return } }
            if let end {
                group.addTask { [clock] in
                    try? await clock.sleep(for: max(.zero, ContinuousClock.now.duration(to: end)))
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private var nextDue: ContinuousClock.Instant? {
        let deadlines = inboxes.values.compactMap { $0.reader?.deadline }
        return ([exchanges.dueTime].compactMap(\.self) + deadlines).min()
    }

    /// Shortens the pause of the timer if something is due before its end.
    private func setTimer() {
        guard let pause, let due = nextDue, pause.end.map({ due < $0 }) ?? true else { return }
        pause.wake.yield()
    }

    private func performDue() {
        let now = ContinuousClock.now
        for key in exchanges.dueKeys(at: now) {
            if let expiry = inboxes[key]?.expiry, expiry <= now { abandon(key) }
            let jitter = Double.random(in: 0...1, using: &random)
            let performances = (try? exchanges[key]?.perform(session: &session, at: now, jitter: jitter)) ?? []
            for performance in performances {
                switch performance {
                case .send(let datagram): endpoint.send(datagram, to: address)
                case .giveUp:
                    // A node that acknowledges nothing has forgotten the session, or is away.
                    if session is SecureSession { return end(.unreachable) }
                    fail(key, for: .unreachable)
                }
            }
        }
        for (key, inbox) in inboxes {
            if let reader = inbox.reader, reader.deadline <= now { fail(key, for: .timedOut) }
        }
        exchanges.removeFinished()
        resumeFlushes()
    }

    private func fail(_ key: ExchangeTable.Key, for reason: NodeFailure) {
        let reader = inboxes[key]?.reader
        inboxes[key]?.failure = reason
        inboxes[key]?.reader = nil
        reader?.waiting.resume(returning: .failure(reason))
    }
}

extension NodeFailure {
    fileprivate init(_ error: ExchangeError) {
        self =
            switch error {
            case .closed, .awaitingAcknowledgement: .sessionClosed
            case .tooManyExchanges: .tooManyExchanges
            case .message(let error): .message(error)
            }
    }
}
