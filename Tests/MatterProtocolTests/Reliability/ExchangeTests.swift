import SeededRandom
import Testing

@testable import MatterProtocol

@Suite struct ExchangeTests {
    private let start = ContinuousClock.now

    private func send(
        _ payload: [UInt8], on exchange: inout Exchange, session: inout SecureSession, after time: Duration = .zero,
        isReliable: Bool = true
    ) throws -> [UInt8] {
        try exchange.send(
            payload, protocolID: .interactionModel, opcode: 2, isReliable: isReliable, session: &session,
            at: start + time, jitter: 0)
    }

    private func sent(_ performances: [Exchange.Performance]) -> [[UInt8]] {
        performances.compactMap { if case .send(let datagram) = $0 { datagram } else { nil } }
    }

    @Test func requestIsSentFiveTimesAndThenGivenUp() throws {
        var pair = try SessionPair(start: start)
        var exchange = Exchange(id: 7, role: .initiator)
        let datagram = try send([1], on: &exchange, session: &pair.controller)
        // The waits of the specification without jitter; the peer counts as active for four seconds.
        let waits = [330.0, 330, 528, 844.8, 1351.68]
        var time = Duration.zero
        for (index, wait) in waits.enumerated() {
            let due = try #require(exchange.dueTime)
            let expected = time + .microseconds(Int(wait * 1000))
            #expect((start.duration(to: due) - expected).wholeMilliseconds == 0)
            let early = try exchange.perform(session: &pair.controller, at: due - .nanoseconds(1), jitter: 0)
            #expect(early == [])
            let performances = try exchange.perform(session: &pair.controller, at: due, jitter: 0)
            if index < 4 {
                #expect(performances == [.send(datagram)])
            } else {
                let counter = try MessageHeader.decode(datagram).header.counter
                #expect(performances == [.giveUp(counter: counter)])
            }
            time = start.duration(to: due)
        }
        #expect(exchange.dueTime == nil)
        #expect(exchange.isFinished)
        #expect(throws: ExchangeError.closed) { try send([2], on: &exchange, session: &pair.controller) }
    }

    @Test func idlePeerIsGivenItsIdleInterval() throws {
        let parameters = ReliableMessageParameters(idleInterval: 10_000, activeInterval: 300, activeThreshold: 1000)
        var pair = try SessionPair(start: start, parameters: parameters)
        var exchange = Exchange(id: 7, role: .initiator)
        _ = try send([1], on: &exchange, session: &pair.controller, after: .seconds(1))
        #expect(exchange.dueTime == start + .seconds(12))
    }

    @Test func responseAcknowledgesTheRequest() throws {
        var pair = try SessionPair(start: start)
        var (initiator, responder) = (Exchange(id: 7, role: .initiator), Exchange(id: 7, role: .responder))
        let request = try send([1], on: &initiator, session: &pair.controller)
        var message = try pair.node.decode(request, at: start)
        var reception = try responder.receive(message, session: &pair.node, at: start)
        #expect(reception.isDelivered)
        #expect(reception.datagrams == [])
        #expect(responder.dueTime == start + .milliseconds(200))
        let response = try send([2], on: &responder, session: &pair.node)
        message = try pair.controller.decode(response, at: start)
        reception = try initiator.receive(message, session: &pair.controller, at: start)
        #expect(reception.isAcknowledgement)
        #expect(reception.isDelivered)
        #expect(!initiator.isAwaitingAcknowledgement)
        // The initiator has nothing more to say, and acknowledges the response when it closes the exchange.
        let closing = try initiator.close(session: &pair.controller)
        #expect(closing.count == 1)
        #expect(initiator.isFinished)
        message = try pair.node.decode(closing[0], at: start)
        #expect(message.header.isStandaloneAcknowledgement)
        reception = try responder.receive(message, session: &pair.node, at: start)
        #expect(reception.isAcknowledgement)
        #expect(!reception.isDelivered)
        #expect(try responder.close(session: &pair.node) == [])
        #expect(responder.isFinished)
    }

