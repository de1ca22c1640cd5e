import Crypto
import SeededRandom
import Testing

@testable import MatterProtocol

@Suite struct CASETests {
    private typealias Failure = SessionEstablishmentFailure
    private let fixture: FabricFixture

    init() throws { fixture = try FabricFixture() }

    private func initiator(
        identity: FabricIdentity? = nil, peer: NodeID = FabricFixture.nodeID, resumption: ResumptionRecord? = nil
    ) -> CASEInitiator {
        CASEInitiator(
            identity: identity ?? fixture.controller, peer: peer, sessionID: 0x1234,
            parameters: SessionParameters(idleInterval: 600), resumption: resumption)
    }

    private func responder(
        identities: [FabricIdentity]? = nil, records: [ResumptionRecord] = []
    ) -> CASEResponder {
        CASEResponder(
            identities: identities ?? [fixture.node], records: records, sessionID: 0x5678,
            parameters: SessionParameters(idleInterval: 5000))
    }

    private struct Sessions {
        let initiator: CASESession
        let responder: CASESession
    }

    /// Runs CASE to its end. `change` may replace the message with this number, from 0 on.
    private func run(
        _ initiator: CASEInitiator, with responder: CASEResponder,
        change: (Int, HandshakeMessage) -> HandshakeMessage = { $1 }
    ) throws(Failure) -> Sessions {
        var (initiator, responder) = (initiator, responder)
        var pending: HandshakeMessage? = try initiator.start()
        var (left, right): (CASESession?, CASESession?)
        var number = 0
        while let message = pending {
            let changed = change(number, message)
            let step = number.isMultiple(of: 2) ? try responder.receive(changed) : try initiator.receive(changed)
            if number.isMultiple(of: 2) { right = step.session ?? right } else { left = step.session ?? left }
            pending = step.reply
            number += 1
        }
        guard let left, let right else { throw .outOfOrder }
        return Sessions(initiator: left, responder: right)
    }

    private func failure(
        _ initiator: CASEInitiator? = nil, with responder: CASEResponder? = nil,
        change: (Int, HandshakeMessage) -> HandshakeMessage = { $1 }
    ) -> SessionEstablishmentFailure? {
        do throws(Failure) {
            _ = try run(initiator ?? self.initiator(), with: responder ?? self.responder(), change: change)
            return nil
        } catch {
            return error
        }
    }

    private func expectSameKeys(_ sessions: Sessions) {
        let (left, right) = (sessions.initiator.session.keys, sessions.responder.session.keys)
        #expect(left.initiatorToResponder == right.initiatorToResponder)
        #expect(left.responderToInitiator == right.responderToInitiator)
        #expect(left.attestationChallenge == right.attestationChallenge)
        #expect(sessions.initiator.resumption.id == sessions.responder.resumption.id)
    }

    @Test func bothSidesGetTheSameKeysAndTheIdentityOfTheOther() throws {
        let sessions = try run(initiator(), with: responder())
        expectSameKeys(sessions)
        let (left, right) = (sessions.initiator, sessions.responder)
        #expect(left.peerNodeID == FabricFixture.nodeID && right.peerNodeID == FabricFixture.controllerID)
        #expect(left.peerTags.isEmpty && right.peerTags.map(\.rawValue) == [0x0007_0002])
        #expect(left.session.peerSessionID == 0x5678 && right.session.peerSessionID == 0x1234)
        #expect(left.session.peerParameters.idleInterval == 5000)
        #expect(!left.isResumed && !right.isResumed)
        let again = try run(initiator(), with: responder())
        #expect(again.initiator.session.keys.initiatorToResponder != left.session.keys.initiatorToResponder)
    }

    @Test func sessionIsResumedAgainAndAgain() throws {
        var sessions = try run(initiator(), with: responder())
        for _ in 0..<3 {
            let earlier = sessions.initiator
            // Both records are stored and read again.
            let left = try #require(ResumptionRecord(exposedBytes: sessions.initiator.resumption.exposedBytes))
            let right = try #require(ResumptionRecord(exposedBytes: sessions.responder.resumption.exposedBytes))
            sessions = try run(initiator(resumption: left), with: responder(records: [right]))
            expectSameKeys(sessions)
            #expect(sessions.initiator.isResumed && sessions.responder.isResumed)
            #expect(sessions.initiator.peerNodeID == FabricFixture.nodeID)
            #expect(sessions.responder.peerTags.map(\.rawValue) == [0x0007_0002])
            #expect(sessions.initiator.resumption.id != earlier.resumption.id)
            #expect(sessions.initiator.session.keys.initiatorToResponder != earlier.session.keys.initiatorToResponder)
        }
    }

