import Crypto
import SeededRandom
import Testing

@testable import MatterProtocol

@Suite struct PASETests {
    private typealias Failure = SessionEstablishmentFailure
    private let passcode: SetupPasscode
    private let stretching: PBKDFParameters
    private let verifier: SPAKE2PlusVerifier

    init() throws {
        passcode = try SetupPasscode(20_202_021)
        stretching = try PBKDFParameters(iterations: 1000, salt: Array("SPAKE2P Key Salt".utf8))
        verifier = try SPAKE2PlusVerifier(passcode: passcode, parameters: stretching)
    }

    private func initiator(passcode: SetupPasscode? = nil) -> PASEInitiator {
        PASEInitiator(
            passcode: passcode ?? self.passcode, sessionID: 0x1234,
            parameters: SessionParameters(idleInterval: 500, activeInterval: 300, activeThreshold: 4000))
    }

    private func responder() -> PASEResponder {
        PASEResponder(
            verifier: verifier, stretching: stretching, sessionID: 0x5678,
            parameters: SessionParameters(idleInterval: 5000, maximumPathsPerInvoke: 10))
    }

    /// Runs PASE to its end. `change` may replace the message with this number, from 0 to 5.
    private func run(
        _ initiator: PASEInitiator, with responder: PASEResponder,
        change: (Int, HandshakeMessage) -> HandshakeMessage = { $1 }
    ) throws(Failure) -> (initiator: EstablishedSession, responder: EstablishedSession) {
        var (initiator, responder) = (initiator, responder)
        var message = change(0, try initiator.start())
        var number = 1
        var responderSession: EstablishedSession?
        while true {
            let answer = try responder.receive(message)
            responderSession = answer.session ?? responderSession
            guard let reply = answer.reply else { throw .outOfOrder }
            let step = try initiator.receive(change(number, reply))
            if let session = step.session, let responderSession { return (session, responderSession) }
            guard let next = step.reply else { throw .outOfOrder }
            message = change(number + 1, next)
            number += 2
        }
    }

    private func failure(
        _ initiator: PASEInitiator? = nil, with responder: PASEResponder? = nil,
        change: (Int, HandshakeMessage) -> HandshakeMessage = { $1 }
    ) -> SessionEstablishmentFailure? {
        do throws(Failure) {
            _ = try run(initiator ?? self.initiator(), with: responder ?? self.responder(), change: change)
            return nil
        } catch {
            return error
        }
    }

    @Test func bothSidesGetTheSameKeys() throws {
        let (left, right) = try run(initiator(), with: responder())
        #expect(left.keys.initiatorToResponder == right.keys.initiatorToResponder)
        #expect(left.keys.responderToInitiator == right.keys.responderToInitiator)
        #expect(left.keys.attestationChallenge == right.keys.attestationChallenge)
        #expect(left.keys.initiatorToResponder != left.keys.responderToInitiator)
        #expect(left.localSessionID == 0x1234 && left.peerSessionID == 0x5678 && left.isInitiator)
        #expect(right.localSessionID == 0x5678 && right.peerSessionID == 0x1234 && !right.isInitiator)
        #expect(left.peerParameters == SessionParameters(idleInterval: 5000, maximumPathsPerInvoke: 10))
        #expect(right.peerParameters.activeThreshold == 4000)
        let other = try run(initiator(), with: responder())
        #expect(other.initiator.keys.initiatorToResponder != left.keys.initiatorToResponder)
    }

    @Test func keysAreAbsentFromDescriptions() throws {
        let session = try run(initiator(), with: responder()).initiator
        var text = ""
        dump(session, to: &text)
        #expect(text.contains("SessionKeys(hidden)") && !text.contains("attestationChallenge"))
    }

    @Test func wrongPasscodeIsDetectedByTheInitiator() throws {
        let wrong = initiator(passcode: try SetupPasscode(20_202_022))
        #expect(failure(wrong) == .wrongPasscode)
    }

    @Test func wrongConfirmationIsRefusedByTheResponder() {
        let found = failure { number, message in
            number == 4 ? Pake3(confirmation: [UInt8](repeating: 7, count: 32)).message : message
        }
        #expect(found == .wrongPasscode)
        #expect(found?.statusReport(isInitiator: false) == .invalidParameter)
    }

    @Test(arguments: [
        (999, 16, SessionEstablishmentFailure.unacceptableIterations(999)),
        (100_001, 16, .unacceptableIterations(100_001)), (0, 16, .unacceptableIterations(0)),
        (UInt32.max, 16, .unacceptableIterations(UInt32.max)), (1000, 15, .unacceptableSalt(byteCount: 15)),
        (1000, 33, .unacceptableSalt(byteCount: 33)), (1000, 0, .unacceptableSalt(byteCount: 0)),
    ])
    func unacceptableStretchingIsRefused(iterations: UInt32, saltBytes: Int, expected: SessionEstablishmentFailure) {
        let salt = [UInt8](repeating: 1, count: saltBytes)
        #expect(throws: expected) { try PBKDFParameters(iterations: iterations, salt: salt) }
        let found = failure { number, message in
            guard number == 1, let response = try? PBKDFParamResponse(message) else { return message }
            return PBKDFParamResponse(
                initiatorRandom: response.initiatorRandom, responderRandom: response.responderRandom,
                responderSessionID: 1, iterations: iterations, salt: salt, sessionParameters: SessionParameters()
            ).message
        }
        #expect(found == expected)
    }

