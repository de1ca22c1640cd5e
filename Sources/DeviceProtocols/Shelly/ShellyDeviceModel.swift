package import HomeModel

/// A Shelly of the second generation or later, as its replies describe it. Decodes its messages and encodes commands to
/// it.
package struct ShellyDeviceModel: DialectModel {
    let root: String
    let document: ShellyDocument
    package let description: DeviceDescription
    private let fields: ShellyFields
    private let bindings: [CapabilityPath: ShellyBinding]

    /// Restores the device from its stored description.
    package init(root: String, native: [UInt8]) throws(DialectError) {
        self.init(root: root, try ShellyDocument(native: native))
    }

    init(root: String, _ document: ShellyDocument) {
        self.root = root
        self.document = document
        let mapping = ShellyMapping(document)
        fields = ShellyFields(mapping.bindings)
        bindings = Dictionary(
            mapping.bindings.map { ($0.value.capabilityPath, $0) },
            uniquingKeysWith: { first, _ in first })
        description = DeviceDescription(
            name: document.name, manufacturer: "Shelly", model: document.model, parts: mapping.parts,
            others: mapping.others, hardware: HardwareID(document.mac).map { [$0] } ?? [])
    }

    package var topics: [DeviceTopic] {
        let both = Set(MessageLane.allCases)
        let statuses = document.components.map(\.key).compactMap { key -> DeviceTopic? in
            let component = key.description
            let lanes = fields.lanes(component)
            guard !lanes.isEmpty else { return nil }
            return DeviceTopic(
                ShellyTopic.status(key, root: root), lanes: lanes,
                decoder: ShellyStatusDecoder(component: component, fields: fields))
        }
        return [
            DeviceTopic(
                ShellyTopic.online(root), lanes: [.control], decoder: ShellyOnlineDecoder(sleeps: document.sleeps)),
            DeviceTopic(
                ShellyTopic.notifications(root), lanes: both, decoder: ShellyNotificationDecoder(fields: fields)),
            DeviceTopic(ShellyTopic.replies(root), lanes: both, decoder: ShellyReplyDecoder(fields: fields)),
        ] + statuses
    }

    package func encodeCommand(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue, number: UInt32
    ) -> DialectCommand? {
        guard let binding = bindings[CapabilityPath(part: part, name: capability)],
            let (request, asRead) = binding.request(value)
        else { return nil }
        return DialectCommand([request.message(root, id: Int64(number))], value: asRead, confirmation: .report)
    }

    /// Queries the whole status, because the reply to the query of a single component does not contain its key.
    package func stateQuery(_ part: PartID, capability: CapabilityName, number: UInt32) -> DialectMessage? {
        guard let binding = bindings[CapabilityPath(part: part, name: capability)], !binding.isEvent else {
            return nil
        }
        return ShellyRequest(method: "Shelly.GetStatus").message(root, id: Int64(number))
    }
}
