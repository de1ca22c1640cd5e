package import HomeModel

/// A Homie device as it described itself: what its topics mean, and how to tell it something.
///
/// Immutable; a new `$description` makes a new model. Whether the device uses `$target` shows only when the first
/// `.accepted` comes: all of its properties do then, or none.
package struct HomieDeviceModel: Hashable, Sendable {
    package let domain: String
    package let id: String
    package let document: HomieDescription
    package let description: DeviceDescription
    /// What the device describes and this gateway cannot represent, as `node/property: why`.
    package let unsupported: [String]
    private let bindings: [HomiePropertyPath: HomieBinding]
    private let paths: [HomieBindingKey: HomiePropertyPath]
    private let passedOver: Set<HomiePropertyPath>

    /// Reads the `$description` of the device `id`.
    package init(domain: String, id: String, json: [UInt8]) throws(DialectError) {
        self.init(domain: domain, id: id, document: try HomieDescription(json: json))
    }

    package init(domain: String, id: String, document: HomieDescription) {
        self.domain = domain
        self.id = id
        self.document = document
        let mapping = HomieMapping(document)
        description = DeviceDescription(
            name: document.name ?? id, model: document.type.map { InertText($0).description }, parts: mapping.parts)
        unsupported = mapping.unsupported.map { "\($0.node)/\($0.property): \($1)" }.sorted() + document.ignored
        bindings = Dictionary(mapping.bindings.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        paths = Dictionary(mapping.bindings.map { ($0.key, $0.path) }, uniquingKeysWith: { first, _ in first })
        passedOver = Set(mapping.unsupported.keys)
    }
}

// MARK: What the device says

extension HomieDeviceModel {
    /// What a message means; nil when it says nothing: a cleared topic, an alert, a listed unsupported property, or a
    /// `$description`, for which the caller makes a new model.
    ///
    /// Retained copies of values are states, and of `$target` nothing at all: that is the caller's to tell apart.
    package func interpret(_ topic: HomieTopic, _ payload: [UInt8]) -> DeviceStatement? {
        guard topic.device == id, topic.domain == domain else {
            return .unreadable(nil, nil, .foreignTopic(InertText(topic.description, limit: 128)))
        }
        switch topic.kind {
        case .state: return Self.availability(payload)
        case .value(let path): return read(path, topic, payload, isTarget: false)
        case .target(let path): return read(path, topic, payload, isTarget: true)
        case .description, .set, .alert, .other: return nil
        }
    }

    /// What a `$state` payload says, for devices without a model too.
    package static func availability(_ payload: [UInt8]) -> DeviceStatement {
        guard !payload.isEmpty else { return .removed }
        do throws(DialectError) {
            return .availability(try Availability(homieState: payload))
        } catch {
            return .unreadable(nil, nil, error)
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

// MARK: What the device is told

extension HomieDeviceModel {
    /// The message that asks the device for `value`; nil when it cannot be told that.
    ///
    /// QoS 1, which the convention allows where the whole network uses it (readings are acknowledged after they are
    /// stored); QoS 0 for momentary properties, which the convention asks for: a late doorbell is worse than none.
    package func commandMessage(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue
    ) -> DialectMessage? {
        guard let binding = commandable(part, capability), let payload = binding.coding.encode(value) else {
            return nil
        }
        return DialectMessage(
            topic: topic(.set(binding.path)), payload: payload, qos: binding.isRetained ? 1 : 0, retain: false)
    }

    /// `value` as the device gets to read it, rounded to its own step and unit: what its reports are compared with.
    package func valueAsSent(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue
    ) -> CapabilityValue? {
        guard let binding = commandable(part, capability), let payload = binding.coding.encode(value) else {
            return nil
        }
        return try? binding.coding.decode(payload)
    }

    private func commandable(_ part: PartID, _ capability: CapabilityName) -> HomieBinding? {
        guard let path = paths[HomieBindingKey(part: part, name: capability)], let binding = bindings[path],
            binding.capability.isCommanded
        else { return nil }
        return binding
    }
}

// MARK: Topics

extension HomieDeviceModel {
    /// Values that are written down, as readings or as changes of state.
    package var recordedValues: [HomieRecordedValue] {
        bindings.values.filter { $0.capability.kind.facts.recording != .none }
            .map { HomieRecordedValue(topic: topic(.value($0.path)), binding: $0) }.sorted { $0.topic < $1.topic }
    }

    /// Values that are shown and never written down.
    package var unrecordedTopics: [String] {
        bindings.values.filter { $0.capability.kind.facts.recording == .none }
            .map { topic(.value($0.path)) }.sorted()
    }

    /// What answers commands: values and `$target`s of what can be told.
    package var commandableTopics: [String] {
        let commanded = bindings.values.filter(\.capability.isCommanded)
        return commanded.flatMap { [topic(.value($0.path)), topic(.target($0.path))] }.sorted()
    }

    private func topic(_ kind: HomieTopic.Kind) -> String {
        HomieTopic(domain: domain, device: id, kind: kind).description
    }
}
