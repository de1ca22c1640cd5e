import MatterProtocol
import MatterTransport

/// The requests of the gateway to a node, over one secure session.
struct NodeSession: Sendable {
    let channel: SessionChannel

    /// How long the node may take to receive the message that a timed request announces.
    private static let timedRequestLimit = Duration.seconds(10)

    func read(_ request: ReadRequest) async throws(NodeFailure) -> AssembledReport {
        try await withExchange { exchange throws(NodeFailure) in
            try await exchange.send(request)
            return try await exchange.receiveReport()
        }
    }

    /// Subscribes. `first` gets the first report, which has all values, before the node confirms the subscription.
    func subscribe(
        _ request: SubscribeRequest, first: @Sendable (AssembledReport) async -> Void
    ) async throws(NodeFailure) -> SubscribeResponse {
        try await withExchange { exchange throws(NodeFailure) in
            try await exchange.send(request)
            await first(try await exchange.receiveReport())
            return try await exchange.receive(SubscribeResponse.self)
        }
    }

    /// Sends a command. `isWanted` is asked directly before its bytes are sent, after the announcement of a timed one.
    /// Returns the fields of the command that answers it; nil if only a status does. Throws `.refused` with the status of
    /// a command that was not carried out.
    @discardableResult
    func invoke(
        _ command: CommandData, isTimed: Bool = false, within limit: Duration? = nil,
        isWanted: (@Sendable () async -> Bool)? = nil
    ) async throws(NodeFailure) -> TLVValue? {
        try await withExchange { exchange throws(NodeFailure) in
            if isTimed { try await exchange.announce(within: Self.timedRequestLimit) }
            try await exchange.send(InvokeRequest(commands: [command], isTimed: isTimed), isWanted: isWanted)
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

    /// Writes an attribute. `isWanted` is asked directly before that.
    func write(
        _ data: AttributeData, isTimed: Bool = false, isWanted: (@Sendable () async -> Bool)? = nil
    ) async throws(NodeFailure) {
        try await withExchange { exchange throws(NodeFailure) in
            if isTimed { try await exchange.announce(within: Self.timedRequestLimit) }
            try await exchange.send(WriteRequest(attributes: [data], isTimed: isTimed), isWanted: isWanted)
            let response = try await exchange.receive(WriteResponse.self)
            guard let outcome = response.statuses.first?.outcome else { throw .unexpectedMessage }
            guard outcome.status == .success else { throw .refused(outcome) }
        }
    }

    private func withExchange<Result: Sendable>(
        body: (NodeExchange) async throws(NodeFailure) -> Result
    ) async throws(NodeFailure) -> Result {
        let exchange = try await channel.begin()
        do throws(NodeFailure) {
            let result = try await body(exchange)
            await exchange.end()
            return result
        } catch {
            await exchange.end()
            throw error
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
