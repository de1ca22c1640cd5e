package import HomeModel

/// The device's side of Homie 5, for simulated devices: what to publish, and what a `set` asks for.
///
/// A capability's label becomes its property id, so labels belong to the generic kinds, to switches and to
/// quantities that their unit gives away.
package struct HomieDevice: Sendable {
    package let domain: String
    package let id: String
    private let document: HomieDescription
    private let bindings: [CapabilityPlace: HomieBinding]
    private let keys: [HomiePropertyPath: CapabilityPlace]

    /// `version` grows whenever the description changes.
    package init(domain: String, id: String, description: DeviceDescription, version: Int) {
        self.domain = domain
        self.id = id
        var bindings: [CapabilityPlace: HomieBinding] = [:]
        var nodes: [String: HomieNode] = [:]
        for part in description.parts {
            let properties = part.capabilities.map { (HomieProperty.id(of: $0.name), HomieProperty($0), $0.name) }
            nodes[part.id.rawValue] = HomieNode(
                properties: Dictionary(properties.map { ($0.0, $0.1) }, uniquingKeysWith: { first, _ in first }))
            for (property, described, name) in properties {
                guard let format = try? HomieFormat(described),
                    let fit = HomieFit(name.kind, property, described, format)
                else { continue }
                let path = HomiePropertyPath(node: part.id.rawValue, property: property)
                bindings[CapabilityPlace(part: part.id, name: name)] = HomieBinding(
                    path, described, part: part.id, name: name, fit: fit, flow: nil)
            }
        }
        self.bindings = bindings
        keys = Dictionary(bindings.map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
        document = HomieDescription(
            version: Int64(version), name: description.name, type: description.model, nodes: nodes)
    }

    /// A property bears the name of its capability, and of its flow.
    func place(of capability: Capability, on part: PartID) -> CapabilityPlace? {
        bindings[CapabilityPlace(part: part, name: capability.name)]?.key
    }

    /// `$state` = lost, which the broker publishes when the device is gone without goodbye.
    package var will: DialectMessage { attribute(.state, "lost") }

    /// Everything that this device can be told.
    package var commandFilter: String { "\(domain)/5/\(id)/+/+/set" }

    /// The description may only change in `init`; the device says `state(.ready)` after its values.
    package func announcement() -> [DialectMessage] {
        [
            attribute(.state, "init"),
            DialectMessage(topic: topic(.description), payload: document.json(), qos: 1, retain: true),
        ]
    }

    /// Nil for `.unknown`, which no device says of itself.
    package func state(_ availability: Availability) -> DialectMessage? {
        availability.homieState.map { attribute(.state, $0) }
    }

    /// The property's value; nil when the device does not have it or the value is of another type.
    package func value(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue
    ) -> DialectMessage? {
        publish(part, capability, value, on: HomieTopic.Kind.value)
    }

    /// `$target`: the state that the device now goes for.
    package func target(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue
    ) -> DialectMessage? {
        publish(part, capability, value, on: HomieTopic.Kind.target)
    }

    /// `$target` for an accepted command, byte for byte as it came; nil when the topic is not one of its `set`s.
    package func acceptance(topic: String, payload: [UInt8]) -> DialectMessage? {
        guard let binding = try? binding(set: topic) else { return nil }
        return message(binding, HomieTopic.Kind.target(binding.path), payload)
    }

    /// What a message on `commandFilter` asks for: rounded to the step, then held to the range.
    package func command(
        topic: String, payload: [UInt8]
    ) throws(DialectError) -> (part: PartID, capability: CapabilityName, value: CapabilityValue) {
        let binding = try binding(set: topic)
        guard binding.capability.isCommanded else { throw .notSettable(InertText(topic, limit: 128)) }
        let value = try binding.accept(try binding.coding.decode(payload))
        return (binding.part, binding.capability.name, value)
    }

    /// `$state` = disconnected, before a clean disconnect.
    package func farewell() -> [DialectMessage] { [attribute(.state, "disconnected")] }

    private func binding(set topic: String) throws(DialectError) -> HomieBinding {
        let parsed = try HomieTopic(topic)
        guard parsed.domain == domain, parsed.device == id, case .set(let path) = parsed.kind, let key = keys[path],
            let binding = bindings[key]
        else { throw .notDescribed(InertText(topic, limit: 128)) }
        return binding
    }

    private func publish(
        _ part: PartID, _ name: CapabilityName, _ value: CapabilityValue,
        on kind: (HomiePropertyPath) -> HomieTopic.Kind
    ) -> DialectMessage? {
        guard let binding = bindings[CapabilityPlace(part: part, name: name)],
            let payload = binding.coding.encode(value)
        else { return nil }
        return message(binding, kind(binding.path), payload)
    }

    /// Momentary values are neither kept nor sent twice. Source: Homie 5 §“QoS and retained messages”.
    private func message(_ binding: HomieBinding, _ kind: HomieTopic.Kind, _ payload: [UInt8]) -> DialectMessage {
        DialectMessage(
            topic: topic(kind), payload: payload, qos: binding.isRetained ? 1 : 0, retain: binding.isRetained)
    }

    private func attribute(_ kind: HomieTopic.Kind, _ text: String) -> DialectMessage {
        DialectMessage(topic: topic(kind), payload: Array(text.utf8), qos: 1, retain: true)
    }

    private func topic(_ kind: HomieTopic.Kind) -> String {
        HomieTopic(domain: domain, device: id, kind: kind).description
    }
}
