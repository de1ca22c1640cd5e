import SeededRandom
import Testing

@testable import MatterProtocol

@Suite struct ExchangeTableTests {
    private let start = ContinuousClock.now

    private func table(limit: Int = 4) -> ExchangeTable {
        var random = SeededGenerator(seed: 1)
        return ExchangeTable(limit: limit, using: &random)
    }

    /// A message that begins an exchange of the controller, received by the node.
    private func request(
        id: UInt16, pair: inout SessionPair, protocolID: ProtocolID = .interactionModel
    ) throws -> ReceivedMessage {
        var exchange = Exchange(id: id, role: .initiator)
        let datagram = try exchange.send(
            [], protocolID: protocolID, opcode: 2, session: &pair.controller, at: start, jitter: 0)
        return try pair.node.decode(datagram, at: start)
    }

    @Test func exchangesOfThisSideHaveDifferentNumbersAndALimit() throws {
        var table = table()
        let keys = try (0..<4).map { _ in try table.begin() }
        #expect(Set(keys).count == 4)
        #expect(keys.allSatisfy { $0.role == .initiator })
        #expect(throws: ExchangeError.tooManyExchanges(limit: 4)) { try table.begin() }
        var pair = try SessionPair(start: start)
        for key in keys { #expect(try table[key]?.close(session: &pair.node) == []) }
        table.removeFinished()
        #expect(table.count == 0)
        #expect(try !keys.contains(table.begin()))
    }

    @Test func messageOfThePeerBeginsAnExchange() throws {
        var pair = try SessionPair(start: start)
        var table = table()
        let message = try request(id: 9, pair: &pair)
        guard
            case .message(let key, let reception, isFirst: true) = try table.receive(
                message, session: &pair.node, at: start)
        else {
            Issue.record("no exchange was begun")
            return
        }
        #expect(key == ExchangeTable.Key(id: 9, role: .responder))
        #expect(reception.isDelivered)
        #expect(table.dueTime == start + .milliseconds(200))
        #expect(table.dueKeys(at: start) == [])
        #expect(table.dueKeys(at: start + .milliseconds(200)) == [key])
        guard
            case .message(key, let again, isFirst: false) = try table.receive(
                ReceivedMessage(counter: message.counter, header: message.header, payload: [], isDuplicate: true),
                session: &pair.node, at: start)
        else {
            Issue.record("the duplicate belongs to no exchange")
            return
        }
        #expect(!again.isDelivered)
        #expect(again.datagrams.count == 1)
    }

    @Test func messageOfNoExchangeIsOnlyAcknowledged() throws {
        var pair = try SessionPair(start: start)
        var table = table()
        func datagrams(
            senderRole: ExchangeRole, isReliable: Bool, isDuplicate: Bool = false, opcode: UInt8 = 0x20
        ) throws -> Int? {
            let header = ProtocolHeader(
                exchangeID: 5, senderRole: senderRole, protocolID: .secureChannel, opcode: opcode,
                isReliable: isReliable)
            let message = ReceivedMessage(counter: 1, header: header, payload: [], isDuplicate: isDuplicate)
            guard case .none(let datagrams) = try table.receive(message, session: &pair.node, at: start) else {
                return nil
            }
            return datagrams.count
        }
        #expect(try datagrams(senderRole: .responder, isReliable: true) == 1)
        #expect(try datagrams(senderRole: .responder, isReliable: false) == 0)
        #expect(try datagrams(senderRole: .initiator, isReliable: true, isDuplicate: true) == 1)
        #expect(try datagrams(senderRole: .initiator, isReliable: false, opcode: 0x10) == 0)
        #expect(table.count == 0)
        #expect(try datagrams(senderRole: .initiator, isReliable: true) == nil)
        #expect(table.count == 1)
    }

    @Test func peerBeyondItsLimitHearsThatThisSideIsBusy() throws {
        var pair = try SessionPair(start: start)
        var table = table(limit: 3)
        for id in 0..<3 {
            let message = try request(id: UInt16(id), pair: &pair)
            _ = try table.receive(message, session: &pair.node, at: start)
        }
        for protocolID in [ProtocolID.interactionModel, .secureChannel, .bulkDataExchange] {
            let message = try request(id: 10, pair: &pair, protocolID: protocolID)
            guard case .refused(let datagrams) = try table.receive(message, session: &pair.node, at: start) else {
                Issue.record("the message was not refused")
                continue
            }
            let answer = try datagrams.first.map { try pair.controller.decode($0, at: start) }
            #expect(answer.map { $0.header.acknowledgedCounter == message.counter } ?? true)
            switch protocolID {
            case .interactionModel: #expect(try StatusResponse(decoding: answer?.payload ?? []).status == .busy)
            case .secureChannel: #expect(try StatusReport(decoding: answer?.payload ?? []).busyWait != nil)
            default: #expect(answer == nil)
            }
        }
        #expect(table.count == 3)
        // The peer does not use up the exchanges of this side.
        _ = try table.begin()
    }
}
