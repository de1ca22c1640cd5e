package import HomeModel

/// A Shelly of the second generation or later, as it described itself when it was asked.
package struct ShellyDeviceModel: DialectModel {
    let root: String
    let document: ShellyDocument
    package let description: DeviceDescription
    private let fields: ShellyFields
    private let bindings: [CapabilityPlace: ShellyBinding]

    package init(root: String, native: [UInt8]) throws(DialectError) {
        self.init(root: root, try ShellyDocument(native: native))
    }

    init(root: String, _ document: ShellyDocument) {
        self.root = root
        self.document = document
        let mapping = ShellyMapping(document)
        fields = ShellyFields(mapping.bindings)
        bindings = Dictionary(
            mapping.bindings.map { ($0.value.place, $0) },
            uniquingKeysWith: { first, _ in first })
        description = DeviceDescription(
            name: document.name, manufacturer: "Shelly", model: document.model, parts: mapping.parts,
            others: mapping.others, hardware: HardwareID(document.mac).map { [$0] } ?? [])
    }

    package var topics: [HeardTopic] {
        let both = Set(MessageLane.allCases)
        let statuses = document.components.map(\.key).compactMap { key -> HeardTopic? in
            let component = key.description
            let lanes = fields.lanes(component)
            guard !lanes.isEmpty else { return nil }
            return HeardTopic(
                ShellyTopic.status(key, root), lanes: lanes,
                reader: ShellyStatusReader(component: component, fields: fields))
        }
        return [
            HeardTopic(
                ShellyTopic.online(root), lanes: [.control], reader: ShellyOnlineReader(sleeps: document.sleeps)),
            HeardTopic(
                ShellyTopic.notifications(root), lanes: both, reader: ShellyNotificationReader(fields: fields)),
            HeardTopic(ShellyTopic.replies(root), lanes: both, reader: ShellyReplyReader(fields: fields)),
        ] + statuses
    }

    package func order(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue, number: UInt32
    ) -> DialectOrder? {
        guard let binding = bindings[CapabilityPlace(part: part, name: capability)],
            let (request, asRead) = binding.request(value)
        else { return nil }
        return DialectOrder([request.message(root, id: Int64(number))], value: asRead, proof: .report)
    }

    /// The whole status: the answer to a component's own question does not say which component it is.
    package func question(_ part: PartID, _ capability: CapabilityName, number: UInt32) -> DialectMessage? {
        guard let binding = bindings[CapabilityPlace(part: part, name: capability)], !binding.isEvent else {
            return nil
        }
        return ShellyRequest(method: "Shelly.GetStatus").message(root, id: Int64(number))
    }
}
