package import Concurrency
import Crypto
import HomeModel
package import MatterProtocol
package import MatterTransport

/// Makes sessions with nodes.
package struct NodeConnector: Sendable {
    /// A handshake that takes longer does not hold others up.
    private static let longestPermit = Duration.seconds(5)

    let endpoint: DatagramEndpoint
    let clock: any Clock<Duration>

    package init(endpoint: DatagramEndpoint, clock: any Clock<Duration>) {
        self.endpoint = endpoint
        self.clock = clock
    }

    /// Runs `body` in a session with a node whose passcode is known. The session has no node ids; `body` gets the
    /// challenge that the node signs together with its attestation.
    func withPasscode<Result: Sendable>(
        _ passcode: SetupPasscode, at address: NodeAddress, peer: ReliableMessageParameters,
        body: @escaping @Sendable (NodeSession, _ challenge: [UInt8]) async throws(NodeFailure) -> Result
    ) async throws(NodeFailure) -> Result {
        let destination = try address.resolved(for: endpoint.family)
        let (session, challenge) = try await handshake(at: address, peer: peer) {
            exchange, sessionID throws(NodeFailure) in
            var handshake = PASEInitiator(passcode: passcode, sessionID: sessionID)
            let established = try await exchange.perform(handshake: try handshake.begin()) {
                message throws(SessionEstablishmentFailure) in
                try handshake.receive(message)
            }
            return (try established.secured(announced: peer), established.keys.attestationChallenge)
        }
        return try await SessionChannel.with(session, at: destination, over: endpoint, clock: clock) {
            channel throws(NodeFailure) in
            try await body(NodeSession(channel: channel, clock: clock), challenge)
        }
    }

    /// Runs `body` in a session with a node of the fabric. With `resumption`, of an earlier session, that needs no
    /// signatures, if the node remembers it too. `established` gets what the next session can continue. With `permits`,
    /// the handshake waits until few others are made; one that takes long does not hold them up.
    package func withCertificate<Result: Sendable>(
        of identity: FabricIdentity, node: NodeID, resumption: ResumptionRecord?, at address: NodeAddress,
        peer: ReliableMessageParameters, permits: AsyncSemaphore? = nil,
        established: @Sendable (ResumptionRecord) async -> Void,
        body: @escaping @Sendable (NodeSession) async throws(NodeFailure) -> Result
    ) async throws(NodeFailure) -> Result {
        // Nothing may fail between the handshake and the session, which frees the session id in the end.
        let destination = try address.resolved(for: endpoint.family)
        let handshake = { () async throws(NodeFailure) in
            try await self.handshake(at: address, peer: peer) { exchange, sessionID throws(NodeFailure) in
                var handshake = CASEInitiator(
                    identity: identity, peer: node, sessionID: sessionID, resumption: resumption)
                let result = try await exchange.perform(handshake: try handshake.begin()) {
                    message throws(SessionEstablishmentFailure) in
                    try handshake.receive(message)
                }
                let session = try result.session.secured(
                    localNodeID: identity.nodeID, peerNodeID: node, announced: peer)
                return (session, result.resumption)
            }
        }
        let (session, next) =
            if let permits {
                try await permits.withPermit(atMost: Self.longestPermit, clock: clock, work: handshake)
            } else {
                try await handshake()
            }
        await established(next)
        return try await SessionChannel.with(session, at: destination, over: endpoint, clock: clock) {
            channel throws(NodeFailure) in
            try await body(NodeSession(channel: channel, clock: clock))
        }
    }

    /// Reserves a session id for a handshake, and frees it when that fails.
    private func handshake<Established: Sendable>(
        at address: NodeAddress, peer: ReliableMessageParameters,
        body: @escaping @Sendable (NodeExchange, _ sessionID: UInt16) async throws(NodeFailure) -> Established
    ) async throws(NodeFailure) -> Established {
        guard let sessionID = endpoint.router.reserveSessionID() else { throw .tooManySessions }
        var random = SystemRandomNumberGenerator()
        let session = UnsecuredSession.initiator(peerParameters: peer, using: &random)
        do throws(NodeFailure) {
            return try await SessionChannel.with(
                session, at: try address.resolved(for: endpoint.family), over: endpoint, clock: clock
            ) { channel throws(NodeFailure) in
                let exchange = try await channel.begin()
                do throws(NodeFailure) {
                    let result = try await body(exchange, sessionID)
                    await exchange.end()
                    return result
                } catch {
                    await exchange.end()
                    throw error
                }
            }
        } catch {
            endpoint.router.release(sessionID)
            throw error
        }
    }
}

extension PASEInitiator {
    fileprivate mutating func begin() throws(NodeFailure) -> HandshakeMessage {
        do throws(SessionEstablishmentFailure) { return try start() } catch { throw .establishment(error) }
    }
}

extension CASEInitiator {
    fileprivate mutating func begin() throws(NodeFailure) -> HandshakeMessage {
        do throws(SessionEstablishmentFailure) { return try start() } catch { throw .establishment(error) }
    }
}

extension EstablishedSession {
    /// The session, with what the node told of its timing in place of what it announces.
    fileprivate func secured(
        localNodeID: NodeID = .unspecified, peerNodeID: NodeID = .unspecified, announced: ReliableMessageParameters
    ) throws(NodeFailure) -> SecureSession {
        do throws(MessageError) {
            return try secureSession(
                localNodeID: localNodeID, peerNodeID: peerNodeID,
                peerParameters: announced.replacing(with: peerParameters).limited, establishedAt: .now)
        } catch {
            throw .message(error)
        }
    }
}

extension ReliableMessageParameters {
    /// The values that a node announces. Nothing proves them, so that long waits are shortened: an announcement
    /// cannot keep a handshake waiting for hours.
    init(_ announced: MatterSessionParameters) {
        self.init(
            idleInterval: Self.milliseconds(announced.idleInterval, upTo: .seconds(5)),
            activeInterval: Self.milliseconds(announced.activeInterval, upTo: .seconds(5)),
            activeThreshold: Self.milliseconds(announced.activeThreshold, upTo: .seconds(60)))
    }

    /// The values with waits of at most a minute: a node that sleeps for longer is not waited for.
    fileprivate var limited: ReliableMessageParameters {
        ReliableMessageParameters(
            idleInterval: Self.milliseconds(idleInterval, upTo: .seconds(60)),
            activeInterval: Self.milliseconds(activeInterval, upTo: .seconds(60)),
            activeThreshold: Self.milliseconds(activeThreshold, upTo: .seconds(60)))
    }

    private static func milliseconds(_ duration: Duration, upTo limit: Duration) -> Int {
        Int(min(duration, limit) / .milliseconds(1))
    }
}