    @Test func unknownResumptionFallsBackToCertificates() throws {
        let first = try run(initiator(), with: responder())
        let record = first.initiator.resumption
        // The responder has lost the record.
        let lost = try run(initiator(resumption: record), with: responder())
        expectSameKeys(lost)
        #expect(!lost.initiator.isResumed)
        // The responder has a record with the same id and another secret.
        let other = try run(initiator(), with: responder()).responder.resumption.replacingID(record.id)
        let refused = try run(initiator(resumption: record), with: responder(records: [other]))
        expectSameKeys(refused)
        #expect(!refused.initiator.isResumed)
        // The responder left the fabric of the record and kept the record.
        let elsewhere = try FabricFixture().node
        let found = failure(
            initiator(resumption: record),
            with: responder(identities: [elsewhere], records: [first.responder.resumption]))
        #expect(found == .noSharedTrustRoots)
    }

    @Test func recordOfAnotherNodeIsIgnored() throws {
        let first = try run(initiator(), with: responder())
        var other = initiator(peer: NodeID(rawValue: 3), resumption: first.initiator.resumption)
        #expect(try Sigma1(other.start()).resumption == nil)
    }

    @Test func forgedResumptionIsDetected() throws {
        let first = try run(initiator(), with: responder())
        let forged = Sigma2Resume(
            resumptionID: [UInt8](repeating: 1, count: 16), mic: [UInt8](repeating: 2, count: 16),
            responderSessionID: 9, sessionParameters: SessionParameters()
        ).message
        let found = failure(initiator(resumption: first.initiator.resumption)) { $0 == 1 ? forged : $1 }
        #expect(found == .undecryptable(.sigma2Resume))
        #expect(failure { $0 == 1 ? forged : $1 } == .unexpectedMessage(.sigma2Resume))
    }

    @Test func otherFabricsAreRefused() throws {
        #expect(failure(with: responder(identities: [])) == .noSharedTrustRoots)
        let elsewhere = try FabricFixture()
        #expect(failure(with: responder(identities: [elsewhere.node])) == .noSharedTrustRoots)
        // The right fabric is found among several.
        let several = responder(identities: [elsewhere.node, fixture.node])
        #expect(failure(with: several) == nil)
        let otherKey = try FabricFixture(authority: fixture.authority)
        #expect(failure(with: responder(identities: [otherKey.node])) == .noSharedTrustRoots)
        let otherID = try FabricFixture(authority: fixture.authority, epochKey: fixture.epochKey, fabric: 0xFAB2)
        #expect(failure(with: responder(identities: [otherID.node])) == .noSharedTrustRoots)
        #expect(failure(initiator(peer: NodeID(rawValue: 7))) == .noSharedTrustRoots)
    }

    /// A node that got the identity protection key and the root of the fabric, and has a certificate of its own root.
    @Test func certificateOfAnotherRootIsRefused() throws {
        let otherRoot = try FabricFixture(epochKey: fixture.epochKey)
        let forged = try FabricIdentity.withForeignChain(of: otherRoot.node, in: fixture.node)
        #expect(failure(with: responder(identities: [forged])) == .certificate(.otherIssuer(.node)))
        let controller = try FabricIdentity.withForeignChain(of: otherRoot.controller, in: fixture.controller)
        #expect(failure(initiator(identity: controller)) == .certificate(.otherIssuer(.node)))
    }

    /// A node of the fabric that answers in place of another one.
    @Test func otherNodeOfTheFabricIsDetected() throws {
        let impostor = try FabricFixture.identity(
            NodeID(rawValue: 0x3003), authority: fixture.authority, fabricID: fixture.fabricID,
            epochKey: fixture.epochKey, tags: [])
        let forged = try FabricIdentity.withForeignChain(of: impostor, in: fixture.node)
        #expect(failure(with: responder(identities: [forged])) == .otherNode(NodeID(rawValue: 0x3003)))
    }

    /// A node that copied a certificate and does not have its key.
    @Test func certificateWithoutItsKeyIsRefused() throws {
        let other = try FabricFixture.identity(
            FabricFixture.nodeID, authority: fixture.authority, fabricID: fixture.fabricID,
            epochKey: fixture.epochKey, tags: [])
        let forged = fixture.node.replacingKey(other.key)
        #expect(failure(with: responder(identities: [forged])) == .wrongSignature(.sigma2))
        let controller = fixture.controller.replacingKey(other.key)
        #expect(failure(initiator(identity: controller)) == .wrongSignature(.sigma3))
    }

