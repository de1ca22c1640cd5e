import Concurrency
import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MatterNodes
import MatterProtocol
import MatterTransport

/// The node as a pairing of the gateway.
extension NodeFollower {
    /// The trouble of a node that does not know the home.
    private static let rejectedCode = NodeFailure.establishment(.noSharedTrustRoots).code

    var pairing: DevicePairing {
        DevicePairing(
            kind: .matter, root: record.root,
            service: NetworkService.ID(
                kind: .matterOperational,
                identity: (services.fabrics[record.fabricID] ?? services.fabrics.current).identity
                    .instanceName(of: membership.nodeID)),
            announcedName: record.name, model: record.model, category: nil, state: record.state, trouble: shownTrouble,
            devices: usableDevices.map { .matter(record.root, endpoint: $0.endpoint) },
            isBridge: state.model.devices.contains(where: \.isBridged), lockPINs: lockPINs,
            pairedAt: record.commissionedAt)
    }

    /// Removes the node from the fabric, see `PairingLink.unpair`.
    func unpair(discarding: Bool) async throws(DevicePairingFailure) -> Bool {
        guard !isRemoved else { throw .notFound }
        // A node that does not know the home may have left it already, and a person who asks again knows which one it is.
        let hasLeft = record.state == .removing && trouble?.code == Self.rejectedCode
        do throws(CertificateError) {
            try membership.change { $0.state = .removing }
        } catch {
            throw .blocked(.notStored, reason: error.description)
        }
        await withdrawDevices()
        // A step to other keys that has begun ends first. Then the node lists all fabrics of the home that it has.
        await membershipTurns.withLock {
            if let session, let sessionFabric {
                do throws(NodeFailure) {
                    try await membership.leave(over: session, in: sessionFabric)
                } catch {
                    membership.log("a node could not be removed yet", cause: error.explanation)
                }
            }
            if discarding || hasLeft { membership.end() }
        }
        work?.reconnection.send()
        wakeUp()
        return isRemoved
    }

    /// What a person can do with the node while it is connected.
    func administrator() throws(DevicePairingFailure) -> NodeAdministrator {
        guard let session else {
            throw .blocked(.unreachable, reason: trouble?.detail ?? DevicePairing.Trouble.connecting.detail)
        }
        return NodeAdministrator(session: session, membership: membership, model: state.model, services: services)
    }
}
