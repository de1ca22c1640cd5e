import Testing

@testable import MatterProtocol

@Suite struct EstablishedSessionTests {
    @Test func bothSidesReadEachOthersMessages() throws {
        let fixture = try FabricFixture()
        var initiator = CASEInitiator(identity: fixture.controller, peer: FabricFixture.nodeID, sessionID: 1)
        var responder = CASEResponder(identities: [fixture.node], sessionID: 2)
        let sigma2 = try #require(try responder.receive(try initiator.start()).reply)
        let sigma3 = try #require(try initiator.receive(sigma2).reply)
        let last = try responder.receive(sigma3)
        let right = try #require(last.session)
        let success = try #require(last.reply)
        let left = try #require(try initiator.receive(success).session)
        let parameters = ReliableMessageParameters()
        let now = ContinuousClock.now
        var sender = try left.session.secureSession(
            localNodeID: left.localNodeID, peerNodeID: left.peerNodeID, peerParameters: parameters, establishedAt: now)
        var receiver = try right.session.secureSession(
            localNodeID: right.localNodeID, peerNodeID: right.peerNodeID, peerParameters: parameters, establishedAt: now
        )
        let header = ProtocolHeader(
            exchangeID: 7, senderRole: .initiator, protocolID: .interactionModel, opcode: 1, isReliable: true)
        let message = try sender.encode(header, payload: [1, 2, 3])
        #expect(try receiver.decode(message.bytes, at: now).payload == [1, 2, 3])
        let back = ProtocolHeader(
            exchangeID: 7, senderRole: .responder, protocolID: .interactionModel, opcode: 1, isReliable: true)
        let answer = try receiver.encode(back, payload: [4])
        #expect(try sender.decode(answer.bytes, at: now).payload == [4])
    }

    @Test func parametersOfTheSessionReplaceThoseOfTheRecord() {
        let record = ReliableMessageParameters(idleInterval: 700, activeInterval: 200, activeThreshold: 1000)
        #expect(record.replacing(with: SessionParameters()) == record)
        let told = SessionParameters(idleInterval: 5000, activeThreshold: 0)
        #expect(
            record.replacing(with: told)
                == ReliableMessageParameters(idleInterval: 5000, activeInterval: 200, activeThreshold: 0))
    }
}