    @Test func replayedMessagesAreRefused() throws {
        var recorded: [HandshakeMessage] = []
        _ = try run(initiator(), with: responder()) { _, message in
            recorded.append(message)
            return message
        }
        let messages = recorded
        #expect(messages.map(\.opcode) == [.sigma1, .sigma2, .sigma3, .statusReport])
        #expect(failure { $0 == 1 ? messages[1] : $1 } == .undecryptable(.sigma2))
        #expect(failure { $0 == 2 ? messages[2] : $1 } == .undecryptable(.sigma3))
        #expect(failure { $0 == 0 || $0 == 2 ? messages[$0] : $1 } != nil)
        var node = responder()
        _ = try node.receive(messages[0])
        #expect(throws: SessionEstablishmentFailure.undecryptable(.sigma3)) { try node.receive(messages[2]) }
        #expect(throws: SessionEstablishmentFailure.outOfOrder) { try node.receive(messages[2]) }
    }

    @Test func failureIsToldToTheOtherSide() {
        let failure = SessionEstablishmentFailure.noSharedTrustRoots
        #expect(failure.statusReport(isInitiator: false) == .noSharedTrustRoots)
        #expect(failure.statusReport(isInitiator: true) == nil)
        #expect(self.failure { $0 == 1 ? .statusReport(.noSharedTrustRoots) : $1 } == .noSharedTrustRoots)
        #expect(self.failure { $0 == 1 ? .statusReport(.busy(wait: .seconds(2))) : $1 } == .peerBusy(wait: .seconds(2)))
        #expect(self.failure { $0 == 3 ? .statusReport(.invalidParameter) : $1 } == .refusedByPeer(.invalidParameter))
    }

    /// Each message is cut off at each byte, and one bit of each byte is changed.
    @Test(arguments: [(false, 0), (false, 1), (false, 2), (false, 3), (true, 0), (true, 1), (true, 2)])
    func damagedMessageLeadsToNoSession(isResumption: Bool, place: Int) throws {
        let first = try run(initiator(), with: responder())
        func attempt(_ change: ([UInt8]) -> [UInt8]) -> (failure: SessionEstablishmentFailure?, isResumed: Bool) {
            do throws(Failure) {
                let left = isResumption ? first.initiator.resumption : nil
                let right = isResumption ? [first.responder.resumption] : []
                let sessions = try run(initiator(resumption: left), with: responder(records: right)) {
                    $0 == place ? HandshakeMessage(opcode: $1.opcode, payload: change($1.payload)) : $1
                }
                return (nil, sessions.initiator.isResumed)
            } catch {
                return (error, false)
            }
        }
        var length = 0
        _ = attempt {
            length = $0.count
            return $0
        }
        for position in 0..<length {
            let cut = attempt { Array($0.prefix(position)) }
            #expect(cut.failure != nil, "cut at \(position)")
            let changed = attempt { payload in
                var payload = payload
                guard position < payload.count else { return [] }
                payload[position] ^= 1 << UInt8(position % 8)
                return payload
            }
            // Sigma1 and Sigma2 are part of the keys; what resumption does not authenticate are the session ids and
            // parameters, with which the first message of the session cannot be decrypted.
            #expect(changed.failure != nil || isResumption, "changed at \(position)")
        }
    }

    @Test func randomMessagesAreRefused() {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let place = Int.random(in: 0..<4, using: &random)
            var isChanged = false
            let found = failure { number, message in
                guard number == place else { return message }
                let payload = Bool.random(using: &random) ? random.damaged(message.payload) : random.bytes(60)
                isChanged = payload != message.payload
                return HandshakeMessage(opcode: message.opcode, payload: payload)
            }
            #expect(found != nil || !isChanged || place > 1, "seed \(seed)")
        }
    }
}

extension FabricIdentity {
    /// An identity that claims to belong to the fabric of `member` and shows the certificate of `other`.
    fileprivate static func withForeignChain(of other: FabricIdentity, in member: FabricIdentity) throws
        -> FabricIdentity
    {
        FabricIdentity(
            root: member.root, chain: other.chain, fabricID: member.fabricID, nodeID: member.nodeID,
            compressedFabricID: member.compressedFabricID, key: other.key,
            identityProtectionKey: member.identityProtectionKey)
    }

    /// An identity with a key that does not belong to its certificate.
    fileprivate func replacingKey(_ key: P256.Signing.PrivateKey) -> FabricIdentity {
        FabricIdentity(
            root: root, chain: chain, fabricID: fabricID, nodeID: nodeID, compressedFabricID: compressedFabricID,
            key: key, identityProtectionKey: identityProtectionKey)
    }
}
