package import DeviceProtocols
package import HomeModel

/// A Zigbee2MQTT bridge with simulated devices and the recommended configuration: it is not optimistic and publishes
/// availability.
package struct Zigbee2MQTTEmulator: DeviceEmulator {
    /// A simulated device and its model.
    private struct EmulatedModel {
        let id: String
        let model: Zigbee2MQTTModel
    }

    private let base: String
    private let root: String
    private let list: [JSONValue]
    private let byName: [String: EmulatedModel]
    private let byID: [String: EmulatedModel]

    package init(root: String, devices: [EmulatedDevice]) {
        self.root = root
        base = "\(root)/\(Zigbee2MQTTDiscoveryParser.base)"
        let info = Self.info(root)
        var (list, byName, byID): ([JSONValue], [String: EmulatedModel], [String: EmulatedModel]) = ([], [:], [:])
        for device in devices {
            let wantedName = device.description.name
            let name = byName[wantedName] == nil ? (try? ZigbeeName.checked(wantedName)) ?? device.id : device.id
            let entry = Self.entry(device, name: name)
            guard byName[name] == nil,
                let model = try? Zigbee2MQTTModel(listed: entry, info: info, root: root)
            else { continue }
            let emulated = EmulatedModel(id: device.id, model: model)
            (byName[name], byID[device.id]) = (emulated, emulated)
            list.append(entry)
        }
        (self.list, self.byName, self.byID) = (list, byName, byID)
    }

    package func capabilityPath(of capability: Capability, on part: PartID, in device: String) -> CapabilityPath? {
        byID[device]?.model.bindings.lazy.map(\.value).path(conveying: capability, on: part)
    }

    package var will: DialectMessage? { bridge("state", payload: ["state": "offline"]) }

    package var commandFilters: [String] {
        byName.keys.sorted().flatMap { ["\(base)/\($0)/set", "\(base)/\($0)/get"] }
    }

    package func announcement() -> [DialectMessage] {
        [
            bridge("state", payload: ["state": "online"]), bridge("info", payload: Self.info(root)),
            bridge("devices", payload: .list(list)),
            bridge("groups", payload: []),
        ]
    }

    package func ready() -> [DialectMessage] {
        byName.keys.sorted().map { publish("\($0)/availability", payload: ["state": "online"], retain: true) }
    }

    package func disconnectMessages() -> [DialectMessage] { [bridge("state", payload: ["state": "offline"])] }

    /// All known values of the device in one message. An action is contained only when it happens.
    package func report(_ device: String, changed: [EmulatedValue], state: [EmulatedValue]) -> [DialectMessage] {
        guard let emulated = byID[device] else { return [] }
        let kept = state.filter { $0.capability.kind != .button }
        let members = (kept + changed.filter { $0.capability.kind == .button }).compactMap { value in
            emulated.model.encoded(value).map { JSONObject.Member(key: $0, value: $1) }
        }
        guard !members.isEmpty else { return [] }
        return [publish(emulated.model.name, payload: .object(JSONObject(members)), retain: false)]
    }

    package func receive(_ topic: String, payload: [UInt8]) -> [EmulatorRequest] {
        guard topic.hasPrefix(base + "/"), case let rest = topic.dropFirst(base.count + 1),
            let slash = rest.lastIndex(of: "/"), let emulated = byName[String(rest[..<slash])]
        else { return [] }
        switch rest[slash...] {
        case "/get": return [.report(device: emulated.id)]
        case "/set":
            return Self.members(payload).map { request($0, emulated: emulated, topic: topic, payload: payload) }
        default: return []
        }
    }

    private func request(
        _ member: JSONObject.Member, emulated: EmulatedModel, topic: String, payload: [UInt8]
    ) -> EmulatorRequest {
        guard let wanted = emulated.model.decoded(member.key, value: member.value) else {
            let name = emulated.model.name
            return .reply([log("No converter available for '\(member.key)' on '\(name)': (\(member.value))")])
        }
        return .set(EmulatorCommand(device: emulated.id, wanted: wanted, topic: topic, payload: payload))
    }

    /// A successful command has no reply except the state report. A rejection is only a line in the log.
    package func reply(_ command: EmulatorCommand, isAccepted: Bool, state: [EmulatedValue]) -> [DialectMessage] {
        guard !isAccepted, let model = byID[command.device]?.model else { return [] }
        let key = model.key(command.wanted) ?? "state"
        return [log("Publish 'set' '\(key)' to '\(model.name)' failed: 'Error: ZCL command failed (FAILURE)'")]
    }

    // MARK: Messages

    private func log(_ line: String) -> DialectMessage {
        let message: JSONValue = ["level": "error", "message": .text(line), "namespace": "z2m"]
        return publish("bridge/logging", payload: message, retain: false)
    }

    private func bridge(_ name: String, payload: JSONValue) -> DialectMessage {
        publish("bridge/" + name, payload: payload, retain: true)
    }

    private func publish(_ topic: String, payload: JSONValue, retain: Bool) -> DialectMessage {
        DialectMessage(topic: "\(base)/\(topic)", payload: payload.bytes, qos: 1, retain: retain)
    }

    /// The members of an object. A plain word is a `state`, as in Zigbee2MQTT.
    private static func members(_ payload: [UInt8]) -> [JSONObject.Member] {
        if let json = try? JSONValue(parsing: payload) { return json.members ?? [] }
        let word = String(decoding: payload.prefix(16), as: UTF8.self).uppercased()
        return [JSONObject.Member(key: "state", value: .text(word))]
    }

    private static func info(_ root: String) -> JSONValue {
        [
            "version": "2.6.0",
            "config": [
                "advanced": ["output": "json", "last_seen": "disable"], "availability": ["enabled": true],
                "device_options": ["optimistic": false, "qos": 1], "homeassistant": ["enabled": false],
                "mqtt": [
                    "base_topic": .text("\(root)/\(Zigbee2MQTTDiscoveryParser.base)"), "force_disable_retain": false,
                ],
            ],
        ]
    }

    private static func entry(_ device: EmulatedDevice, name: String) -> JSONValue {
        let definition: JSONValue = [
            "vendor": device.description.manufacturer.map { .text($0) } ?? "Tomte",
            "model": device.description.model.map { .text($0) } ?? "simulated", "description": "Simulated device",
            "exposes": .list(EmulatedZigbeeDefinition(device.description).exposes), "options": [],
        ]
        return [
            "ieee_address": .text(foreignID(of: device.id)), "friendly_name": .text(name), "type": "Router",
            "supported": true, "disabled": false, "interview_completed": true, "interview_state": "SUCCESSFUL",
            "definition": definition,
        ]
    }

    /// The id itself if it is an IEEE address.
    package static func foreignID(of device: String) -> String {
        HardwareID(device)?.scheme == .ieee ? device : "0x" + SyntheticHardwareID.ieee(of: device)
    }
}

// MARK: Reports and commands of simulated devices

extension Zigbee2MQTTModel {
    private func binding(_ value: EmulatedValue) -> ZigbeeBinding? {
        bindings.first { $0.value.part == value.part && $0.value.name == value.capability }
    }

    fileprivate func encoded(_ value: EmulatedValue) -> (String, JSONValue)? {
        guard let binding = binding(value), let key = binding.reportPath.first, binding.value.capability.isReported,
            let native = binding.encodeReport(value.value)
        else { return nil }
        return (key, native)
    }

    fileprivate func decoded(_ key: String, value: JSONValue) -> EmulatedValue? {
        guard let binding = bindings.first(where: { $0.commandPath == [key] && $0.value.capability.isCommanded }),
            let wanted = binding.decodeCommand(value)
        else { return nil }
        return EmulatedValue(binding.value.part, capability: binding.value.name, value: wanted)
    }

    fileprivate func key(_ value: EmulatedValue) -> String? { binding(value)?.key }
}

extension SimulatedDialect {
    package static let zigbee2mqtt = SimulatedDialect(
        "zigbee2mqtt", family: .zigbee2mqtt, emulator: Zigbee2MQTTEmulator.self, isBridge: true)
}