    @Test func slowResponderAcknowledgesAlone() throws {
        var pair = try SessionPair(start: start)
        var (initiator, responder) = (Exchange(id: 7, role: .initiator), Exchange(id: 7, role: .responder))
        let request = try send([1], on: &initiator, session: &pair.controller)
        let message = try pair.node.decode(request, at: start)
        _ = try responder.receive(message, session: &pair.node, at: start)
        let due = start + .milliseconds(200)
        #expect(try responder.perform(session: &pair.node, at: due - .milliseconds(1), jitter: 0) == [])
        let datagrams = sent(try responder.perform(session: &pair.node, at: due, jitter: 0))
        #expect(datagrams.count == 1)
        #expect(responder.dueTime == nil)
        let acknowledgement = try pair.controller.decode(datagrams[0], at: due)
        let reception = try initiator.receive(acknowledgement, session: &pair.controller, at: due)
        #expect(reception.isAcknowledgement)
        #expect(initiator.dueTime == nil)
        // The response acknowledges again, because the first acknowledgement may have been lost.
        let response = try send([2], on: &responder, session: &pair.node, after: .seconds(1))
        let received = try pair.controller.decode(response, at: start)
        #expect(received.header.acknowledgedCounter == message.counter)
    }

    @Test func duplicateIsAcknowledgedAtOnceAndNotDelivered() throws {
        var pair = try SessionPair(start: start)
        var (initiator, responder) = (Exchange(id: 7, role: .initiator), Exchange(id: 7, role: .responder))
        let request = try send([1], on: &initiator, session: &pair.controller)
        for round in 0..<4 {
            let message = try pair.node.decode(request, at: start)
            let reception = try responder.receive(message, session: &pair.node, at: start)
            #expect(reception.isDelivered == (round == 0))
            #expect(reception.datagrams.count == (round == 0 ? 0 : 1))
            for datagram in reception.datagrams {
                let acknowledgement = try pair.controller.decode(datagram, at: start)
                #expect(acknowledgement.header.acknowledgedCounter == message.counter)
                #expect(acknowledgement.header.isStandaloneAcknowledgement)
                #expect(!acknowledgement.header.isReliable)
            }
        }
        #expect(responder.dueTime == nil)
    }

    @Test func secondMessageMakesTheFirstAcknowledgementDue() throws {
        var pair = try SessionPair(start: start)
        var (initiator, responder) = (Exchange(id: 7, role: .initiator), Exchange(id: 7, role: .responder))
        let first = try send([1], on: &initiator, session: &pair.controller)
        _ = try responder.receive(try pair.node.decode(first, at: start), session: &pair.node, at: start)
        var other = Exchange(id: 7, role: .initiator)
        let second = try send([2], on: &other, session: &pair.controller)
        let message = try pair.node.decode(second, at: start)
        let reception = try responder.receive(message, session: &pair.node, at: start)
        #expect(reception.isDelivered)
        #expect(reception.datagrams.count == 1)
        let answer = try send([3], on: &responder, session: &pair.node)
        #expect(try pair.controller.decode(answer, at: start).header.acknowledgedCounter == message.counter)
    }

