import MatterEmulator
import MatterFixtures
import MatterProtocol
import MatterTransport
import Testing

/// A session of a controller with a node.
struct ControllerSession: Sendable {
    let channel: SessionChannel
    let attestationChallenge: [UInt8]

    /// Reads attributes and events.
    func read(
        _ attributes: [AttributePathPattern], events: [EventPathPattern] = [], from number: UInt64 = 0,
        isFabricFiltered: Bool = true, dataVersionFilters: [DataVersionFilter] = []
    ) async throws -> AssembledReport {
        let request = ReadRequest(
            attributes: attributes, events: events, eventFilters: [EventFilter(minimumEventNumber: number)],
            isFabricFiltered: isFabricFiltered, dataVersionFilters: dataVersionFilters)
        return try await withExchange { exchange in
            try await exchange.send(request)
            return try await report(over: exchange).report
        }
    }

    /// The value of one attribute; nil if the node answers with a status.
    func value(_ endpoint: UInt16, cluster: UInt32, attribute: UInt32) async throws -> TLVValue? {
        let pattern = AttributePathPattern(endpoint: endpoint, cluster: cluster, attribute: attribute)
        return try await read([pattern]).attributes.first?.value
    }

    /// The status of reading one attribute.
    func status(_ endpoint: UInt16, cluster: UInt32, attribute: UInt32) async throws -> InteractionStatus? {
        let pattern = AttributePathPattern(endpoint: endpoint, cluster: cluster, attribute: attribute)
        return try await read([pattern]).attributeStatuses.first?.outcome.status
    }

    /// Receives a whole report, and acknowledges each of its messages but the last one of a read.
    func report(over exchange: NodeExchange) async throws -> (report: AssembledReport, chunks: Int) {
        var assembler = ReportAssembler()
        var chunks = 0
        while true {
            let message = try await exchange.receive()
            if message.header.interactionOpcode == .statusResponse {
                throw try RefusedRequest(status: StatusResponse(decoding: message.payload).status)
            }
            chunks += 1
            let report = try assembler.receive(message.payload)
            if report?.suppressesResponse != true { try await exchange.send(StatusResponse(status: .success)) }
            if let report { return (report, chunks) }
        }
    }

    /// Invokes a command. With a timeout in milliseconds the request is timed.
    func invoke(
        _ endpoint: UInt16, cluster: UInt32, command: UInt32, fields: TLVValue? = nil, timeout: UInt16? = nil
    ) async throws -> InvokeResponse.CommandResult {
        let path = CommandPath(endpoint: endpoint, cluster: cluster, command: command)
        return try await withExchange { exchange in
            try await announceTimed(timeout, over: exchange)
            try await exchange.send(
                InvokeRequest(commands: [CommandData(path: path, fields: fields)], isTimed: timeout != nil))
            let message = try await exchange.receive()
            if message.header.interactionOpcode == .statusResponse {
                throw try RefusedRequest(status: StatusResponse(decoding: message.payload).status)
            }
            return try #require(try InvokeResponse(decoding: message.payload).results.first)
        }
    }

    /// The status of a command.
    func status(
        invoking command: UInt32, of cluster: UInt32, on endpoint: UInt16 = 1, fields: TLVValue? = nil,
        timeout: UInt16? = nil
    ) async throws -> InteractionStatus? {
        let result = try await invoke(endpoint, cluster: cluster, command: command, fields: fields, timeout: timeout)
        guard case .status(let status) = result else { return nil }
        return status.outcome.status
    }

    /// The fields of the command with which the node answers.
    func answer(
        invoking command: UInt32, of cluster: UInt32, on endpoint: UInt16 = 0, fields: TLVValue? = nil
    ) async throws -> TLVValue {
        let result = try await invoke(endpoint, cluster: cluster, command: command, fields: fields)
        guard case .data(let data) = result else { throw UnexpectedResult(result: result) }
        return data.fields ?? .null
    }

    /// Writes attributes, and returns their statuses in order.
    func write(_ attributes: [AttributeData], timeout: UInt16? = nil) async throws -> [InteractionStatus] {
        try await withExchange { exchange in
            try await announceTimed(timeout, over: exchange)
            try await exchange.send(WriteRequest(attributes: attributes, isTimed: timeout != nil))
            return try await exchange.receive(WriteResponse.self).statuses.map(\.outcome.status)
        }
    }

    func write(
        _ endpoint: UInt16, cluster: UInt32, attribute: UInt32, value: TLVValue
    ) async throws -> InteractionStatus? {
        let path = AttributePath(endpoint: endpoint, cluster: cluster, attribute: attribute)
        return try await write([AttributeData(path: path, value: value)]).first
    }

    private func announceTimed(_ timeout: UInt16?, over exchange: NodeExchange) async throws {
        guard let timeout else { return }
        try await exchange.send(TimedRequest(timeout: timeout))
        let response = try await exchange.receive(StatusResponse.self)
        guard response.status.isSuccess else { throw RefusedRequest(status: response.status) }
    }

    /// Subscribes, and returns the first report.
    func subscribe(
        _ attributes: [AttributePathPattern], events: [EventPathPattern] = [], minimum: UInt16 = 0,
        maximum: UInt16 = 60, keepsSubscriptions: Bool = false
    ) async throws -> (report: AssembledReport, response: SubscribeResponse) {
        try await withExchange { exchange in
            try await exchange.send(
                SubscribeRequest(
                    keepsSubscriptions: keepsSubscriptions, minimumInterval: minimum, maximumInterval: maximum,
                    attributes: attributes, events: events))
            let report = try await report(over: exchange).report
            return (report, try await exchange.receive(SubscribeResponse.self))
        }
    }

    /// The next report of a subscription, which is accepted unless another status is given.
    func nextReport(answer: InteractionStatus = .success) async throws -> AssembledReport {
        for await incoming in channel.incoming {
            var assembler = ReportAssembler()
            var message = incoming.message
            while true {
                let report = try assembler.receive(message.payload)
                try await incoming.exchange.send(StatusResponse(status: answer))
                if let report {
                    await incoming.exchange.end()
                    return report
                }
                message = try await incoming.exchange.receive()
            }
        }
        throw CancellationError()
    }

    func withExchange<Result: Sendable>(
        _ body: @Sendable (NodeExchange) async throws -> Result
    ) async throws -> Result {
        let exchange = try await channel.begin()
        do {
            let result = try await body(exchange)
            await exchange.end()
            return result
        } catch {
            await exchange.end()
            throw error
        }
    }
}

/// The node refused a request with a status.
struct RefusedRequest: Error, Equatable {
    let status: InteractionStatus
}

/// The node answered a command in another way than expected.
struct UnexpectedResult: Error {
    let result: InvokeResponse.CommandResult
}
