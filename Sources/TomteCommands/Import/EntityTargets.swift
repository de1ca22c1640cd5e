import GatewayWire
import HomeModel

/// The series of the home into which the past of some entities goes.
struct EntityTargets: Sendable {
    private struct Target {
        let device: DeviceBody
        let part: PartID?
        let quantity: CapabilityName?
    }

    private var targets: [String: Target] = [:]

    /// Looks the devices up; what a device does not have is said before anything is read.
    init(_ wanted: [EntityTarget], in client: GatewayClient) async throws(CommandFailure) {
        for target in wanted {
            let device = try await client.resolve(target.device)
            targets[target.entity] = Target(device: device, part: target.device.part, quantity: target.quantity)
            if let quantity = target.quantity { _ = try series(of: target.entity, measuring: quantity) }
        }
    }

    /// What those measure of which somebody said so.
    var quantities: [String: CapabilityKind] { targets.compactMapValues { $0.quantity?.kind } }

    func contains(_ entity: String) -> Bool { targets[entity] != nil }

    /// Where the readings of `entity` go, which measures `quantity`; nil when nobody said so.
    func series(of entity: String, measuring quantity: CapabilityName) throws(CommandFailure) -> SeriesID? {
        guard let target = targets[entity] else { return nil }
        let wanted = target.quantity ?? quantity
        let parts = target.device.parts.filter { part in
            (target.part == nil || part.id == target.part) && part.capabilities.contains { $0.name == wanted }
        }
        guard let part = parts.first, parts.count == 1 else {
            throw .invalid(
                parts.isEmpty
                    ? "\(InertText(entity)) measures \(wanted), but \(target.device.id) has none."
                    : "\(target.device.id) has \(wanted) in several parts; say which: "
                        + parts.map { "\(target.device.id)/\($0.id)" }.joined(separator: ", ") + ".")
        }
        return SeriesID(device: target.device.id, part: part.id, capability: wanted)
    }
}
