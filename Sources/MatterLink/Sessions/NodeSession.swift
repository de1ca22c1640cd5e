import Concurrency
package import MatterProtocol
package import MatterTransport

/// The requests of the gateway to a node, over one secure session.
package struct NodeSession: Sendable {
    /// The requests that a node gets at once. Small nodes have no room for more.
    private static let simultaneousRequests = 4
    /// How long a node may be busy in all: 0.1 s, then twice as long each time, or as long as the node says.
    private static let busyDelays: [Duration] = [100, 200, 400, 800, 1600].map { .milliseconds($0) }
    /// The longest wait that a node can ask for.
    private static let longestBusyDelay = Duration.seconds(10)

    let channel: SessionChannel
    private let clock: any Clock<Duration>
    private let permits = AsyncSemaphore(permits: simultaneousRequests)

    init(channel: SessionChannel, clock: any Clock<Duration>) {
        self.channel = channel
        self.clock = clock
    }

    /// How long the node may take to receive the message that a timed request announces.
    private static let timedRequestLimit = Duration.seconds(10)

    package func read(_ request: ReadRequest) async throws(NodeFailure) -> AssembledReport {
        try await numberedRead(request).report
    }

    /// Reads values that are as old as the request for them, at most.
    func numberedRead(_ request: ReadRequest) async throws(NodeFailure) -> NumberedReport {
        try await withExchange { exchange throws(NodeFailure) in
            let number = try await exchange.send(request)
            return NumberedReport(report: try await exchange.receiveReport(), number: number)
        }
    }

    /// Subscribes. `first` gets the first report, which has all values, before the node confirms the subscription.
    func subscribe(
        _ request: SubscribeRequest, first: @Sendable (NumberedReport) async -> Void
    ) async throws(NodeFailure) -> SubscribeResponse {
        try await withExchange { exchange throws(NodeFailure) in
            let number = try await exchange.send(request)
            await first(NumberedReport(report: try await exchange.receiveReport(), number: number))
            return try await exchange.receive(SubscribeResponse.self)
        }
    }

    /// Sends a command, after the announcement of a timed one. Returns the fields of the command that answers it; nil if
    /// only a status does. Throws `.refused` with the status of a command that was not carried out.
    @discardableResult
    package func invoke(
        _ command: CommandData, isTimed: Bool = false, within limit: Duration? = nil, as delivery: Delivery? = nil
    ) async throws(NodeFailure) -> TLVValue? {
        try await withExchange(before: delivery?.expiry) { exchange throws(NodeFailure) in
            if isTimed { try await exchange.announce(within: Self.timedRequestLimit) }
            try await exchange.send(
                InvokeRequest(commands: [command], isTimed: isTimed), before: delivery?.expiry,
                isWanted: delivery?.question(about: exchange), whenSent: delivery?.whenSent)
            let response = try await exchange.receive(InvokeResponse.self, within: limit)
            switch response.results.first {
            case .data(let data)?: return data.fields
            case .status(let status)?:
                guard status.outcome.status == .success else { throw .refused(status.outcome) }
                return nil
            case nil: throw .unexpectedMessage
            }
        }
    }

    /// Writes an attribute.
    func write(
        _ data: AttributeData, isTimed: Bool = false, as delivery: Delivery? = nil
    ) async throws(NodeFailure) {
        try await withExchange(before: delivery?.expiry) { exchange throws(NodeFailure) in
            if isTimed { try await exchange.announce(within: Self.timedRequestLimit) }
            try await exchange.send(
                WriteRequest(attributes: [data], isTimed: isTimed), before: delivery?.expiry,
                isWanted: delivery?.question(about: exchange), whenSent: delivery?.whenSent)
            let response = try await exchange.receive(WriteResponse.self)
            guard let outcome = response.statuses.first?.outcome else { throw .unexpectedMessage }
            guard outcome.status == .success else { throw .refused(outcome) }
        }
    }

    /// Runs one request. Further ones wait until the node has room for them, and a busy node is asked again before
    /// `expiry`.
    private func withExchange<Result: Sendable>(
        before expiry: ContinuousClock.Instant? = nil, body: (NodeExchange) async throws(NodeFailure) -> Result
    ) async throws(NodeFailure) -> Result {
        try await permits.withPermit { () async throws(NodeFailure) in
            for delay in Self.busyDelays {
                do throws(NodeFailure) {
                    return try await withOneExchange(body: body)
                } catch {
                    guard let busyWait = error.busyWait else { throw error }
                    let wait = min(max(delay, busyWait), Self.longestBusyDelay)
                    if let expiry, .now + wait >= expiry { throw error }
                    try? await clock.sleep(for: wait)
                }
            }
            return try await withOneExchange(body: body)
        }
    }

    private func withOneExchange<Result: Sendable>(
        body: (NodeExchange) async throws(NodeFailure) -> Result
    ) async throws(NodeFailure) -> Result {
        let exchange = try await channel.begin()
        do throws(NodeFailure) {
            let result = try await body(exchange)
            await exchange.end()
            return result
        } catch {
            // A request that has failed here must not have an effect later.
            await exchange.abandon()
            await exchange.end()
            throw error
        }
    }
}

extension NodeSession {
    /// Until when a request may be sent, and whether.
    package struct Delivery: Sendable {
        /// The request is not sent again after this time. Nil for the usual number of attempts.
        var expiry: ContinuousClock.Instant?
        /// Asked before the request is sent the first time.
        let isWanted: @Sendable (NodeExchange) async -> Bool
        /// Gets the place of the request in the order in which the session sends and receives messages, before any later
        /// message is received.
        var whenSent: (@Sendable (Int) -> Void)?

        fileprivate func question(about exchange: NodeExchange) -> @Sendable () async -> Bool {
            { await self.isWanted(exchange) }
        }
    }
}

extension NodeFailure {
    /// After how long a node that did nothing wants to be asked again; zero if it does not say how long, and nil after
    /// another failure.
    var busyWait: Duration? {
        switch self {
        case .refused(let outcome): outcome.status == .busy ? .zero : nil
        case .reported(let report): report.busyWait
        case .establishment(.peerBusy(let wait)): wait
        default: nil
        }
    }
}

extension NodeExchange {
    /// Receives all messages of a report, and acknowledges each.
    func receiveReport(beginningWith first: ReceivedMessage? = nil) async throws(NodeFailure) -> AssembledReport {
        var assembler = ReportAssembler()
        var next = first
        while true {
            let message: ReceivedMessage
            if let first = next { message = first } else { message = try await receive() }
            next = nil
            let report = try assembler.add(message)
            if let report, report.suppressesResponse { return report }
            try await send(StatusResponse(status: .success))
            if let report { return report }
        }
    }

    /// Announces a timed message, which the node must receive within the limit.
    fileprivate func announce(within limit: Duration) async throws(NodeFailure) {
        try await send(TimedRequest(timeout: UInt16(clamping: Int(limit / .milliseconds(1)))))
        let status = try await receive(StatusResponse.self).status
        guard status == .success else { throw .refused(InteractionOutcome(status)) }
    }
}

extension ReportAssembler {
    /// Adds a message. Returns the report after its last one. A status in its place throws `.refused` or `.reported`.
    fileprivate mutating func add(_ message: ReceivedMessage) throws(NodeFailure) -> AssembledReport? {
        guard message.header.interactionOpcode == .reportData else {
            _ = try message.interaction(ReportData.self)
            return nil
        }
        do throws(InteractionError) {
            return try receive(message.payload)
        } catch {
            throw .interaction(error)
        }
    }
}