    @Test func messagesAreSentInTurn() throws {
        var pair = try SessionPair(start: start)
        var (initiator, responder) = (Exchange(id: 7, role: .initiator), Exchange(id: 7, role: .responder))
        let request = try send([1], on: &initiator, session: &pair.controller)
        #expect(throws: ExchangeError.awaitingAcknowledgement) {
            try send([2], on: &initiator, session: &pair.controller)
        }
        _ = try send([2], on: &initiator, session: &pair.controller, isReliable: false)
        // A response without an acknowledgement shows too that the request has arrived.
        _ = try pair.node.decode(request, at: start)
        let response = try send([3], on: &responder, session: &pair.node, isReliable: false)
        let message = try pair.controller.decode(response, at: start)
        #expect(try initiator.receive(message, session: &pair.controller, at: start).isAcknowledgement)
        _ = try send([4], on: &initiator, session: &pair.controller)
    }

    @Test func acknowledgementOfAnotherMessageIsIgnored() throws {
        var pair = try SessionPair(start: start)
        var initiator = Exchange(id: 7, role: .initiator)
        let request = try send([1], on: &initiator, session: &pair.controller)
        let counter = try pair.node.decode(request, at: start).counter
        let datagram = try Exchange.acknowledgement(
            of: counter &- 1, exchangeID: 7, role: .responder, session: &pair.node)
        let message = try pair.controller.decode(datagram, at: start)
        let reception = try initiator.receive(message, session: &pair.controller, at: start)
        #expect(!reception.isAcknowledgement)
        #expect(initiator.isAwaitingAcknowledgement)
    }

    @Test func closedExchangeAcknowledgesAndDeliversNothing() throws {
        var pair = try SessionPair(start: start)
        var (initiator, responder) = (Exchange(id: 7, role: .initiator), Exchange(id: 7, role: .responder))
        let request = try send([1], on: &initiator, session: &pair.controller)
        #expect(try initiator.close(session: &pair.controller) == [])
        #expect(!initiator.isFinished)
        #expect(initiator.dueTime != nil)
        _ = try responder.receive(try pair.node.decode(request, at: start), session: &pair.node, at: start)
        let response = try send([2], on: &responder, session: &pair.node)
        let message = try pair.controller.decode(response, at: start)
        let reception = try initiator.receive(message, session: &pair.controller, at: start)
        #expect(!reception.isDelivered)
        #expect(reception.isAcknowledgement)
        #expect(reception.datagrams.count == 1)
        #expect(initiator.isFinished)
    }

    @Test(arguments: 0..<20)
    func conversationSurvivesALossyNetwork(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var pair = try SessionPair(start: start)
        var (initiator, responder) = (Exchange(id: 7, role: .initiator), Exchange(id: 7, role: .responder))
        var now = start
        var inFlight = [(isToNode: true, datagram: try send([0], on: &initiator, session: &pair.controller))]
        var delivered: [UInt8] = []
        while delivered.count < 20 {
            if inFlight.isEmpty {
                now = try #require([initiator.dueTime, responder.dueTime].compactMap { $0 }.min())
                let jitter = random.unit()
                let first = try initiator.perform(session: &pair.controller, at: now, jitter: jitter)
                let second = try responder.perform(session: &pair.node, at: now, jitter: jitter)
                inFlight = sent(first).map { (true, $0) } + sent(second).map { (false, $0) }
                #expect(!(first + second).contains { if case .giveUp = $0 { true } else { false } }, "seed \(seed)")
                continue
            }
            let (isToNode, datagram) = inFlight.remove(at: Int.random(in: 0..<inFlight.count, using: &random))
            if random.unit() < 0.15 { continue }
            if random.unit() < 0.2 { inFlight.append((isToNode, datagram)) }
            let message =
                isToNode ? try pair.node.decode(datagram, at: now) : try pair.controller.decode(datagram, at: now)
            let reception =
                isToNode
                ? try responder.receive(message, session: &pair.node, at: now)
                : try initiator.receive(message, session: &pair.controller, at: now)
            inFlight += reception.datagrams.map { (!isToNode, $0) }
            guard reception.isDelivered else { continue }
            delivered += message.payload
            let next = [UInt8(delivered.count)]
            let answer =
                isToNode
                ? try send(next, on: &responder, session: &pair.node, after: start.duration(to: now))
                : try send(next, on: &initiator, session: &pair.controller, after: start.duration(to: now))
            inFlight.append((!isToNode, answer))
        }
        #expect(delivered == (0..<20).map { UInt8($0) }, "seed \(seed)")
    }
}
