import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MatterNodes
import MatterProtocol
import MatterTransport

/// What people do with a node as its administrator.
extension NodeFollower {
    var pairing: DevicePairing {
        DevicePairing(
            kind: .matter, root: record.root,
            service: NetworkService.ID(
                kind: .matterOperational,
                identity: services.fabric.identity.instanceName(of: NodeID(rawValue: record.nodeID))),
            announcedName: record.name, model: record.model, category: nil, state: record.state, trouble: trouble,
            devices: usableDevices.map { .matter(record.root, endpoint: $0.endpoint) },
            isBridge: state.model.devices.contains(where: \.isBridged), pairedAt: record.commissionedAt)
    }

    /// Removes the node from the fabric, see `PairingLink.unpair`.
    func unpair(discarding: Bool) async throws(DevicePairingFailure) -> Bool {
        guard !isRemoved else { throw .notFound }
        try store { $0.state = .removing }
        await withdrawDevices()
        if let session {
            do throws(NodeFailure) {
                try await leave(over: session)
            } catch {
                log("a node could not be removed yet", cause: error.explanation)
            }
        }
        if !isRemoved, discarding { await forget() }
        add(.reconnect)
        wakeUp()
        return isRemoved
    }

    /// Makes the node, or one of the devices behind it, show where it is.
    func identify(_ device: LinkAddress?) async throws(DevicePairingFailure) {
        let session = try connected()
        let endpoint = device.flatMap { UInt16($0.foreignID) } ?? 0
        guard let identifying = state.model.device(endpoint)?.identifyingEndpoint else {
            throw .blocked(.deviceRefused, reason: "The device has no way to show where it is.")
        }
        try await refusing { () async throws(NodeFailure) in
            try await session.invoke(.identify(endpoint: identifying, seconds: Self.identifySeconds))
        }
    }

    private static let identifySeconds: UInt16 = 10

    /// The fabrics of the node: each has administrators of its own.
    func controllers() async throws(DevicePairingFailure) -> [DeviceController] {
        let session = try connected()
        let fabrics = try await refusing { () async throws(NodeFailure) in try await session.fabrics() }
        return fabrics.map { fabric in
            DeviceController(
                identifier: fabric.identifier, publicKey: fabric.rootKey, isAdministrator: true,
                isOwn: fabric.isSame(as: services.fabric), name: fabric.label.isEmpty ? nil : fabric.label)
        }
    }

    /// Removes another fabric from the node.
    func unshare(from identifier: String) async throws(DevicePairingFailure) {
        let session = try connected()
        let fabrics = try await refusing { () async throws(NodeFailure) in try await session.fabrics() }
        guard let fabric = fabrics.first(where: { $0.identifier == identifier }) else {
            throw .blocked(.deviceRefused, reason: "The device does not belong to such a home.")
        }
        guard !fabric.isSame(as: services.fabric) else {
            throw .blocked(
                .deviceRefused,
                reason: "This is the gateway's own home. To leave it, remove the pairing with the device.")
        }
        try await refusing { () async throws(NodeFailure) in try await session.remove(fabric) }
        try store { $0.knownFabrics = $0.knownFabrics.filter { $0.identifier != identifier } }
    }

    // MARK: Sharing

    /// The shortest and the longest time in which a node accepts another commissioner.
    static let sharingTimes: ClosedRange<Duration> = .seconds(180)...Duration.seconds(900)
    private static let sharingIterations: UInt32 = 10_000

    /// Makes the node accept a fresh code. Nothing of the code is stored here: the node gets its verifier.
    func openPairing(for duration: Duration) async throws(DevicePairingFailure) -> SharingCode {
        let session = try connected()
        let duration = min(max(duration, Self.sharingTimes.lowerBound), Self.sharingTimes.upperBound)
        var random = SystemRandomNumberGenerator()
        let discriminator = UInt16.random(in: 0...0xFFF, using: &random)
        let passcode = SetupPasscode.random(using: &random)
        let information = state.model.information
        let manualCode = ManualPairingCode(discriminator: discriminator, passcode: passcode)
        let payload = SetupPayload(
            vendorID: information.vendorID ?? 0, productID: information.productID ?? 0, discovery: .ipNetwork,
            discriminator: discriminator, passcode: passcode)
        let command: CommandData
        do throws(SessionEstablishmentFailure) {
            let parameters = try PBKDFParameters(
                iterations: Self.sharingIterations, salt: HandshakeRandom.bytes(32))
            command = .openCommissioningWindow(
                seconds: UInt16(clamping: duration.components.seconds),
                verifier: try Self.verifier(of: passcode, parameters: parameters),
                discriminator: discriminator, parameters: parameters)
        } catch {
            throw .blocked(.deviceRefused, reason: error.explanation)
        }
        try await refusing { () async throws(NodeFailure) in try await session.invoke(command, isTimed: true) }
        await services.eventReceiver.found(.shared(of: record.root, name: record.name))
        return SharingCode(
            digits: Secret(manualCode.exposedText), payload: Secret(payload.exposedText),
            expiresAt: services.clock.now() + duration)
    }

