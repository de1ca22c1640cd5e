import MatterProtocol
import MatterTransport

/// Requests of the interaction model, as messages.
extension NodeServer {
    /// Answers a request. A timed request comes before the one that it announces.
    nonisolated func answer(_ incoming: IncomingExchange, session: UInt16) async throws(NodeFailure) {
        let exchange = incoming.exchange
        var message = incoming.message
        var deadline: ContinuousClock.Instant?
        if message.header.interactionOpcode == .timedRequest {
            let request: TimedRequest = try await read(message, over: exchange)
            let limit = Duration.milliseconds(Int(request.timeout))
            deadline = .now + limit
            guard await admits(.timedRequest) else { return }
            try await exchange.send(StatusResponse(status: .success))
            message = try await exchange.receive()
        }
        if let delay = await faults.answerDelay { try? await clock.sleep(for: delay) }
        if await faults.isBusy { return try await answer(.busy, over: exchange) }
        if let deadline, .now > deadline { return try await answer(.timeout, over: exchange) }
        let isTimed = deadline != nil
        switch message.header.interactionOpcode {
        case .readRequest:
            guard await admits(.read) else { return }
            try await answer(try await read(message, over: exchange) as ReadRequest, over: exchange, session: session)
        case .writeRequest:
            try await answer(
                try await read(message, over: exchange) as WriteRequest, over: exchange, session: session,
                isTimed: isTimed)
        case .invokeRequest:
            try await answer(
                try await read(message, over: exchange) as InvokeRequest, over: exchange, session: session,
                isTimed: isTimed)
        case .subscribeRequest:
            try await answer(
                try await read(message, over: exchange) as SubscribeRequest, over: exchange, session: session)
        default: try await exchange.send(StatusResponse(status: .invalidAction))
        }
    }

    /// Reads a message. The node answers one that cannot be read with *invalid action*.
    private nonisolated func read<Message: InteractionMessage>(
        _ message: ReceivedMessage, over exchange: NodeExchange
    ) async throws(NodeFailure) -> Message {
        do throws(InteractionError) {
            return try Message(decoding: message.payload)
        } catch {
            try await exchange.send(StatusResponse(status: .invalidAction))
            throw .interaction(error)
        }
    }

    /// Answers with a status alone.
    private nonisolated func answer(
        _ status: InteractionStatus, over exchange: NodeExchange
    ) async throws(NodeFailure) {
        try await exchange.send(StatusResponse(status: status))
    }

    private nonisolated func answer(
        _ request: ReadRequest, over exchange: NodeExchange, session: UInt16
    ) async throws(NodeFailure) {
        let report: NodeReport
        do throws(StatusError) {
            report = try await self.report(ReportSelection(request), session: session)
        } catch {
            return try await answer(error.outcome.status, over: exchange)
        }
        try await send(report, over: exchange, subscription: nil)
    }

    /// Sends a report in as many messages as it needs. The receiver acknowledges all of them but the last one of a read.
    nonisolated func send(
        _ report: NodeReport, over exchange: NodeExchange, subscription: UInt32?
    ) async throws(NodeFailure) {
        let payloads: [[UInt8]]
        do throws(InteractionError) {
            payloads = try ReportChunker.payloads(
                attributes: report.attributes, events: report.events, subscriptionID: subscription,
                suppressesResponse: subscription == nil)
        } catch {
            try await exchange.send(StatusResponse(status: .resourceExhausted))
            throw .interaction(error)
        }
        for (index, payload) in payloads.enumerated() {
            try await exchange.send(opcode: .reportData, payload: payload)
            guard subscription != nil || index < payloads.count - 1 else { return }
            let response = try await exchange.receive(StatusResponse.self)
            guard response.status.isSuccess else { throw .refused(InteractionOutcome(response.status)) }
        }
    }

    private nonisolated func answer(
        _ first: WriteRequest, over exchange: NodeExchange, session: UInt16, isTimed: Bool
    ) async throws(NodeFailure) {
        var request = first
        var transaction = WriteTransaction()
        while true {
            guard request.isTimed == isTimed else {
                return try await answer(.timedRequestMismatch, over: exchange)
            }
            let statuses = await write(request, in: &transaction, session: session, isTimed: isTimed)
            if !request.suppressesResponse { try await exchange.send(WriteResponse(statuses: statuses)) }
            guard request.hasMoreChunks else { return }
            request = try await read(try await exchange.receive(), over: exchange)
        }
    }

    private nonisolated func answer(
        _ request: InvokeRequest, over exchange: NodeExchange, session: UInt16, isTimed: Bool
    ) async throws(NodeFailure) {
        guard request.isTimed == isTimed else {
            return try await answer(.timedRequestMismatch, over: exchange)
        }
        for command in request.commands {
            let command = NodeFaults.Command(cluster: command.path.cluster, command: command.path.command)
            guard await admits(.command(command)) else { return }
        }
        let restart = await takeRestart(of: request)
        if restart == .beforeCommand { return await restartHere() }
        let results: [InvokeResponse.CommandResult]
        do throws(StatusError) {
            results = try await invoke(request, session: session, isTimed: isTimed)
        } catch {
            return try await answer(error.outcome.status, over: exchange)
        }
        if restart == .beforeAnswer { return await restartHere() }
        if await !faults.answersNoCommands, !request.suppressesResponse {
            for (index, result) in results.enumerated() {
                let isLast = index == results.count - 1
                try await exchange.send(InvokeResponse(results: [result], hasMoreChunks: !isLast))
                if !isLast { _ = try await exchange.receive(StatusResponse.self) }
            }
        }
        await finishCommands(session: session)
        if restart == .afterAnswer { await restartHere() }
    }

    /// Restarts on the same port.
    private func restartHere() { restart(port: port ?? 0) }

    /// When the node restarts during one of these commands, once.
    private func takeRestart(of request: InvokeRequest) -> NodeFaults.RestartTime? {
        for command in request.commands {
            let key = NodeFaults.Command(cluster: command.path.cluster, command: command.path.command)
            if let restart = faults.restarts.removeValue(forKey: key) { return restart }
        }
        return nil
    }

    private nonisolated func answer(
        _ request: SubscribeRequest, over exchange: NodeExchange, session: UInt16
    ) async throws(NodeFailure) {
        let id: UInt32
        let report: NodeReport
        do throws(StatusError) {
            (id, report) = try await beginSubscription(request, session: session)
        } catch {
            return try await answer(error.outcome.status, over: exchange)
        }
        do throws(NodeFailure) {
            try await send(report, over: exchange, subscription: id)
            try await exchange.send(
                SubscribeResponse(subscriptionID: id, maximumInterval: limits.reportInterval(request.maximumInterval)))
        } catch {
            await endSubscription(id)
            throw error
        }
        await activateSubscription(id)
    }
}
