import GatewayCore
import HomeCertificates
import HomeModel
import MatterProtocol
import MatterTransport

/// Moves a node of the home from an earlier fabric to the current one: the node joins the current one by a code that the
/// gateway makes itself, and then leaves the earlier one.
///
/// Each step is stored before the node learns of the next one, and begins with the fabrics that the node lists, so that a
/// step that was interrupted anywhere is made again or found done.
struct NodeRenewal: Sendable {
    /// What a step has done.
    enum Step: Hashable, Sendable {
        /// Nothing is left to do.
        case none
        /// The next step can follow over the same session.
        case advanced
        /// The node is used with the keys of another fabric from now on, so that the next step needs another session.
        case moved
    }

    /// How long the node accepts the code: the shortest time that it allows.
    private static let windowTime = NodeAdministrator.sharingTimes.lowerBound
    private static let windowStatus = AttributePath(
        endpoint: 0, cluster: AdministrationCluster.administratorCommissioning, attribute: 0)
    /// The index of the fabric whose administrator has opened the window.
    private static let windowFabric = AttributePath(
        endpoint: 0, cluster: AdministrationCluster.administratorCommissioning, attribute: 1)

    let session: NodeSession
    /// The fabric of the session: the one in use, or the former or next one when the node refused the one in use.
    let fabric: Fabric
    let membership: NodeMembership
    let services: NodeFollower.Services
    let connector: NodeConnector
    /// How fast the node answers.
    let peer: ReliableMessageParameters
    let trust: AttestationTrustStore
    /// Where the node is announced in the fabric with this id.
    let addresses: @Sendable (_ fabric: String) async -> [NodeAddress]

    /// Makes the next step.
    func advance() async throws(CommissioningFailure) -> Step {
        let record = membership.record
        guard record.state == .paired, !membership.hasEnded else { return .none }
        let listed = try await asking { () async throws(NodeFailure) in try await session.fabrics() }
        // A node that does not list the fabric of its own session proves nothing with its list.
        let isComplete = listed.contains { $0.isSame(as: fabric) }
        if let former = record.formerFabric {
            guard fabric.id != record.fabricID else {
                return try await leave(former, listed: listed, isComplete: isComplete)
            }
            return try await returnToFormer(listed)
        }
        if let next = record.nextFabric {
            guard fabric.id != next else { return try await useNext() }
            guard let target = services.fabrics[next], let entry = listed.first(where: { $0.isSame(as: target) }) else {
                try store { $0.nextFabric = nil }
                return .advanced
            }
            return try await complete(target, listedAs: entry)
        }
        let target = services.fabrics.current
        guard target.id != record.fabricID else { return .none }
        guard !listed.contains(where: { $0.isSame(as: target) }) else {
            try store { $0.nextFabric = target.id }
            return .advanced
        }
        return try await join(target, listed: listed)
    }

    // MARK: Joining

    /// Has the node join a fabric, while it stays in the present one.
    private func join(_ target: Fabric, listed: [NodeFabric]) async throws(CommissioningFailure) -> Step {
        try await requireRoom(listed: listed)
        let code = WindowCode()
        let command: CommandData
        do throws(SessionEstablishmentFailure) {
            command = try code.command(for: Self.windowTime)
        } catch {
            throw .node(.establishment(error))
        }
        // Stored first: after a crash, the gateway would wait for the end of its own window, as for that of a person.
        try store { $0.windowEnd = services.clock.now() + Self.windowTime }
        do throws(NodeFailure) {
            try await session.invoke(command, isTimed: true)
        } catch {
            guard error.hasStatus(AdministrationCluster.WindowStatus.busy) else { throw .node(error) }
            membership.remember { $0.windowEnd = nil }
            throw .windowOpen
        }
        let addresses = addresses
        let commissioning = Commissioning(
            of: RenewedNode(membership: membership, fabric: target), passcode: code.passcode,
            addresses: await candidates(in: fabric), peer: peer, connector: connector, trust: trust,
            operationalAddresses: { _ in await addresses(target.id) }, clock: services.clock)
        do throws(CommissioningFailure) {
            _ = try await commissioning.run()
        } catch {
            if case .completionUnanswered = error { throw error }
            // Otherwise a person could not open the node to another home for some minutes.
            try? await closeWindow()
            throw error
        }
        return .moved
    }

    /// Throws when it is known beforehand that the node cannot join another fabric now. Ends a window that the gateway has
    /// opened before it was interrupted.
    private func requireRoom(listed: [NodeFabric]) async throws(CommissioningFailure) {
        let patterns =
            CommissioneeInformation.patterns + [Self.windowStatus, Self.windowFabric].map { AttributePathPattern($0) }
        let report = try await asking { () async throws(NodeFailure) in
            try await session.read(ReadRequest(attributes: patterns, isFabricFiltered: false))
        }
        let status = report.attributes.first { $0.path == Self.windowStatus }?.value
        let isOpen = status.map { $0.unsigned != 0 } ?? false
        let isOwn = isOpen && isOwnWindow(report, listed: listed)
        if isOwn { try await asking { () async throws(NodeFailure) in try await closeWindow() } }
        guard !CommissioneeInformation(report).isFull else { throw .tooManyFabrics }
        guard status != nil else { throw .noWindow }
        guard !isOpen || isOwn else { throw .windowOpen }
    }

