package import HomeModel

/// A device or group of a Zigbee2MQTT bridge. Decodes its messages and encodes commands to it.
package struct Zigbee2MQTTModel: DialectModel {
    package let description: DeviceDescription
    let entity: ZigbeeEntity
    package let bindings: [ZigbeeBinding]
    private let topic: String
    private let places: [CapabilityPath: Int]

    /// Restores the device from its stored entry of the bridge's list.
    package init(address: LinkAddress, native: String) throws(DialectError) {
        self.init(try ZigbeeEntity(id: address.foreignID, native: native), root: address.root)
    }

    /// Creates the model of an entry of `bridge/devices`, with the configuration in `bridge/info`. Returns nil for the
    /// coordinator, and for a device that is still being interviewed.
    package init?(listed entry: JSONValue, info: JSONValue, root: String) throws(DialectError) {
        let settings = (try? ZigbeeSettings(info: info)) ?? ZigbeeSettings()
        guard let entity = try ZigbeeEntity(listed: entry, settings) else { return nil }
        self.init(entity, root: root)
    }

    init(_ entity: ZigbeeEntity, root: String) {
        let mapping = ZigbeeMapping(entity)
        self.entity = entity
        topic = "\(root)/\(Zigbee2MQTTDiscoveryParser.base)/\(entity.name)"
        bindings = mapping.bindings
        places = Dictionary(
            mapping.bindings.enumerated().map { ($1.value.capabilityPath, $0) }, uniquingKeysWith: { first, _ in first }
        )
        description = DeviceDescription(
            name: entity.displayName, manufacturer: entity.vendor,
            model: entity.model, parts: mapping.parts, others: mapping.others,
            hardware: Set([HardwareID(entity.id)].compactMap(\.self)))
    }

    /// `friendly_name`: the name of the device in its topics.
    package var name: String { entity.name }

    private subscript(_ part: PartID, _ name: CapabilityName) -> ZigbeeBinding? {
        places[CapabilityPath(part: part, name: name)].map { bindings[$0] }
    }
}

// MARK: Messages from the device

extension Zigbee2MQTTModel {
    package var topics: [DeviceTopic] {
        let state = ZigbeeStateDecoder(bindings)
        let said = state.lanes.isEmpty ? [] : [DeviceTopic(topic, lanes: state.lanes, decoder: state)]
        guard entity.options.hasAvailability, !entity.isDisabled else { return said }
        return said + [DeviceTopic(topic + "/availability", lanes: [.control], decoder: ZigbeeAvailabilityDecoder())]
    }

    /// The capability that the key of a failed command denotes; nil unless there is exactly one.
    func capability(failing key: String) -> (PartID, CapabilityName)? {
        let told = bindings.filter {
            $0.value.capability.isCommanded && ($0.expose.key == key || $0.expose.path == [key])
        }
        return told.count == 1 ? (told[0].value.part, told[0].value.name) : nil
    }
}

// MARK: Commands to the device

extension Zigbee2MQTTModel {
    /// Commands use QoS 1, so that the broker acknowledges them. The bridge subscribes with QoS 0 and a clean session,
    /// so no command waits for it while it is offline. Source: Zigbee2MQTT `lib/mqtt.ts`.
    package func encodeCommand(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue, number: UInt32
    ) -> DialectCommand? {
        guard let binding = self[part, capability], binding.value.capability.isCommanded,
            let native = binding.encode(value)
        else { return nil }
        // The other words of a movement are only reported.
        if capability.kind == .movement, value != .text("stopped") { return nil }
        return DialectCommand(
            [message("set", members: members(of: binding, part, value: value, native: native))],
            value: binding.decode(native) ?? value,
            confirmation: confirmation(of: binding))
    }

    /// The members of a command. A brightness or colour also turns the lamp on, and a brightness of 0 turns it off.
    private func members(
        of binding: ZigbeeBinding, _ part: PartID, value: CapabilityValue, native: JSONValue
    ) -> [JSONObject.Member] {
        let name = binding.value.name
        let companions = binding.expose.sirenFeature?.companions(of: native) ?? []
        let own = [Self.member(binding.expose.path, value: native, beside: companions)]
        guard binding.expose.family == "light", name.kind.lightsUp, name.label == nil,
            let described = description[part], let lamp = described.lampSwitch, let power = self[part, lamp.name],
            power.expose.family == "light", power.expose.endpoint == binding.expose.endpoint,
            let state = power.encode(.boolean(!described.turnsOff(name, value: value)))
        else { return own }
        let switched = Self.member(power.expose.path, value: state)
        return described.turnsOff(name, value: value) ? [switched] : [switched] + own
    }

    /// With `optimistic`, the default of Zigbee2MQTT, the bridge reports the commanded value before the device has
    /// replied.
    private func confirmation(of binding: ZigbeeBinding) -> ConfirmationMode {
        guard binding.value.capability.isReported else { return .none }
        guard entity.options.isOptimistic else { return .report }
        return binding.expose.access.contains(.get) ? .reportAfterQuery : .none
    }

    package func stateQuery(_ part: PartID, capability: CapabilityName, number: UInt32) -> DialectMessage? {
        guard let binding = self[part, capability], binding.expose.access.isSuperset(of: [.state, .get]) else {
            return nil
        }
        let blank: JSONValue =
            switch binding.expose.form {
            case .color(.xy): ["x": "", "y": ""]
            case .color: ["hue": "", "saturation": ""]
            default: ""
            }
        return message("get", members: [Self.member(binding.expose.path, value: blank)])
    }

    private func message(_ verb: String, members: [JSONObject.Member]) -> DialectMessage {
        let payload = JSONValue.object(JSONObject(members)).bytes
        return DialectMessage(topic: "\(topic)/\(verb)", payload: payload, qos: 1, retain: false)
    }

    /// Nests a value in the objects of its path, with `companions` beside it in the innermost object.
    private static func member(
        _ path: [String], value: JSONValue, beside companions: [JSONObject.Member] = []
    ) -> JSONObject.Member {
        var companions = companions
        let inner = path.dropFirst().reversed().reduce(value) { inner, key in
            defer { companions = [] }
            return .object(JSONObject([JSONObject.Member(key: key, value: inner)] + companions))
        }
        return JSONObject.Member(key: path.first ?? "", value: inner)
    }
}
