package import HomeModel

/// A device of Home Assistant's discovery: all entities that name it.
package struct HomeAssistantModel: DialectModel {
    package let description: DeviceDescription
    package let topics: [HeardTopic]
    let bindings: [EntityBinding]
    private let sinks: [CapabilityPlace: EntityBinding]
    /// Where any of its entities is told something.
    private let sinkTopics: Set<String>
    /// Whether any topic tells that the device is there.
    let hasAvailability: Bool

    /// Makes the device of `address` again from what was kept of it.
    package init(_ address: LinkAddress, native: String) throws(DialectError) {
        let payload = try DiscoveryPayload(native: native, root: address.root)
        let entities = payload.entities.map { Entity($0) }
        self.init(address, payload.device, entities)
    }

    init(_ address: LinkAddress, _ device: DeviceBlock?, _ entities: [Entity]) {
        let availability = DeviceAvailability(entities, address)
        let whole = device?.name.map { PartID(slugging: $0, fallback: .main).rawValue }
        let entities = entities.merged.map { $0.within(whole) }
        bindings = PartAssignment(entities).bindings
        description = DeviceDescription(
            name: Self.shown(device?.name) ?? Self.name(entities) ?? address.foreignID,
            manufacturer: Self.shown(device?.manufacturer), model: Self.shown(device?.model),
            parts: Self.parts(bindings), others: entities.flatMap(\.others).sorted(),
            hardware: device?.hardware ?? [])
        topics = Self.topics(bindings, availability.rules)
        sinks = Dictionary(
            bindings.compactMap { binding in
                guard binding.claim.sink != nil else { return nil }
                return (CapabilityPlace(part: binding.part, name: binding.capability.name), binding)
            }
        ) { first, _ in first }
        sinkTopics = Set(bindings.flatMap { $0.claim.sink?.topics ?? [] })
        hasAvailability = !availability.rules.isEmpty
    }

    private static func name(_ entities: [Entity]) -> String? {
        entities.first?.config.fields["name"]?.word.flatMap { $0.isEmpty ? nil : shown($0) }
    }

    private static func shown(_ text: String?) -> String? {
        text.map { InertText($0, limit: DeviceBlock.shownScalars).description }
    }

    private static func parts(_ bindings: [EntityBinding]) -> [Part] {
        let byPart = Dictionary(grouping: bindings, by: \.part)
        return byPart.sorted { $0.key == .main || $1.key != .main && $0.key < $1.key }.map { part, own in
            Part(id: part, capabilities: own.map(\.capability).sorted { $0.name < $1.name })
        }
    }

    /// One reader for each topic, however many entities listen to it.
    private static func topics(_ bindings: [EntityBinding], _ rules: [AvailabilityRule]) -> [HeardTopic] {
        var fields: [String: [EntityReader.Field]] = [:]
        for binding in bindings {
            guard let source = binding.claim.source else { continue }
            fields[source.topic, default: []].append(EntityReader.Field(source: source, binding: binding.value))
        }
        let rules = Dictionary(grouping: rules, by: \.key.topic)
        return Set(fields.keys).union(rules.keys).sorted().map { topic in
            let reader = EntityReader(fields[topic] ?? [], availability: rules[topic] ?? [])
            return HeardTopic(topic, lanes: reader.lanes, reader: reader)
        }
    }

    package func order(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue, number: UInt32
    ) -> DialectOrder? {
        order(part, capability, value, number: number, showing: [:])
    }

    package func order(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue, number: UInt32,
        showing state: [CapabilityName: CapabilityValue]
    ) -> DialectOrder? {
        guard let binding = sinks[CapabilityPlace(part: part, name: capability)] else { return nil }
        return binding.claim.sink?.order(value, proof: proof(of: binding), showing: lamp(of: binding, state))
    }

    /// What the entity's light last reported.
    private func lamp(of binding: EntityBinding, _ state: [CapabilityName: CapabilityValue]) -> ShownLamp {
        var lamp = ShownLamp()
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

    /// What comes where the device itself is told something may be the command's own echo.
    private func proof(of binding: EntityBinding) -> DialectOrder.Proof {
        guard let source = binding.claim.source else { return .none }
        return sinkTopics.contains(source.topic) ? .none : .report
    }
}
