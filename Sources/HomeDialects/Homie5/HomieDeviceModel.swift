package import HomeModel

/// A Homie device as it described itself: what its topics mean, and how to tell it something.
///
/// Whether a Homie 5 device uses `$target` shows only when the first `.accepted` comes: all of its properties do then, or
/// none.
package struct HomieDeviceModel: DialectModel {
    package let domain: String
    package let id: String
    package let document: HomieDescription
    package let description: DeviceDescription
    private let bindings: [HomiePropertyPath: HomieBinding]
    private let paths: [CapabilityPlace: HomiePropertyPath]
    private let passedOver: Set<HomiePropertyPath>

    /// Reads the `$description` of the device `id`.
    package init(
        domain: String, id: String, json: [UInt8], _ convention: HomieConvention = .five
    ) throws(DialectError) {
        self.init(domain: domain, id: id, document: try HomieDescription(json: json, convention))
    }

    package init(domain: String, id: String, document: HomieDescription) {
        self.domain = domain
        self.id = id
        self.document = document
        let mapping = HomieMapping(document)
        description = DeviceDescription(
            name: document.name ?? id, model: document.type.map { InertText($0).description }, parts: mapping.parts,
            others: mapping.unsupported.map { "\($0.node)/\($0.property): \($1)" }.sorted() + document.ignored,
            hardware: Set([document.mac].compactMap(\.self)))
        bindings = Dictionary(mapping.bindings.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        paths = Dictionary(mapping.bindings.map { ($0.key, $0.path) }, uniquingKeysWith: { first, _ in first })
        passedOver = Set(mapping.unsupported.keys)
    }
}

// MARK: What the device says

extension HomieDeviceModel {
    package var topics: [HeardTopic] {
        bindings.values.flatMap { binding in
            let lanes = Set(MessageLane.allCases.filter(binding.capability.isHeard))
            let value = HeardTopic(topic(.value(binding.path)), lanes: lanes, reader: HomieReader(binding: binding))
            guard binding.capability.isCommanded, document.convention == .five else { return [value] }
            let target = HomieReader(binding: binding, isTarget: true)
            return [value, HeardTopic(topic(.target(binding.path)), lanes: [.control], reader: target)]
        }
    }

    /// What a message on one of its values or their `$target`s means; nil when it says nothing: a cleared topic, an
    /// alert, a listed property that nothing here represents.
    func interpret(_ topic: HomieTopic, _ payload: [UInt8]) -> DeviceStatement? {
        guard topic.device == id, topic.domain == domain else {
            return .unreadable(nil, nil, .foreignTopic(InertText(topic.description, limit: 128)))
        }
        switch topic.kind {
        case .value(let path): return read(path, topic, payload, isTarget: false)
        case .target(let path): return read(path, topic, payload, isTarget: true)
        case .state, .description, .set, .alert, .other: return nil
        }
    }

    private func read(
        _ path: HomiePropertyPath, _ topic: HomieTopic, _ payload: [UInt8], isTarget: Bool
    ) -> DeviceStatement? {
        guard let binding = bindings[path] else {
            let error = DialectError.notDescribed(InertText(topic.description, limit: 128))
            return passedOver.contains(path) ? nil : .unreadable(PartID(path.node), nil, error)
        }
        return binding.interpret(payload, isTarget: isTarget)
    }
}

/// Reads one property.
private struct HomieReader: PayloadReader {
    let binding: HomieBinding
    var isTarget = false

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        binding.interpret(payload, isTarget: isTarget).map { [$0] } ?? []
    }
}

// MARK: What the device is told

extension HomieDeviceModel {
    /// QoS 1, which the convention allows where the whole network uses it (readings are acknowledged after they are
    /// stored); QoS 0 for momentary properties, which the convention asks for: a late doorbell is worse than none.
    package func order(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue, number: UInt32
    ) -> DialectOrder? {
        guard let (message, binding) = message(part, capability, value) else { return nil }
        let proof: DialectOrder.Proof = binding.capability.isReported ? .report : .none
        let read = (try? binding.coding.decode(message.payload)) ?? value
        guard let lamp = description[part]?.lampSwitch, capability.kind.lightsUp, capability.label == nil else {
            return DialectOrder([message], value: read, proof: proof)
        }
        // Homie has no rule that a brightness or colour turns a lamp on, so the lamp is told both.
        let turnsOff = description[part]?.turnsOff(capability, value) ?? false
        guard let (power, _) = self.message(part, lamp.name, .boolean(!turnsOff)) else { return nil }
        return DialectOrder(turnsOff ? [power] : [message, power], value: read, proof: proof)
    }

    private func message(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue
    ) -> (DialectMessage, HomieBinding)? {
        guard let path = paths[CapabilityPlace(part: part, name: capability)], let binding = bindings[path],
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
