import Crypto
import MatterEmulator
import MatterFixtures
import MatterProtocol
import MatterTransport
import Testing

/// A controller with a fabric of its own.
struct TestController: Sendable {
    let authority: CertificateAuthority
    let fabricID: FabricID
    let identity: FabricIdentity
    let epochKey: [UInt8]
    /// The id that the controller gives to the node.
    let nodeID: NodeID
    /// What access control names: the tag of the controller.
    let administrator: NodeID

    /// Longer than the defaults, with which a controller gives a node up after five seconds: a busy machine may need more.
    private static let timing = ReliableMessageParameters(idleInterval: 1500, activeInterval: 1000)

    init(tag: UInt32 = 0x0001_0001) throws {
        var random = SystemRandomNumberGenerator()
        authority = try CertificateAuthority()
        fabricID = .random(using: &random)
        nodeID = .random(using: &random)
        epochKey = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        let tag = try #require(CASEAuthenticatedTag(rawValue: tag))
        administrator = NodeID(tag)
        identity = try Self.identity(
            nodeID: .random(using: &random), tags: [tag], authority: authority, fabricID: fabricID, epochKey: epochKey)
    }

    /// The identity of another node of the fabric, such as a second controller.
    static func identity(
        nodeID: NodeID, tags: [CASEAuthenticatedTag], authority: CertificateAuthority, fabricID: FabricID,
        epochKey: [UInt8]
    ) throws -> FabricIdentity {
        let key = P256.Signing.PrivateKey()
        let certificate = try authority.issue(
            nodeID: nodeID, fabricID: fabricID, tags: tags, publicKey: Array(key.publicKey.x963Representation))
        return try FabricIdentity(
            root: authority.certificate, chain: CertificateChain(node: certificate), key: key,
            epochKey: SymmetricKey(data: epochKey))
    }

    /// Another node of the fabric without the administrator's tag.
    func member(_ nodeID: UInt64, tags: [CASEAuthenticatedTag] = []) throws -> FabricIdentity {
        try Self.identity(
            nodeID: NodeID(rawValue: nodeID), tags: tags, authority: authority, fabricID: fabricID, epochKey: epochKey)
    }

    // MARK: Sessions

    /// Runs `body` with a session that PASE has made.
    static func withPASE<Result: Sendable>(
        port: UInt16, passcode: SetupPasscode = NodeUnderTest.passcode,
        body: @escaping @Sendable (ControllerSession) async throws -> Result
    ) async throws -> Result {
        try await withEndpoint { endpoint in
            let sessionID = try #require(endpoint.router.reserveSessionID())
            let established = try await handshake(port: port, over: endpoint) { exchange throws(NodeFailure) in
                var initiator = PASEInitiator(passcode: passcode, sessionID: sessionID)
                let first: HandshakeMessage
                do throws(SessionEstablishmentFailure) {
                    first = try initiator.start()
                } catch {
                    throw .establishment(error)
                }
                return try await exchange.perform(handshake: first) { message throws(SessionEstablishmentFailure) in
                    try initiator.receive(message)
                }
            }
            let secure = try secureSession(established)
            return try await run(
                secure, challenge: established.keys.attestationChallenge, port: port, over: endpoint, body: body)
        }
    }

    /// Runs `body` with a session that CASE has made. Without an identity it is that of the administrator.
    func withCASE<Result: Sendable>(
        port: UInt16, identity other: FabricIdentity? = nil, resumption: ResumptionRecord? = nil,
        body: @escaping @Sendable (ControllerSession, CASESession) async throws -> Result
    ) async throws -> Result {
        let identity = other ?? identity
        return try await Self.withEndpoint { endpoint in
            let sessionID = try #require(endpoint.router.reserveSessionID())
            let session = try await Self.handshake(port: port, over: endpoint) { exchange throws(NodeFailure) in
                var initiator = CASEInitiator(
                    identity: identity, peer: nodeID, sessionID: sessionID, resumption: resumption)
                let first: HandshakeMessage
                do throws(SessionEstablishmentFailure) {
                    first = try initiator.start()
                } catch {
                    throw .establishment(error)
                }
                return try await exchange.perform(handshake: first) { message throws(SessionEstablishmentFailure) in
                    try initiator.receive(message)
                }
            }
            let secure = try Self.secureSession(
                session.session, localNodeID: session.localNodeID, peerNodeID: session.peerNodeID)
            return try await Self.run(
                secure, challenge: session.session.keys.attestationChallenge, port: port, over: endpoint
            ) { controller in try await body(controller, session) }
        }
    }

    private static func withEndpoint<Success: Sendable>(
        _ body: @escaping @Sendable (DatagramEndpoint) async throws -> Success
    ) async throws -> Success {
        let result = try await DatagramEndpoint.with { endpoint -> Result<Success, any Error> in
            do { return .success(try await body(endpoint)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private static func handshake<Session: Sendable>(
        port: UInt16, over endpoint: DatagramEndpoint,
        body: @escaping @Sendable (NodeExchange) async throws(NodeFailure) -> Session
    ) async throws -> Session {
        var random = SystemRandomNumberGenerator()
        let session = UnsecuredSession.initiator(peerParameters: timing, using: &random)
        let address = try NodeAddress(host: "::1", port: port).resolved(for: .ipv6)
        return try await SessionChannel.with(
            session, at: address, over: endpoint, clock: ContinuousClock()
        ) { channel throws(NodeFailure) in
            let exchange = try await channel.begin()
            do throws(NodeFailure) {
                let session = try await body(exchange)
                await exchange.end()
                return session
            } catch {
                await exchange.end()
                throw error
            }
        }
    }

    private static func secureSession(
        _ session: EstablishedSession, localNodeID: NodeID = .unspecified, peerNodeID: NodeID = .unspecified
    ) throws -> SecureSession {
        try SecureSession(
            localSessionID: session.localSessionID, peerSessionID: session.peerSessionID,
            localNodeID: localNodeID.rawValue, peerNodeID: peerNodeID.rawValue,
            encryptionKey: session.keys.initiatorToResponder, decryptionKey: session.keys.responderToInitiator,
            peerParameters: timing, establishedAt: .now)
    }

    private static func run<Success: Sendable>(
        _ session: SecureSession, challenge: [UInt8], port: UInt16, over endpoint: DatagramEndpoint,
        body: @escaping @Sendable (ControllerSession) async throws -> Success
    ) async throws -> Success {
        let address = try NodeAddress(host: "::1", port: port).resolved(for: .ipv6)
        let result = try await SessionChannel.with(
            session, at: address, over: endpoint, clock: ContinuousClock()
        ) { channel throws(NodeFailure) -> Result<Success, any Error> in
            do {
                return .success(
                    try await body(ControllerSession(channel: channel, attestationChallenge: challenge)))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
