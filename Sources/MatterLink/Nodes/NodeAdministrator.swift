import GatewayCore
import HomeCertificates
import HomeModel
import MatterNodes
import MatterProtocol
import MatterTransport

/// What a person does with a connected node, as its administrator.
struct NodeAdministrator: Sendable {
    let session: NodeSession
    let membership: NodeMembership
    let model: NodeModel
    let services: NodeFollower.Services

    private static let identifySeconds: UInt16 = 10

    /// Makes the node, or one of the devices behind it, show where it is.
    func identify(_ device: LinkAddress?) async throws(DevicePairingFailure) {
        let endpoint = device.flatMap { UInt16($0.foreignID) } ?? 0
        guard let identifying = model.device(endpoint)?.identifyingEndpoint else {
            throw .blocked(.deviceRefused, reason: "The device has no way to show where it is.")
        }
        try await refusing { () async throws(NodeFailure) in
            try await session.invoke(.identify(endpoint: identifying, seconds: Self.identifySeconds))
        }
    }

    // MARK: Fabrics

    /// The fabrics of the node: each has administrators of its own.
    func controllers() async throws(DevicePairingFailure) -> [DeviceController] {
        let fabrics = try await refusing { () async throws(NodeFailure) in try await session.fabrics() }
        return fabrics.map { fabric in
            DeviceController(
                identifier: fabric.identifier, publicKey: fabric.rootKey, isAdministrator: true,
                isOwn: services.fabrics.owns(fabric), name: fabric.label.isEmpty ? nil : fabric.label)
        }
    }

    /// Removes another fabric from the node.
    func unshare(from identifier: String) async throws(DevicePairingFailure) {
        let fabrics = try await refusing { () async throws(NodeFailure) in try await session.fabrics() }
        guard let fabric = fabrics.first(where: { $0.identifier == identifier }) else {
            throw .blocked(.deviceRefused, reason: "The device does not belong to such a home.")
        }
        guard !services.fabrics.owns(fabric) else {
            throw .blocked(
                .deviceRefused,
                reason: "This is the gateway's own home. To leave it, remove the pairing with the device.")
        }
        try await refusing { () async throws(NodeFailure) in try await session.remove(fabric) }
        do throws(CertificateError) {
            try membership.change {
                $0.knownFabrics = $0.knownFabrics.filter { $0.identifier != identifier }
            }
        } catch {
            throw .blocked(.notStored, reason: error.description)
        }
    }

    // MARK: Sharing

    /// The shortest and the longest time in which a node accepts another commissioner.
    static let sharingTimes: ClosedRange<Duration> = .seconds(180)...Duration.seconds(900)

    /// Makes the node accept a fresh code. Nothing of the code is stored here: the node gets its verifier.
    func openPairing(for duration: Duration) async throws(DevicePairingFailure) -> SharingCode {
        let duration = min(max(duration, Self.sharingTimes.lowerBound), Self.sharingTimes.upperBound)
        let code = WindowCode()
        let information = model.information
        let manualCode = ManualPairingCode(discriminator: code.discriminator, passcode: code.passcode)
        let payload = SetupPayload(
            vendorID: information.vendorID ?? 0, productID: information.productID ?? 0, discovery: .ipNetwork,
            discriminator: code.discriminator, passcode: code.passcode)
        let command: CommandData
        do throws(SessionEstablishmentFailure) {
            command = try code.command(for: duration)
        } catch {
            throw .blocked(.deviceRefused, reason: error.explanation)
        }
        do throws(NodeFailure) {
            try await session.invoke(command, isTimed: true)
        } catch {
            guard error.hasStatus(AdministrationCluster.WindowStatus.busy) else { throw DevicePairingFailure(error) }
            throw DevicePairingFailure(CommissioningFailure.windowOpen)
        }
        // From now on, the code that the node accepts is that of a person.
        membership.remember { $0.windowEnd = nil }
        await services.eventReceiver.found(.shared(of: membership.root, name: membership.record.name))
        return SharingCode(
            digits: Secret(manualCode.exposedText), payload: Secret(payload.exposedText),
            expiresAt: services.clock.now() + duration)
    }

    /// Ends the time in which the node accepts another commissioner, if it has not ended.
    func closePairing() async throws(DevicePairingFailure) {
        do throws(NodeFailure) {
            try await session.invoke(.revokeCommissioning, isTimed: true)
        } catch {
            guard error.hasStatus(AdministrationCluster.WindowStatus.notOpen) else {
                throw DevicePairingFailure(error)
            }
        }
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
}

extension NodeFailure {
    /// Whether the node refused a command with this status of its cluster.
    func hasStatus(_ status: UInt8) -> Bool {
        guard case .refused(let outcome) = self else { return false }
        return outcome.status == .failure && outcome.clusterStatus == status
    }
}
