import Crypto
import GatewayCore
import HomeCertificates
import HomeModel
import MatterNodes
import MatterProtocol
import MatterTransport

/// Adds a node to the fabric, over the network that the node is on already. Source: Matter core specification, section
/// 5.5.
///
/// The order of the writes to disk makes the stored record true after a crash: it is there before the node receives its
/// certificate, and says `paired` only once the node has completed. Until then, the node undoes everything by itself
/// (fail-safe).
struct Commissioning: Sendable {
    /// Long enough for a slow node, and short enough to wait for it after a crash.
    private static let failSafeSeconds: UInt16 = 90
    /// How long the node may take to be reachable with its certificate.
    private static let operationalTime = Duration.seconds(40)
    /// The number with which test administrators introduce themselves, because no maker of this program has another.
    private static let vendorID: UInt16 = 0xFFF1
    private static let answerTime = Duration.seconds(30)
    /// The statuses of AddNOC that mean: no more fabrics.
    private static let tableFull: UInt8 = 5

    let passcode: SetupPasscode
    /// Where the node announces that it accepts a code, and how fast it answers.
    let service: NetworkService
    let fabric: Fabric
    let store: NodeStore
    let connector: NodeConnector
    let verification: AttestationVerification
    /// The addresses at which a node of the fabric is announced now.
    let operationalAddresses: @Sendable (NodeID) async -> [NodeAddress]
    let clock: HomeClock

    /// Returns once the node has completed. When it throws, a record may be stored all the same: then the node may have
    /// completed, and its follower finds that out.
    func run() async throws(CommissioningFailure) -> NodeRecord {
        let addresses = NodeAddress.all(of: service)
        guard case .matterCommissionable(let announced) = service.record else { throw .node(.unreachable) }
        var failure = NodeFailure.unreachable
        for address in addresses {
            do throws(NodeFailure) {
                return try await connector.withPasscode(
                    passcode, at: address, peer: ReliableMessageParameters(announced.session)
                ) { session, challenge in
                    await self.commission(over: session, challenge: challenge, at: address)
                }.get()
            } catch let error as CommissioningFailure {
                throw error
            } catch let error as NodeFailure {
                failure = error
                guard error == .unreachable else { break }
            }
        }
        throw .node(failure)
    }

    /// The result, and not an error: the session ends in the same way after both.
    private func commission(
        over session: NodeSession, challenge: [UInt8], at address: NodeAddress
    ) async -> Result<NodeRecord, CommissioningFailure> {
        do throws(CommissioningFailure) {
            try await arm(over: session)
            return .success(try await commissionArmed(over: session, challenge: challenge, at: address))
        } catch {
            // What the node has undone by itself, it does not undo again.
            _ = try? await session.invoke(.armFailSafe(seconds: 0))
            return .failure(error)
        }
    }

    private func commissionArmed(
        over session: NodeSession, challenge: [UInt8], at address: NodeAddress
    ) async throws(CommissioningFailure) -> NodeRecord {
        let information = try await self.information(over: session)
        // A node without a radio may not know this command.
        _ = try? await session.invoke(.setRegulatoryConfig(location: information.location))
        let attestation = try await attest(over: session, challenge: challenge, as: information)
        let certificate = try await certificate(over: session, challenge: challenge, attestation: attestation)
        let nodeID = certificate.nodeID
        var record = NodeRecord(
            nodeID: nodeID.rawValue, state: .unfinished, name: information.name, model: information.productName,
            commissionedAt: clock.now(), address: address)
        try save(record)
        do throws(CommissioningFailure) {
            try await give(certificate.certificate, over: session)
            let reached = try await complete(nodeID, near: address)
            record.address = reached.address
            record.resumption = reached.resumption
        } catch {
            // A completion whose answer was lost may have happened. The follower of the node finds that out.
            if !error.isUncertain { try? store.remove(record) }
            throw error
        }
        record.state = .paired
        try save(record)
        return record
    }

    // MARK: Steps

