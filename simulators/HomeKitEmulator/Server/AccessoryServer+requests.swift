import HomeKitAccessories
import HomeKitProtocol

/// Decides how requests are answered.
extension AccessoryServer {
    /// Carries out a request and queues the answer.
    func respond(to request: HAPRequest, on number: Int) -> RequestOutcome {
        guard connections[number] != nil else { return .isClosed }
        let loss = takeLoss(of: request)
        guard loss?.isCarriedOut != false else { return .isClosed }
        let reply = reply(to: request, on: number)
        guard !takeFault(\.dropsAfterNextRequest), loss == nil else {
            if reply.endsRemovedSessions { endRemovedSessions() }
            return .isClosed
        }
        send(reply.response, framing: reply.framing, on: number)
        if let keys = reply.keys {
            enqueue(.secure(keys), on: number)
            connections[number]?.isSecured = true
        }
        if reply.endsRemovedSessions { endRemovedSessions() }
        guard connections[number] != nil else { return .isClosed }
        if let keys = reply.keys { return .isSecured(keys) }
        return .goesOn
    }

    /// Whether the connection has a controller, or is gone.
    func isVerified(_ number: Int) -> Bool { connections[number].map { $0.controller != nil } ?? true }

    /// Closes a connection without the messages that wait, and forgets it.
    func close(_ number: Int) {
        if setupConnection == number { setupConnection = nil }
        guard let connection = connections.removeValue(forKey: number) else { return }
        connection.outgoing.finish()
        connection.ending.finish()
    }

    /// Queues a message, with the faults that are on.
    func send(_ message: HAPResponse, framing: HAPResponse.Framing = .length, on number: Int) {
        guard let bytes = try? message.serialized(framing: framing) else { return close(number) }
        let isSession = connections[number]?.isSecured ?? false
        if isSession, takeFault(\.sendsFrameOutOfStep) { enqueue(.frameOutOfStep, on: number) }
        let isHalf = isSession && takeFault(\.stopsInsideNextMessage)
        enqueue(isHalf ? .half(bytes) : .message(bytes), on: number)
    }

    /// Queues an item. A connection whose queue is full is closed.
    func enqueue(_ item: OutgoingItem, on number: Int) {
        guard !faults.holdsMessages || connections[number]?.isSecured == false else {
            connections[number]?.held.append(item)
            return
        }
        if case .dropped? = connections[number]?.outgoing.yield(item) { close(number) }
    }

    /// Ends the sessions of controllers without a pairing, after the answers that wait for them.
    private func endRemovedSessions() {
        for (number, connection) in connections {
            guard let controller = connection.controller else { continue }
            let isPaired = record.pairings.controllers.contains {
                $0.identifier == controller.identifier && $0.publicKey == controller.publicKey
            }
            if !isPaired { enqueue(.end, on: number) }
        }
    }

    private func reply(to request: HAPRequest, on number: Int) -> AccessoryReply {
        guard let endpoint = HAPEndpoint(request) else { return AccessoryReply(httpStatus: 404) }
        switch (request.method, endpoint) {
        case ("POST", .pairSetup): return setUpPairing(request.body, on: number)
        case ("POST", .pairVerify): return verifyPairing(request.body, on: number)
        case ("POST", .identify): return identify()
        case ("POST", .pairings), ("GET", .accessories), ("GET", .characteristics), ("PUT", .characteristics),
            ("PUT", .prepare):
            guard let controller = connections[number]?.controller else {
                return AccessoryReply(HAPResponse(httpStatus: 470, hapStatus: .insufficientPrivileges))
            }
            return replyInSession(to: request, endpoint: endpoint, of: controller, on: number)
        default: return AccessoryReply(httpStatus: 405)
        }
    }

    private func replyInSession(
        to request: HAPRequest, endpoint: HAPEndpoint, of controller: PairedController, on number: Int
    ) -> AccessoryReply {
        switch (request.method, endpoint) {
        case (_, .pairings): return changePairings(request.body, of: controller)
        case (_, .accessories):
            var reply = AccessoryReply(HAPResponse(status: 200, contentType: .json, body: values.body))
            if let bytes = faults.databaseChunkBytes { reply.framing = .chunked(bytes: bytes) }
            return reply
        case (_, .prepare): return AccessoryReply(prepare(request, on: number))
        case ("GET", _): return AccessoryReply(read(request, on: number))
        default: return AccessoryReply(write(request, of: controller, on: number))
        }
    }

    /// An accessory with a pairing refuses this request; its characteristic *Identify* does the same.
    private func identify() -> AccessoryReply {
        guard !record.isPaired else {
            return AccessoryReply(HAPResponse(httpStatus: 400, hapStatus: .insufficientPrivileges))
        }
        if let id = values.identifyID {
            writeSink.yield(ControllerWrite(id: id, value: .boolean(true), controller: nil))
        }
        return AccessoryReply(httpStatus: 204)
    }
}