    @Test func answerOfAnotherExchangeIsRefused() throws {
        var first = initiator()
        var node = responder()
        let old = try #require(try node.receive(try first.start()).reply)
        #expect(failure { number, message in number == 1 ? old : message } == .otherExchange)
        #expect(failure { number, message in number == 2 ? old : message } == .unexpectedMessage(.pbkdfParamResponse))
    }

    @Test func statusReportInPlaceOfAMessageIsTold() {
        func found(_ report: StatusReport, at place: Int = 1) -> SessionEstablishmentFailure? {
            failure { number, message in number == place ? .statusReport(report) : message }
        }
        #expect(found(.busy(wait: .seconds(5))) == .peerBusy(wait: .seconds(5)))
        #expect(found(.invalidParameter, at: 3) == .refusedByPeer(.invalidParameter))
        #expect(found(.invalidParameter, at: 5) == .refusedByPeer(.invalidParameter))
        #expect(found(.sessionEstablished, at: 3) == .refusedByPeer(.sessionEstablished))
        #expect(found(.invalidParameter)?.statusReport(isInitiator: true) == nil)
    }

    @Test func pointThatHidesNothingIsRefused() throws {
        // pB = w0·N makes the difference the point at infinity.
        let exchange = try SPAKE2Plus()
        let pointN = try P256Arithmetic.point(encoded: SPAKE2Plus.compressedN)
        let share = try P256Arithmetic.multiply(pointN, by: verifier.w0)
        #expect(try exchange.proverShare(secret: try P256Scalar.random(), w0: verifier.w0) != share)
        let found = failure { number, message in
            number == 3 ? Pake2(share: share.bytes, confirmation: [UInt8](repeating: 0, count: 32)).message : message
        }
        #expect(found == .invalidPoint)
    }

    @Test func stepsAreStrictlyOrdered() throws {
        var commissioner = initiator()
        #expect(throws: SessionEstablishmentFailure.outOfOrder) {
            try commissioner.receive(.statusReport(.sessionEstablished))
        }
        #expect(throws: SessionEstablishmentFailure.outOfOrder) { try commissioner.start() }
        var node = responder()
        let message = Pake1(share: [UInt8](repeating: 4, count: 65)).message
        #expect(throws: SessionEstablishmentFailure.unexpectedMessage(.pake1)) { try node.receive(message) }
        #expect(throws: SessionEstablishmentFailure.outOfOrder) { try node.receive(message) }
    }

    @Test func sessionIDZeroIsRefused() {
        let request = PBKDFParamRequest(
            initiatorRandom: [UInt8](repeating: 1, count: 32), initiatorSessionID: 0, passcodeID: 0,
            hasParameters: false, sessionParameters: SessionParameters())
        #expect(
            failure { number, message in number == 0 ? request.message : message }
                == .malformed(.pbkdfParamRequest, .invalid(2)))
    }

    /// Each message is cut off at each byte, and one bit of each byte is changed.
    @Test(arguments: 0..<6) func damagedMessageLeadsToNoSession(place: Int) throws {
        var messages: [HandshakeMessage] = []
        _ = try run(initiator(), with: responder()) { _, message in
            messages.append(message)
            return message
        }
        let length = messages[place].payload.count
        for position in 0..<length {
            let cut = failure { number, message in
                guard number == place else { return message }
                return HandshakeMessage(opcode: message.opcode, payload: Array(message.payload.prefix(position)))
            }
            #expect(cut != nil, "message \(place), cut at \(position)")
            let changed = failure { number, message in
                guard number == place else { return message }
                var payload = message.payload
                // Another message has another length only if a field is missing or longer.
                guard position < payload.count else { return HandshakeMessage(opcode: message.opcode, payload: []) }
                payload[position] ^= 1 << UInt8(position % 8)
                return HandshakeMessage(opcode: message.opcode, payload: payload)
            }
            #expect(changed != nil, "message \(place), changed at \(position)")
        }
    }

    /// The first two messages are part of the transcript, so that every change of their bytes is detected. In the others
    /// a field may be written in another form.
    @Test func randomMessagesAreRefused() {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let place = Int.random(in: 0..<6, using: &random)
            var isChanged = false
            let found = failure { number, message in
                guard number == place else { return message }
                let payload = Bool.random(using: &random) ? random.damaged(message.payload) : random.bytes(40)
                isChanged = payload != message.payload
                return HandshakeMessage(opcode: message.opcode, payload: payload)
            }
            #expect(found != nil || !isChanged || place > 1, "seed \(seed)")
        }
    }
}
