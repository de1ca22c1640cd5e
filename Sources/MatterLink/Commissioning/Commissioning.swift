import Crypto
package import GatewayCore
package import HomeModel
import MatterNodes
package import MatterProtocol
package import MatterTransport

/// Adds a node to the fabric, over the network that the node is on already. Source: Matter core specification, section
/// 5.5.
///
/// The order of the writes to disk makes the stored record true after a crash: it is there before the node receives its
/// certificate, and says `paired` only once the node has completed. Until then, the node undoes everything by itself
/// (fail-safe).
package struct Commissioning: Sendable {
    /// Long enough for a slow node, and short enough to wait for it after a crash.
    static let failSafeSeconds: UInt16 = 90
    /// How long the node may take to be reachable with its certificate.
    private static let operationalTime = Duration.seconds(40)
    /// The number with which test administrators introduce themselves, because no maker of this program has another.
    private static let vendorID: UInt16 = 0xFFF1
    private static let answerTime = Duration.seconds(30)

    let passcode: SetupPasscode
    /// Where the node accepts the passcode, and how fast it answers.
    let addresses: [NodeAddress]
    let peer: ReliableMessageParameters
    let fabric: Fabric
    let node: any JoiningNode
    let connector: NodeConnector
    let trust: AttestationTrustStore
    /// What a person has agreed to beforehand.
    let accepted: Set<DevicePairingObstacle>
    /// The addresses at which a node of the fabric is announced now.
    let operationalAddresses: @Sendable (NodeID) async -> [NodeAddress]
    /// Called when the node did not answer the request to undo an interrupted commissioning. It does so by itself at
    /// this time at the latest.
    let leftArmed: @Sendable (Timestamp) async -> Void
    let clock: HomeClock

    /// The commissioning of a node that announces that it accepts the passcode.
    package init(
        passcode: SetupPasscode, service: NetworkService, fabric: Fabric, store: NodeStore, connector: NodeConnector,
        trust: AttestationTrustStore, accepted: Set<DevicePairingObstacle>,
        operationalAddresses: @escaping @Sendable (NodeID) async -> [NodeAddress],
        leftArmed: @escaping @Sendable (Timestamp) async -> Void = { _ in }, clock: HomeClock
    ) {
        self.passcode = passcode
        if case .matterCommissionable(let announced) = service.record {
            addresses = NodeAddress.all(of: service)
            peer = ReliableMessageParameters(announced.session)
        } else {
            addresses = []
            peer = ReliableMessageParameters()
        }
        self.fabric = fabric
        node = NewNode(of: fabric, store: store)
        self.connector = connector
        self.trust = trust
        self.accepted = accepted
        self.operationalAddresses = operationalAddresses
        self.leftArmed = leftArmed
        self.clock = clock
    }

    /// The commissioning of a node of the home into another fabric of the home. A person has agreed to the node before.
    init(
        of node: RenewedNode, passcode: SetupPasscode, addresses: [NodeAddress], peer: ReliableMessageParameters,
        connector: NodeConnector, trust: AttestationTrustStore,
        operationalAddresses: @escaping @Sendable (NodeID) async -> [NodeAddress], clock: HomeClock
    ) {
        self.passcode = passcode
        self.addresses = addresses
        self.peer = peer
        fabric = node.fabric
        self.node = node
        self.connector = connector
        self.trust = trust
        accepted = DevicePairingObstacle.acceptable
        self.operationalAddresses = operationalAddresses
        leftArmed = { _ in }
        self.clock = clock
    }

    /// Returns once the node has completed. When it throws, a record may be stored all the same: then the node may have
    /// completed, and its follower finds that out.
    package func run() async throws(CommissioningFailure) -> NodeRecord {
        var failure = NodeFailure.unreachable
        for address in addresses {
            let result: Result<NodeRecord, CommissioningFailure>
            do throws(NodeFailure) {
                result = try await connector.withPasscode(
                    passcode, at: address, peer: peer
                ) { session, challenge in
                    await commission(over: session, challenge: challenge, at: address)
                }
            } catch {
                failure = error
                guard error == .unreachable else { break }
                continue
            }
            return try result.get()
        }
        throw .node(failure)
    }

    /// The result, and not an error: the session ends in the same way after both.
    private func commission(
        over session: NodeSession, challenge: [UInt8], at address: NodeAddress
    ) async -> Result<NodeRecord, CommissioningFailure> {
        var end: Timestamp?
        do throws(CommissioningFailure) {
            try await arm(over: session)
            end = clock.now() + .seconds(Int(Self.failSafeSeconds))
            return .success(try await commissionArmed(over: session, challenge: challenge, at: address))
        } catch {
            // What the node has undone by itself, it does not undo again.
            let answer = try? await session.invoke(.armFailSafe(seconds: 0))
            if answer == nil, let end { await leftArmed(end) }
            return .failure(error)
        }
    }

    private func commissionArmed(
        over session: NodeSession, challenge: [UInt8], at address: NodeAddress
    ) async throws(CommissioningFailure) -> NodeRecord {
        let information = try await self.information(over: session)
        // A node without a radio may not know this command. A node of the home got it when it was added.
        if node.isNew { _ = try? await session.invoke(.setRegulatoryConfig(location: information.location)) }
        let device = try await attest(over: session, challenge: challenge, as: information)
        let certificate = try await self.certificate(over: session, challenge: challenge, device: device)
        let begun = try node.begin(as: information, at: address, time: clock.now())
        let completed: NodeRecord
        do throws(CommissioningFailure) {
            try await give(certificate, over: session)
            completed = try await complete(begun, near: address)
        } catch {
            // A completion whose answer was lost may have happened. The follower of the node finds that out.
            if case .completionUnanswered = error { throw error }
            node.undo(begun)
            throw error
        }
        do throws(CommissioningFailure) {
            return try node.finish(completed)
        } catch {
            // The node has completed, and what is stored says that this is open. The follower finds it out again.
            throw .completionUnanswered(begun, .notSent)
        }
    }

    // MARK: Steps

    private func arm(over session: NodeSession) async throws(CommissioningFailure) {
        let answer = try await fields(
            of: .armFailSafe(seconds: Self.failSafeSeconds), in: .armFailSafe, over: session)
        try check(answer, of: .armFailSafe)
    }

    private func information(over session: NodeSession) async throws(CommissioningFailure) -> CommissioneeInformation {
        let request = ReadRequest(attributes: CommissioneeInformation.patterns, isFabricFiltered: false)
        let report: AssembledReport
        do throws(NodeFailure) { report = try await session.read(request) } catch { throw .node(error) }
        let information = CommissioneeInformation(report)
        guard !information.isFull else { throw .tooManyFabrics }
        return information
    }

    /// The node proves its maker. Returns its attestation certificate.
    private func attest(
        over session: NodeSession, challenge: [UInt8], as information: CommissioneeInformation
    ) async throws(CommissioningFailure) -> [UInt8] {
        let nonce = Self.nonce()
        let intermediate = try await fields(
            of: .certificateChainRequest(.intermediate), in: .attestation, over: session)
        let device = try await fields(of: .certificateChainRequest(.device), in: .attestation, over: session)
        let answer = try await fields(of: .attestationRequest(nonce: nonce), in: .attestation, over: session)
        guard let intermediate = intermediate[0]?.bytes, let device = device[0]?.bytes,
            let elements = answer[0]?.bytes, let signature = answer[1]?.bytes,
            let vendorID = information.vendorID, let productID = information.productID
        else { throw .malformedAnswer(.attestation) }
        let evidence = AttestationVerifier.Evidence(
            deviceCertificate: device, intermediateCertificate: intermediate, elements: elements,
            signature: signature, vendorID: vendorID, productID: productID)
        let verdict = AttestationVerifier(store: trust).verify(evidence, nonce: nonce, challenge: challenge)
        try judge(verdict, of: information)
        return device
    }

    private func judge(
        _ verdict: AttestationVerdict, of information: CommissioneeInformation
    ) throws(CommissioningFailure) {
        switch verdict {
        case .trusted: break
        case .forged(let failure): throw .forged(failure)
        case .unknownMaker where accepted.contains(.unknownMaker): break
        case .unknownMaker(let product, let missing):
            throw .doubtful(
                .unknownMaker, reason: Self.doubt(about: product, missing: missing, shown: information.shownMaker))
        case .testCertificate where accepted.contains(.testDevice): break
        case .testCertificate:
            throw .doubtful(
                .testDevice,
                reason:
                    "This device has certificates for tests, which any program can make. It is a prototype, a device "
                    + "that was built at home, or a simulator.")
        }
    }

    private static func doubt(
        about product: AttestedProduct, missing: AttestationMissingEntry, shown: String
    ) -> String {
        let maker = "(\(shown), number \(product.vendorID))"
        return switch missing {
        case .authority:
            "The gateway does not know the maker of this device \(maker), so that it cannot check that it is genuine. That "
                + "is usual for makers who came after the gateway's list of makers."
        case .declarationSigner:
            "The gateway does not know who certified this device \(maker), so that it cannot check that it is genuine. "
                + "That is usual for devices that came after the gateway's list of makers."
        }
    }

    /// The node makes a key, and gets a certificate for it. `device` is its attestation certificate.
    private func certificate(
        over session: NodeSession, challenge: [UInt8], device: [UInt8]
    ) async throws(CommissioningFailure) -> MatterCertificate {
        let nonce = Self.nonce()
        let answer = try await fields(of: .csrRequest(nonce: nonce), in: .certificateRequest, over: session)
        guard let elements = answer[0]?.bytes, let signature = answer[1]?.bytes else {
            throw .malformedAnswer(.certificateRequest)
        }
        let request: NOCRequest
        do throws(AttestationFailure) {
            request = try AttestationVerifier.verifyRequest(
                elements: elements, signature: signature, device: device, nonce: nonce, challenge: challenge)
        } catch {
            throw .forged(error)
        }
        do throws(CertificateFailure) {
            return try fabric.authority.issue(
                nodeID: node.nodeID, fabricID: fabric.identity.fabricID, publicKey: request.publicKey)
        } catch {
            throw .certificate(error)
        }
    }

    private func give(_ certificate: MatterCertificate, over session: NodeSession) async throws(CommissioningFailure) {
        do throws(NodeFailure) {
            try await session.invoke(
                .addTrustedRootCertificate(fabric.authority.certificate), within: Self.answerTime)
        } catch {
            throw .node(error)
        }
        let answer = try await fields(
            of: .addNOC(
                certificate, identityProtectionKey: fabric.identityProtectionKey,
                administrator: fabric.administratorTag, vendorID: Self.vendorID),
            in: .addCertificate, over: session)
        guard answer[0]?.integer(as: UInt8.self) != AdministrationCluster.CertificateCode.tableFull else {
            throw .tooManyFabrics
        }
        try check(answer, of: .addCertificate)
    }

    /// Reaches the node with its certificate, and completes: the only step that makes the rest last.
    private func complete(
        _ record: NodeRecord, near address: NodeAddress
    ) async throws(CommissioningFailure) -> NodeRecord {
        let deadline = clock.uptime() + Self.operationalTime
        var failure = NodeFailure.unreachable
        repeat {
            let announced = await operationalAddresses(NodeID(rawValue: record.nodeID))
            // The same address comes last: a node may announce itself late, or not where the gateway can see it.
            for candidate in announced.filter({ $0 != address }) + [address] {
                let attempt = CompletionAttempt(record, at: candidate)
                do throws(NodeFailure) {
                    return try await attempt.run(fabric: fabric, connector: connector)
                } catch {
                    failure = error
                    if attempt.wasSent { throw .completionUnanswered(record, error) }
                }
            }
            await clock.sleep(for: .seconds(1))
        } while clock.uptime() < deadline && !Task.isCancelled && node.isWanted
        throw .node(failure)
    }

    // MARK: Parts

    private static func nonce() -> [UInt8] { HandshakeRandom.bytes(AttestationElements.nonceBytes) }

    /// The fields of the command that answers this one.
    private func fields(
        of command: CommandData, in step: CommissioningFailure.Step, over session: NodeSession
    ) async throws(CommissioningFailure) -> TLVValue {
        do throws(NodeFailure) {
            if let fields = try await session.invoke(command, within: Self.answerTime) { return fields }
        } catch {
            throw .node(error)
        }
        throw .malformedAnswer(step)
    }

    /// Throws unless the answer has the code of success.
    private func check(_ answer: TLVValue, of step: CommissioningFailure.Step) throws(CommissioningFailure) {
        guard let code = answer[0]?.integer(as: UInt8.self) else { throw .malformedAnswer(step) }
        guard code == 0 else { throw .refused(step, code: code) }
    }
}
