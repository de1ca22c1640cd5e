package import HomeModel

/// A Homie device as it describes itself. Decodes its messages and encodes commands to it.
///
/// The description does not say whether a Homie 5 device uses `$target`. The first `.accepted` shows it: then all
/// properties of the device use it, otherwise none.
package struct HomieDeviceModel: DialectModel {
    package let domain: String
    package let id: String
    package let document: HomieDescription
    package let description: DeviceDescription
    private let bindings: [HomiePropertyPath: HomieBinding]
    private let paths: [CapabilityPath: HomiePropertyPath]
    private let ignoredPaths: Set<HomiePropertyPath>

    /// Parses the `$description` of the device `id`.
    package init(
        domain: String, id: String, json: [UInt8], _ convention: HomieConvention = .five
    ) throws(DialectError) {
        self.init(domain: domain, id: id, document: try HomieDescription(json: json, convention))
    }

    /// Creates the model from a decoded description.
    package init(domain: String, id: String, document: HomieDescription) {
        self.domain = domain
        self.id = id
        self.document = document
        let mapping = HomieMapping(document)
        description = DeviceDescription(
            name: document.name ?? id, model: document.type.map { EscapedText($0).description }, parts: mapping.parts,
            others: mapping.unsupported.map { "\($0.node)/\($0.property): \($1)" }.sorted() + document.ignored,
            hardware: Set([document.mac].compactMap(\.self)))
        bindings = Dictionary(mapping.bindings.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        paths = Dictionary(mapping.bindings.map { ($0.key, $0.path) }, uniquingKeysWith: { first, _ in first })
        ignoredPaths = Set(mapping.unsupported.keys)
    }
}

// MARK: Messages from the device

extension HomieDeviceModel {
    package var topics: [DeviceTopic] {
        bindings.values.flatMap { binding in
            let lanes = Set(MessageLane.allCases.filter(binding.capability.isReceived))
            let value = DeviceTopic(
                topic(.value(binding.path)), lanes: lanes, decoder: HomiePropertyDecoder(binding: binding))
            guard binding.capability.isCommanded, document.convention == .five else { return [value] }
            let target = HomiePropertyDecoder(binding: binding, isTarget: true)
            return [value, DeviceTopic(topic(.target(binding.path)), lanes: [.control], decoder: target)]
        }
    }

    /// Decodes a message on a value topic or its `$target`. Returns nil if it contains no statement: a cleared topic,
    /// an alert, or a property that no capability represents.
    func interpret(_ topic: HomieTopic, payload: [UInt8]) -> DeviceUpdate? {
        guard topic.device == id, topic.domain == domain else {
            return .unreadable(nil, nil, .foreignTopic(EscapedText(topic.description, limit: 128)))
        }
        switch topic.kind {
        case .value(let path): return read(path, topic: topic, payload: payload, isTarget: false)
        case .target(let path): return read(path, topic: topic, payload: payload, isTarget: true)
        case .state, .description, .set, .alert, .other: return nil
        }
    }

    private func read(
        _ path: HomiePropertyPath, topic: HomieTopic, payload: [UInt8], isTarget: Bool
    ) -> DeviceUpdate? {
        guard let binding = bindings[path] else {
            let error = DialectError.notDescribed(EscapedText(topic.description, limit: 128))
            return ignoredPaths.contains(path) ? nil : .unreadable(PartID(path.node), nil, error)
        }
        return binding.interpret(payload, isTarget: isTarget)
    }
}

/// Decodes the messages of one property.
private struct HomiePropertyDecoder: PayloadDecoder {
    let binding: HomieBinding
    var isTarget = false

    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate] {
        binding.interpret(payload, isTarget: isTarget).map { [$0] } ?? []
    }
}

// MARK: Commands to the device

extension HomieDeviceModel {
    /// Commands use QoS 1, which the convention allows if the whole network uses it (the gateway acknowledges readings
    /// only after it has stored them). Momentary properties use QoS 0, as the convention requires: a late doorbell is
    /// worse than none.
    package func encodeCommand(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue, number: UInt32
    ) -> DialectCommand? {
        guard let (message, binding) = message(part, capability: capability, value: value) else { return nil }
        let confirmation: ConfirmationMode = binding.capability.isReported ? .report : .none
        let read = (try? binding.coding.decode(message.payload)) ?? value
        guard let lamp = description[part]?.lampSwitch, capability.kind.lightsUp, capability.label == nil else {
            return DialectCommand([message], value: read, confirmation: confirmation)
        }
        // Homie does not define that a brightness or colour turns a lamp on, so the gateway sends both commands.
        let turnsOff = description[part]?.turnsOff(capability, value: value) ?? false
        guard let (power, _) = self.message(part, capability: lamp.name, value: .boolean(!turnsOff)) else { return nil }
        return DialectCommand(turnsOff ? [power] : [message, power], value: read, confirmation: confirmation)
    }

    private func message(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue
    ) -> (DialectMessage, HomieBinding)? {
        guard let path = paths[CapabilityPath(part: part, name: capability)], let binding = bindings[path],
            binding.capability.isCommanded, let payload = binding.coding.encode(value)
        else { return nil }
        let message = DialectMessage(
            topic: topic(.set(path)), payload: payload, qos: binding.isRetained ? 1 : 0, retain: false)
        return (message, binding)
    }

    private func topic(_ kind: HomieTopic.Kind) -> String {
        HomieTopic(domain: domain, device: id, kind: kind, convention: document.convention).description
    }
}
