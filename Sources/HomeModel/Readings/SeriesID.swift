/// Identifies the readings (or state changes) of one capability of one part of one device.
///
/// Every message of a home needs a look-up by this id, so a copy is one reference and the hash is computed once.
package struct SeriesID: Sendable {
    /// The fields of the id, which all copies share.
    private final class Name: Sendable {
        let device: DeviceID
        let part: PartID
        let capability: CapabilityName

        init(_ device: DeviceID, part: PartID, capability: CapabilityName) {
            self.device = device
            self.part = part
            self.capability = capability
        }
    }

    private let name: Name
    private let hash: Int

    package init(device: DeviceID, part: PartID, capability: CapabilityName) {
        name = Name(device, part: part, capability: capability)
        var hasher = Hasher()
        hasher.combine(device)
        hasher.combine(part)
        hasher.combine(capability)
        hash = hasher.finalize()
    }

    package var device: DeviceID { name.device }
    package var part: PartID { name.part }
    package var capability: CapabilityName { name.capability }
    /// Whether its readings only grow, until a reset.
    package var isCounter: Bool { capability.kind.isCounter }
}

extension SeriesID: Hashable {
    package static func == (left: SeriesID, right: SeriesID) -> Bool {
        if left.name === right.name { return true }
        return left.hash == right.hash && left.device == right.device && left.part == right.part
            && left.capability == right.capability
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension SeriesID: Codable {
    private enum Key: String, CodingKey { case device, part, capability }

    package init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        self.init(
            device: try object.decode(DeviceID.self, forKey: .device),
            part: try object.decode(PartID.self, forKey: .part),
            capability: try object.decode(CapabilityName.self, forKey: .capability))
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(device, forKey: .device)
        try object.encode(part, forKey: .part)
        try object.encode(capability, forKey: .capability)
    }
}

extension SeriesID: CustomStringConvertible {
    package var description: String { "\(device)/\(part) \(capability)" }
}
