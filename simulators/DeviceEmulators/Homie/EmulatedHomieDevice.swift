package import DeviceProtocols
package import HomeModel

/// The device side of Homie 5 for one simulated device: creates its messages and decodes its `set` messages.
///
/// The label of a capability becomes its property id, so only generic kinds, switches and quantities that their unit
/// determines can have labels.
package struct EmulatedHomieDevice: Sendable {
    package let domain: String
    package let id: String
    private let document: HomieDescription
    private let bindings: [CapabilityPath: HomieBinding]
    private let keys: [HomiePropertyPath: CapabilityPath]

    /// `version` must increase with every change of the description.
    package init(domain: String, id: String, description: DeviceDescription, version: Int) {
        self.domain = domain
        self.id = id
        var bindings: [CapabilityPath: HomieBinding] = [:]
        var nodes: [String: HomieNode] = [:]
        for part in description.parts {
            let properties = part.capabilities.map { (HomieProperty.id(of: $0.name), HomieProperty($0), $0.name) }
            nodes[part.id.rawValue] = HomieNode(
                properties: Dictionary(properties.map { ($0.0, $0.1) }, uniquingKeysWith: { first, _ in first }))
            for (property, described, name) in properties {
                let path = HomiePropertyPath(node: part.id.rawValue, property: property)
                guard let binding = HomieBinding(path, property: described, part: part.id, name: name) else { continue }
                bindings[CapabilityPath(part: part.id, name: name)] = binding
            }
        }
        self.bindings = bindings
        keys = Dictionary(bindings.map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
        document = HomieDescription(
            version: Int64(version), name: description.name, type: description.model, nodes: nodes)
    }

    /// The gateway finds each property again under the name and energy flow of its capability.
    func capabilityPath(of capability: Capability, on part: PartID) -> CapabilityPath? {
        bindings[CapabilityPath(part: part, name: capability.name)]?.key
    }

    /// `$state` = lost. The broker publishes it when the connection ends without a DISCONNECT.
    package var will: DialectMessage { attribute(.state, text: "lost") }

    /// The filter of all commands to this device.
    package var commandFilter: String { "\(domain)/5/\(id)/+/+/set" }

    /// `$state` = init and the description, which may change only in this state. Callers publish `state(.ready)` after
    /// the values.
    package func announcement() -> [DialectMessage] {
        [
            attribute(.state, text: "init"),
            DialectMessage(topic: topic(.description), payload: document.json(), qos: 1, retain: true),
        ]
    }

    /// Returns nil for an availability that has no `$state`, such as `.unknown`.
    package func state(_ availability: Availability) -> DialectMessage? {
        availability.homieState.map { attribute(.state, text: $0) }
    }

    /// The message with a property's value; nil if the device does not have the property or the value has another type.
    package func value(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue
    ) -> DialectMessage? {
        publish(part, name: capability, value: value, on: HomieTopic.Kind.value)
    }

    /// The `$target` message: the value that the device now moves towards.
    package func target(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue
    ) -> DialectMessage? {
        publish(part, name: capability, value: value, on: HomieTopic.Kind.target)
    }

    /// The `$target` message for an accepted command, with the bytes of the command; nil if `topic` is not a `set`
    /// topic of the device.
    package func acceptance(topic: String, payload: [UInt8]) -> DialectMessage? {
        guard let binding = try? binding(set: topic) else { return nil }
        return message(binding, kind: HomieTopic.Kind.target(binding.path), payload: payload)
    }

    /// Decodes a message on `commandFilter`. The value is rounded to the step and must then lie in the range.
    package func command(
        topic: String, payload: [UInt8]
    ) throws(DialectError) -> (part: PartID, capability: CapabilityName, value: CapabilityValue) {
        let binding = try binding(set: topic)
        guard binding.capability.isCommanded else { throw .notSettable(EscapedText(topic, limit: 128)) }
        return (binding.part, binding.capability.name, try binding.decodeCommand(payload))
    }

    /// `$state` = disconnected, for a clean disconnect.
    package func disconnectMessages() -> [DialectMessage] { [attribute(.state, text: "disconnected")] }

    private func binding(set topic: String) throws(DialectError) -> HomieBinding {
        let parsed = try HomieTopic(topic)
        guard parsed.domain == domain, parsed.device == id, case .set(let path) = parsed.kind, let key = keys[path],
            let binding = bindings[key]
        else { throw .notDescribed(EscapedText(topic, limit: 128)) }
        return binding
    }

    private func publish(
        _ part: PartID, name: CapabilityName, value: CapabilityValue,
        on kind: (HomiePropertyPath) -> HomieTopic.Kind
    ) -> DialectMessage? {
        guard let binding = bindings[CapabilityPath(part: part, name: name)],
            let payload = binding.encodeReport(value)
        else { return nil }
        return message(binding, kind: kind(binding.path), payload: payload)
    }

    /// Momentary values are not retained and are sent with QoS 0, at most once. Source: Homie 5 §“QoS and retained
    /// messages”.
    private func message(_ binding: HomieBinding, kind: HomieTopic.Kind, payload: [UInt8]) -> DialectMessage {
        DialectMessage(
            topic: topic(kind), payload: payload, qos: binding.isRetained ? 1 : 0, retain: binding.isRetained)
    }

    private func attribute(_ kind: HomieTopic.Kind, text: String) -> DialectMessage {
        DialectMessage(topic: topic(kind), payload: Array(text.utf8), qos: 1, retain: true)
    }

    private func topic(_ kind: HomieTopic.Kind) -> String {
        HomieTopic(domain: domain, device: id, kind: kind).description
    }
}

extension Availability {
    /// The value of `$state`; nil if Homie has none for this availability. Source: Homie 5 §“Device Lifecycle”.
    fileprivate var homieState: String? {
        switch self {
        case .starting: "init"
        case .ready: "ready"
        case .sleeping: "sleeping"
        case .disconnected: "disconnected"
        case .lost: "lost"
        case .unknown, .archived: nil
        }
    }
}
