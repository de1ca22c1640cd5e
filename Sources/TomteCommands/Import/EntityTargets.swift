import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The series of the home into which entities are imported.
struct EntityTargets: Sendable {
    /// A device of the home for an entity; part and quantity are nil when the user did not give them.
    private struct Target {
        let device: DeviceBody
        let part: PartID?
        let quantity: CapabilityName?
    }

    private var targets: [String: Target] = [:]

    /// Looks the devices up. Throws before anything is read when a device does not have the given quantity.
    init(_ wanted: [EntityTarget], in client: CLIClient) async throws(CLIError) {
        for target in wanted {
            let device = try await client.resolve(target.device)
            targets[target.entity] = Target(device: device, part: target.device.part, quantity: target.quantity)
            if let quantity = target.quantity { _ = try series(of: target.entity, measuring: quantity) }
        }
    }

    /// The quantities that the user gave, by entity.
    var quantities: [String: CapabilityKind] { targets.compactMapValues { $0.quantity?.kind } }

    func contains(_ entity: String) -> Bool { targets[entity] != nil }

    /// The series for the readings of `entity`, which measures `quantity`; nil when the user gave no device for it.
    /// Throws when the device does not have that quantity in exactly one part.
    func series(of entity: String, measuring quantity: CapabilityName) throws(CLIError) -> SeriesID? {
        guard let target = targets[entity] else { return nil }
        let wanted = target.quantity ?? quantity
        let parts = target.device.parts.filter { part in
            (target.part == nil || part.id == target.part) && part.capabilities.contains { $0.name == wanted }
        }
        guard let part = parts.first, parts.count == 1 else {
            throw .invalid(
                parts.isEmpty
                    ? "\(EscapedText(entity)) measures \(wanted), but \(target.device.id) does not."
                    : "\(target.device.id) has \(wanted) in several parts; give one of them: "
                        + parts.map { "\(target.device.id)/\($0.id)" }.joined(separator: ", ") + ".")
        }
        return SeriesID(device: target.device.id, part: part.id, capability: wanted)
    }
}

/// The series into which an entity is imported, as an argument: `ENTITY=DEVICE[/PART][:QUANTITY]`. Ids and names of
/// devices contain no colon.
struct EntityTarget: ExpressibleByArgument, Hashable, Sendable {
    let entity: String
    let device: DeviceArgument
    let quantity: CapabilityName?

    init?(argument: String) {
        let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty else { return nil }
        let target = halves[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = target.first.flatMap({ DeviceArgument(argument: String($0)) }) else { return nil }
        entity = String(halves[0])
        device = address
        guard target.count == 2 else {
            quantity = nil
            return
        }
        guard let quantity = CapabilityName(String(target[1])) else { return nil }
        self.quantity = quantity
    }
}
