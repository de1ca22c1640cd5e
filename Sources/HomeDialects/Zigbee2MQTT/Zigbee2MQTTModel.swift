package import HomeModel

/// A device or group of a Zigbee2MQTT bridge: what its topics mean, and how to tell it something.
package struct Zigbee2MQTTModel: DialectModel {
    package let description: DeviceDescription
    let entity: ZigbeeEntity
    let bindings: [ZigbeeBinding]
    private let topic: String
    private let places: [CapabilityPlace: Int]

    /// Made again from what was kept of the bridge's list.
    package init(address: LinkAddress, native: String) throws(DialectError) {
        self.init(try ZigbeeEntity(id: address.foreignID, native: native), root: address.root)
    }

    init(_ entity: ZigbeeEntity, root: String) {
        let mapping = ZigbeeMapping(entity)
        self.entity = entity
        topic = "\(root)/\(Zigbee2MQTTAnnouncements.base)/\(entity.name)"
        bindings = mapping.bindings
        places = Dictionary(
            mapping.bindings.enumerated().map { ($1.value.place, $0) }, uniquingKeysWith: { first, _ in first })
        description = DeviceDescription(
            name: entity.displayName, manufacturer: entity.vendor,
            model: entity.model, parts: mapping.parts, others: mapping.others,
            hardware: Set([HardwareID(entity.id)].compactMap(\.self)))
    }

    private subscript(_ part: PartID, _ name: CapabilityName) -> ZigbeeBinding? {
        places[CapabilityPlace(part: part, name: name)].map { bindings[$0] }
    }
}

// MARK: What the device says

extension Zigbee2MQTTModel {
    package var topics: [HeardTopic] {
        let state = ZigbeeStateReader(bindings)
        let said = state.lanes.isEmpty ? [] : [HeardTopic(topic, lanes: state.lanes, reader: state)]
        guard entity.options.hasAvailability, !entity.isDisabled else { return said }
        return said + [HeardTopic(topic + "/availability", lanes: [.control], reader: ZigbeeAvailabilityReader())]
    }

    /// The one capability that a key of a failed order stands for; nil when several could be meant.
    func capability(failing key: String) -> (PartID, CapabilityName)? {
        let told = bindings.filter {
            $0.value.capability.isCommanded && ($0.expose.key == key || $0.expose.path == [key])
        }
        return told.count == 1 ? (told[0].value.part, told[0].value.name) : nil
    }
}

// MARK: What the device is told

extension Zigbee2MQTTModel {
    /// QoS 1 so that the broker confirms the order to us; the bridge subscribes with QoS 0 and a clean session, so that
    /// none waits for it while it is away. Source: Zigbee2MQTT `lib/mqtt.ts`.
    package func order(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue, number: UInt32
    ) -> DialectOrder? {
        guard let binding = self[part, capability], binding.value.capability.isCommanded,
            let native = binding.encode(value)
        else { return nil }
        // The other words of a movement are those in which it is reported.
        if capability.kind == .movement, value != .text("stopped") { return nil }
        return DialectOrder(
            [message("set", members(of: binding, part, value, native))], value: binding.decode(native) ?? value,
            proof: proof(of: binding))
    }

    /// A lamp that gets a brightness or colour is told to be on with it, and a brightness of 0 turns it off.
    private func members(
        of binding: ZigbeeBinding, _ part: PartID, _ value: CapabilityValue, _ native: JSONValue
    ) -> [JSONObject.Member] {
        let name = binding.value.name
        let companions = binding.expose.sounding?.companions(of: native) ?? []
        let own = [Self.member(binding.expose.path, native, beside: companions)]
        guard binding.expose.family == "light", name.kind.lightsUp, name.label == nil,
            let described = description[part], let lamp = described.lampSwitch, let power = self[part, lamp.name],
            power.expose.family == "light", power.expose.endpoint == binding.expose.endpoint,
            let state = power.encode(.boolean(!described.turnsOff(name, value)))
        else { return own }
        let switched = Self.member(power.expose.path, state)
        return described.turnsOff(name, value) ? [switched] : [switched] + own
    }

    /// `optimistic`, Zigbee2MQTT's default, reports what was ordered before the device has answered.
    private func proof(of binding: ZigbeeBinding) -> DialectOrder.Proof {
        guard binding.value.capability.isReported else { return .none }
        guard entity.options.isOptimistic else { return .report }
        return binding.expose.access.contains(.get) ? .answer : .none
    }

    package func question(_ part: PartID, _ capability: CapabilityName, number: UInt32) -> DialectMessage? {
        guard let binding = self[part, capability], binding.expose.access.isSuperset(of: [.state, .get]) else {
            return nil
        }
        let blank: JSONValue =
            switch binding.expose.form {
            case .color(.xy): ["x": "", "y": ""]
            case .color: ["hue": "", "saturation": ""]
            default: ""
            }
        return message("get", [Self.member(binding.expose.path, blank)])
    }

    private func message(_ verb: String, _ members: [JSONObject.Member]) -> DialectMessage {
        let payload = JSONValue.object(JSONObject(members)).bytes
        return DialectMessage(topic: "\(topic)/\(verb)", payload: payload, qos: 1, retain: false)
    }

    /// A value inside the objects of its path, with `companions` beside it in the innermost one.
    private static func member(
        _ path: [String], _ value: JSONValue, beside companions: [JSONObject.Member] = []
    ) -> JSONObject.Member {
        var companions = companions
        let inner = path.dropFirst().reversed().reduce(value) { inner, key in
            defer { companions = [] }
            return .object(JSONObject([JSONObject.Member(key: key, value: inner)] + companions))
        }
        return JSONObject.Member(key: path.first ?? "", value: inner)
    }
}