    private func arm(over session: NodeSession) async throws(CommissioningFailure) {
        let answer = try await self.answer(to: .armFailSafe(seconds: Self.failSafeSeconds), over: session)
        guard answer.code == 0 else { throw .refused(code: answer.code, by: .armFailSafe) }
    }

    private func information(over session: NodeSession) async throws(CommissioningFailure) -> CommissioneeInformation {
        let report = try await requesting { () async throws(NodeFailure) in
            try await session.read(
                ReadRequest(attributes: CommissioneeInformation.patterns, isFabricFiltered: false))
        }
        let information = CommissioneeInformation(report)
        guard !information.isFull else { throw .tooManyFabrics }
        return information
    }

    /// The node proves its maker.
    private func attest(
        over session: NodeSession, challenge: [UInt8], as information: CommissioneeInformation
    ) async throws(CommissioningFailure) -> VerifiedAttestation {
        let nonce = Self.nonce()
        let intermediate = try await bytes(0, of: .certificateChainRequest(.intermediate), over: session)
        let device = try await bytes(0, of: .certificateChainRequest(.device), over: session)
        let answer = try await fields(of: .attestationRequest(nonce: nonce), over: session)
        guard let elements = answer[0]?.bytes, let signature = answer[1]?.bytes else { throw .malformedAnswer }
        return try verification.verify(
            AttestationEvidence(
                deviceCertificate: device, intermediateCertificate: intermediate, elements: elements,
                signature: signature, challenge: challenge, nonce: nonce, vendorID: information.vendorID,
                productID: information.productID))
    }

    /// The node makes a key, and gets a certificate for it.
    private func certificate(
        over session: NodeSession, challenge: [UInt8], attestation: VerifiedAttestation
    ) async throws(CommissioningFailure) -> (certificate: MatterCertificate, nodeID: NodeID) {
        let nonce = Self.nonce()
        let answer = try await fields(of: .csrRequest(nonce: nonce), over: session)
        guard let elements = answer[0]?.bytes, let signature = answer[1]?.bytes else { throw .malformedAnswer }
        let request = try attestation.request(
            elements: elements, signature: signature, challenge: challenge, nonce: nonce)
        var random = SystemRandomNumberGenerator()
        let nodeID = NodeID.random(using: &random)
        do throws(CertificateFailure) {
            let certificate = try fabric.authority.issue(
                nodeID: nodeID, fabricID: fabric.identity.fabricID, publicKey: request.publicKey)
            return (certificate, nodeID)
        } catch {
            throw .certificate(error)
        }
    }

    private func give(_ certificate: MatterCertificate, over session: NodeSession) async throws(CommissioningFailure) {
        try await requesting { () async throws(NodeFailure) in
            try await session.invoke(
                .addTrustedRootCertificate(fabric.authority.certificate), within: Self.answerTime)
        }
        let answer = try await self.answer(
            to: .addNOC(
                certificate, identityProtectionKey: fabric.identityProtectionKey,
                administrator: fabric.administratorTag, vendorID: Self.vendorID), over: session)
        guard answer.code != Self.tableFull else { throw .tooManyFabrics }
        guard answer.code == 0 else { throw .refused(code: answer.code, by: .addCertificate) }
    }

    /// Reaches the node with its certificate, and completes: the only step that makes the rest last.
    private func complete(
        _ nodeID: NodeID, near address: NodeAddress
    ) async throws(CommissioningFailure) -> (address: NodeAddress, resumption: [UInt8]?) {
        let deadline = clock.uptime() + Self.operationalTime
        var failure = NodeFailure.unreachable
        repeat {
            let announced = await operationalAddresses(nodeID)
            // The same address comes last: a node may announce itself late, or not where the gateway can see it.
            for candidate in announced.filter({ $0 != address }) + [address] {
                do throws(NodeFailure) {
                    let resumption = try await complete(nodeID, at: candidate)
                    return (candidate, resumption)
                } catch {
                    failure = error
                    if error.mayHaveCompleted { throw .completionUnanswered(error) }
                }
            }
            await clock.sleep(for: .seconds(1))
        } while clock.uptime() < deadline && !Task.isCancelled
        throw .node(failure)
    }
}
