import HomeModel
import Logging

@testable import GatewayCore

extension CoreHome {
    func group(
        _ value: CapabilityValue, kind: CapabilityKind = .switch, to targets: GroupTargets,
        purposes: Set<Purpose> = [], includesGuarded: Bool = false, key: String? = nil,
        deadline: Duration = .seconds(20)
    ) -> GroupCommandRequest {
        GroupCommandRequest(
            id: .random(), targets: targets, purposes: purposes, capability: CapabilityName(kind), value: value,
            includesGuarded: includesGuarded, idempotencyKey: key, receivedAt: clock.now(), deadline: deadline)
    }

    /// Sends a group command and returns its record once it has ended.
    func sendGroup(
        _ value: CapabilityValue, kind: CapabilityKind = .switch, to targets: GroupTargets, as identity: Identity,
        key: String? = nil
    ) async throws -> GroupCommandRecord {
        let id = try await groups.submit(group(value, kind: kind, to: targets, key: key), by: identity)
        return try await awaited.during { try await groups.await(id, until: .ended) }
    }

    /// The service of the next start of the gateway; it does not send the commands of new groups.
    func groups(on tracker: GroupCommandTracker) -> GroupCommandService {
        GroupCommandService(
            commands: commands, tracker: tracker, logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() })
    }
}

extension GroupCommandRecord {
    /// The outcomes of the children, in their order.
    var outcomes: [CommandOutcome?] { children.map(\.outcome) }
}