    private static func verifier(
        of passcode: SetupPasscode, parameters: PBKDFParameters
    ) throws(SessionEstablishmentFailure) -> [UInt8] {
        do throws(P256Error) {
            return try SPAKE2PlusVerifier(passcode: passcode, parameters: parameters).exposedBytes
        } catch {
            throw .cryptography
        }
    }

    func closePairing() async throws(DevicePairingFailure) {
        let session = try connected()
        try await refusing { () async throws(NodeFailure) in
            try await session.invoke(.revokeCommissioning, isTimed: true)
        }
    }

    // MARK: Parts

    private func connected() throws(DevicePairingFailure) -> NodeSession {
        guard let session else {
            throw .blocked(.unreachable, reason: trouble?.detail ?? DevicePairing.Trouble.connecting.detail)
        }
        return session
    }

    @discardableResult private func refusing<Result: Sendable>(
        _ act: () async throws(NodeFailure) -> Result
    ) async throws(DevicePairingFailure) -> Result {
        do throws(NodeFailure) {
            return try await act()
        } catch {
            throw DevicePairingFailure(error)
        }
    }

    private func store(_ change: (inout NodeRecord) -> Void) throws(DevicePairingFailure) {
        do throws(CertificateError) {
            try self.change(change)
        } catch {
            throw .blocked(.notStored, reason: error.description)
        }
    }
}

/// How the gateway itself keeps the membership of the node true.
extension NodeFollower {
    /// Completes a commissioning whose last answer was lost. A node that was already complete says that nothing is to be
    /// completed.
    func complete(over session: NodeSession) async throws(NodeFailure) {
        try await session.complete()
        _ = try? await session.invoke(.updateFabricLabel(Fabric.label))
        do throws(CertificateError) {
            try change { $0.state = .paired }
        } catch {
            log("a completed node could not be stored", cause: error.description)
        }
    }

    /// Removes the gateway's fabric from the node, and then the node here.
    func leave(over session: NodeSession) async throws(NodeFailure) {
        guard let own = try await session.fabrics().first(where: { $0.isSame(as: services.fabric) }) else {
            return await forget()
        }
        do throws(NodeFailure) {
            try await session.remove(own)
        } catch {
            // The node ends the session together with the fabric, so that its answer can be lost.
            guard error == .sessionLost else { throw error }
        }
        await forget()
    }

    private static let refusalsForCertainty = 4
    /// An interrupted commissioning is undone by the node itself in less than this time.
    private static let longestFailSafe = Duration.seconds(180)

    /// Gives up a node that was to be removed, or whose commissioning was interrupted, once it is certain that it does not
    /// belong to the fabric. Nothing proves who said so, and another node may have the address of this one: it must be
    /// announced, and say it several times.
    func countRefusal(_ failure: NodeFailure?) async {
        guard record.state != .paired else { return }
        guard case .establishment(.noSharedTrustRoots) = failure, service != nil else {
            refusalsInTurn = 0
            return
        }
        refusalsInTurn += 1
        let isOver = services.clock.now() - record.commissionedAt > Self.longestFailSafe
        guard refusalsInTurn >= Self.refusalsForCertainty, isOver || record.state == .removing else { return }
        await forget()
    }

    /// Looks for fabrics that were not added through the gateway. They are found again until a person clears the finding.
    func checkFabrics(_ session: NodeSession) async {
        guard let fabrics = try? await session.fabrics() else { return }
        let new = fabrics.filter { fabric in
            !fabric.isSame(as: services.fabric) && !record.knownFabrics.contains(KnownFabric(fabric))
        }
        reportedFabrics = Set(new.map { KnownFabric($0) })
        guard !new.isEmpty else { return }
        await services.eventReceiver.found(
            .newFabric(new.map(\.shownName).sorted(), of: record.root, name: record.name))
    }

    /// Remembers that a person has seen the reported fabrics. One that was added since is reported by itself.
    func acknowledgeFabrics() throws(LinkError) {
        let seen = reportedFabrics
        do throws(CertificateError) { try change { $0.knownFabrics.formUnion(seen) } } catch {
            throw .refused(error.description)
        }
        reportedFabrics = []
    }

    /// Deletes all that is stored of the node.
    private func forget() async {
        guard !isRemoved else { return }
        do throws(CertificateError) {
            try services.store.remove(record)
            isRemoved = true
        } catch {
            log("a removed node could not be deleted", cause: error.description)
            return
        }
        await withdrawDevices()
    }

    private func withdrawDevices() async {
        for device in state.model.devices {
            await services.eventReceiver.removed(.matter(record.root, endpoint: device.endpoint))
        }
    }
}