    /// Whether the open window is that of the gateway, and not one that a person has opened, here or with another app.
    private func isOwnWindow(_ report: AssembledReport, listed: [NodeFabric]) -> Bool {
        guard let end = membership.record.windowEnd else { return false }
        let opener = report.attributes.first { $0.path == Self.windowFabric }?.value
        guard let index = opener?.integer(as: UInt8.self) else { return services.clock.now() < end }
        return listed.contains { $0.index == index && services.fabrics.owns($0) }
    }

    /// Has the node accept no code of the gateway any more.
    private func closeWindow() async throws(NodeFailure) {
        do throws(NodeFailure) {
            try await session.invoke(.revokeCommissioning, isTimed: true)
        } catch {
            guard error.hasStatus(AdministrationCluster.WindowStatus.notOpen) else { throw error }
        }
        membership.remember { $0.windowEnd = nil }
    }

    /// Completes the way of a node into a fabric that it lists. A node that was complete already says so. When it does not
    /// know the fabric all the same, the node leaves it, to join it again later.
    private func complete(_ target: Fabric, listedAs entry: NodeFabric) async throws(CommissioningFailure) -> Step {
        let record = membership.record
        var failure = NodeFailure.unreachable
        var completed: NodeRecord?
        for address in await candidates(in: target) {
            do throws(NodeFailure) {
                completed = try await CompletionAttempt(record, at: address).run(fabric: target, connector: connector)
                break
            } catch {
                failure = error
            }
        }
        if let completed {
            _ = try RenewedNode(membership: membership, fabric: target).finish(completed)
            return .moved
        }
        if case .establishment(.noSharedTrustRoots) = failure {
            try await asking { () async throws(NodeFailure) in try await session.remove(entry) }
            try forget(target)
            throw .malformedAnswer(.complete)
        }
        throw .node(failure)
    }

    /// The node has completed, and knows only the keys that it has received last.
    private func useNext() async throws(CommissioningFailure) -> Step {
        try await asking { () async throws(NodeFailure) in try await session.complete() }
        try store {
            $0.formerFabric = $0.fabricID
            $0.fabric = fabric.id
            $0.nextFabric = nil
            $0.resumption = nil
        }
        return .advanced
    }

    /// Stores that the node does not know the keys of a fabric.
    private func forget(_ target: Fabric) throws(CommissioningFailure) {
        try store {
            $0.nextFabric = nil
            guard $0.fabricID == target.id, let former = $0.formerFabric else { return }
            $0.fabric = former
            $0.formerFabric = nil
            $0.resumption = nil
        }
    }

    /// Where to reach the node: where its session is, and where it is announced.
    private func candidates(in fabric: Fabric) async -> [NodeAddress] {
        let announced = await addresses(fabric.id)
        guard let last = membership.record.address else { return announced }
        return [last] + announced.filter { $0 != last }
    }

    // MARK: Leaving

    /// Has the node leave the former fabric, over a session of the one in use.
    private func leave(
        _ former: String, listed: [NodeFabric], isComplete: Bool
    ) async throws(CommissioningFailure) -> Step {
        if let keys = services.fabrics[former] {
            if let entry = listed.first(where: { $0.isSame(as: keys) }) {
                try await asking { () async throws(NodeFailure) in try await session.remove(entry) }
            } else if !isComplete {
                throw .node(.unexpectedMessage)
            }
        }
        // Two fabrics of a node cannot have the same name, so that the new one has none yet.
        _ = try? await session.invoke(.updateFabricLabel(Fabric.label))
        try store {
            $0.formerFabric = nil
            $0.keyRefusal = nil
        }
        return .advanced
    }

    /// The node refused the keys in use, and still knows the former ones.
    private func returnToFormer(_ listed: [NodeFabric]) async throws(CommissioningFailure) -> Step {
        guard let target = services.fabrics[membership.record.fabricID] else { throw .node(.unexpectedMessage) }
        if let entry = listed.first(where: { $0.isSame(as: target) }) {
            return try await complete(target, listedAs: entry)
        }
        try forget(target)
        return .advanced
    }

    // MARK: Parts

    private func store(_ change: (inout NodeRecord) -> Void) throws(CommissioningFailure) {
        do throws(CertificateError) { try membership.change(change) } catch { throw .notStored(error.description) }
    }

    private func asking<Result: Sendable>(
        _ request: () async throws(NodeFailure) -> Result
    ) async throws(CommissioningFailure) -> Result {
        do throws(NodeFailure) { return try await request() } catch { throw .node(error) }
    }
}
