package import HomeModel

/// A device announced by Home Assistant discovery: all entities that name this device.
package struct HomeAssistantModel: DialectModel {
    package let description: DeviceDescription
    package let topics: [DeviceTopic]
    /// The values of the device, in the order of its entities.
    package let bindings: [EntityBinding]
    private let commandMappings: [CapabilityPath: EntityBinding]
    /// All topics on which an entity of the device receives commands.
    private let commandMappingTopics: Set<String>
    /// Whether a topic reports the availability of the device.
    let hasAvailability: Bool

    /// Restores the device from its stored description.
    package init(_ address: LinkAddress, native: String) throws(DialectError) {
        let payload = try DiscoveryPayload(native: native, root: address.root)
        let entities = payload.entities.map { Entity($0) }
        self.init(address, device: payload.device, entities: entities)
    }

    init(_ address: LinkAddress, device: DeviceBlock?, entities: [Entity]) {
        let availability = DeviceAvailability(entities, address: address)
        let whole = device?.name.map { PartID(slugging: $0, fallback: .main).rawValue }
        let entities = entities.merged.map { $0.removingDeviceName(whole) }
        bindings = PartAssignment(entities).bindings
        description = DeviceDescription(
            name: Self.shown(device?.name) ?? Self.name(entities) ?? address.foreignID,
            manufacturer: Self.shown(device?.manufacturer), model: Self.shown(device?.model),
            parts: Self.parts(bindings), others: entities.flatMap(\.others).sorted(),
            hardware: device?.hardware ?? [])
        topics = Self.topics(bindings, rules: availability.rules)
        commandMappings = Dictionary(
            bindings.compactMap { binding in
                guard binding.candidate.commandMapping != nil else { return nil }
                return (CapabilityPath(part: binding.part, name: binding.capability.name), binding)
            }
        ) { first, _ in first }
        commandMappingTopics = Set(bindings.flatMap { $0.candidate.commandMapping?.topics ?? [] })
        hasAvailability = !availability.rules.isEmpty
    }

    private static func name(_ entities: [Entity]) -> String? {
        entities.first?.config.fields["name"]?.word.flatMap { $0.isEmpty ? nil : shown($0) }
    }

    private static func shown(_ text: String?) -> String? {
        text.map { EscapedText($0, limit: DeviceBlock.shownScalars).description }
    }

    private static func parts(_ bindings: [EntityBinding]) -> [Part] {
        let byPart = Dictionary(grouping: bindings, by: \.part)
        return byPart.sorted { $0.key == .main || $1.key != .main && $0.key < $1.key }.map { part, own in
            Part(id: part, capabilities: own.map(\.capability).sorted { $0.name < $1.name })
        }
    }

    /// Creates one reader for each topic, which serves all entities that use the topic.
    private static func topics(_ bindings: [EntityBinding], rules: [AvailabilityRule]) -> [DeviceTopic] {
        var fields: [String: [EntityDecoder.Field]] = [:]
        for binding in bindings {
            guard let stateMapping = binding.candidate.stateMapping else { continue }
            fields[stateMapping.topic, default: []].append(
                EntityDecoder.Field(stateMapping: stateMapping, binding: binding.value))
        }
        let rules = Dictionary(grouping: rules, by: \.key.topic)
        return Set(fields.keys).union(rules.keys).sorted().map { topic in
            let decoder = EntityDecoder(fields[topic] ?? [], availability: rules[topic] ?? [])
            return DeviceTopic(topic, lanes: decoder.lanes, decoder: decoder)
        }
    }

    package func encodeCommand(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue, number: UInt32
    ) -> DialectCommand? {
        encodeCommand(part, capability: capability, value: value, number: number, showing: [:])
    }

    package func encodeCommand(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue, number: UInt32,
        showing state: [CapabilityName: CapabilityValue]
    ) -> DialectCommand? {
        guard let binding = commandMappings[CapabilityPath(part: part, name: capability)] else { return nil }
        return binding.candidate.commandMapping?.encodeCommand(
            value, confirmation: confirmation(of: binding), showing: lamp(of: binding, state: state))
    }

    /// The last reported state of the light that the binding belongs to.
    private func lamp(of binding: EntityBinding, state: [CapabilityName: CapabilityValue]) -> ReportedLightState {
        var lamp = ReportedLightState()
        for sibling in bindings where sibling.entity == binding.entity && sibling.part == binding.part {
            switch state[sibling.capability.name] {
            case .number(let brightness) where sibling.capability.kind == .brightness && brightness > 0:
                lamp.brightness = brightness
            case .color(let hue, let saturation): lamp.color = (hue, saturation)
            default: break
            }
        }
        return lamp
    }

    /// A message on a topic on which the device receives commands may be the command itself, so it confirms nothing.
    private func confirmation(of binding: EntityBinding) -> ConfirmationMode {
        guard let stateMapping = binding.candidate.stateMapping else { return .none }
        return commandMappingTopics.contains(stateMapping.topic) ? .none : .report
    }
}
