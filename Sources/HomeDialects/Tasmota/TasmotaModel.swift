package import HomeModel

/// A Tasmota device as it announced itself.
package struct TasmotaModel: DialectModel {
    let address: LinkAddress
    package let description: DeviceDescription
    package let topics: [HeardTopic]
    /// What is needed to make it again.
    let native: String
    private let points: [CapabilityPlace: TasmotaPoint]
    private let commandTopic: String
    /// `SetOption20`: a new brightness or colour does not turn a light on.
    private let needsPower: Bool

    /// Makes it again from `native`.
    package init(address: LinkAddress, native: String) throws(DialectError) {
        let json = try JSONValue(parsing: Array(native.utf8))
        let config = try TasmotaConfig(json["config"] ?? .null, mac: address.foreignID)
        guard config.topics.root == address.root else {
            throw .foreignTopic(InertText(config.topics.command, limit: 128))
        }
        self.init(config, try TasmotaSensors(json["sensors"] ?? .null))
    }

    init(_ config: TasmotaConfig, _ sensors: TasmotaSensors) {
        let mapping = TasmotaMapping(config, sensors)
        address = LinkAddress(kind: .tasmota, foreignID: config.mac, root: config.topics.root)
        // Firmware for hardware of all makers: which one built this, only the module's name may tell.
        description = DeviceDescription(
            name: config.name, model: config.module, parts: mapping.parts, others: mapping.others,
            hardware: Set([HardwareID(config.mac)].compactMap(\.self)))
        topics = TasmotaTopicList(config, mapping.points).topics
        native = JSONValue.object(["config": config.json, "sensors": sensors.json]).description
        points = Dictionary(mapping.points.map { ($0.binding.place, $0) }) { first, _ in first }
        commandTopic = config.topics.command
        needsPower = config.options.contains(20)
    }
}

// MARK: What the device is told

extension TasmotaModel {
    package func order(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue, number: UInt32
    ) -> DialectOrder? {
        guard let point = points[CapabilityPlace(part: part, name: capability)], let command = point.command,
            let told = point.told(value)
        else { return nil }
        if let power = power(part, capability, value) {
            guard !power.turnsOff else { return DialectOrder([power.message], value: told.value, proof: .report) }
            return DialectOrder(messages(command, told.payloads) + [power.message], value: told.value, proof: .report)
        }
        return DialectOrder(messages(command, told.payloads), value: told.value, proof: .report)
    }

    private func messages(_ command: String, _ payloads: [String]) -> [DialectMessage] {
        let isOne = payloads.count == 1
        return payloads.enumerated().map { index, payload in
            message(isOne ? command : "\(command)\(index + 1)", payload)
        }
    }

    /// A brightness of 0 is told as off, so that the light keeps the brightness that it had. Any other brightness or
    /// colour turns the light on by itself, unless `SetOption20` forbids that.
    private func power(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue
    ) -> (message: DialectMessage, turnsOff: Bool)? {
        guard let own = description[part], let lamp = own.lampSwitch, capability.kind.lightsUp,
            let point = points[CapabilityPlace(part: part, name: lamp.name)], let command = point.command
        else { return nil }
        let turnsOff = own.turnsOff(capability, value)
        guard turnsOff || needsPower, let told = point.told(.boolean(!turnsOff)) else { return nil }
        return (message(command, told.payloads[0]), turnsOff)
    }

    /// A command without a value is a question.
    package func question(_ part: PartID, _ capability: CapabilityName, number: UInt32) -> DialectMessage? {
        guard let point = points[CapabilityPlace(part: part, name: capability)], let command = point.command else {
            return nil
        }
        // Without a value, the command to stop still stops.
        return point.spelling == .direction ? message("STATUS", "10") : message(command, "")
    }

    private func message(_ command: String, _ payload: String) -> DialectMessage {
        DialectMessage(topic: commandTopic + command, payload: Array(payload.utf8), qos: 1, retain: false)
    }
}

extension TasmotaPoint {
    /// What is sent, and what the device will say once it is done.
    fileprivate func told(_ value: CapabilityValue) -> (payloads: [String], value: CapabilityValue)? {
        if case .number(let number) = value, !binding.capability.range.contains(number) { return nil }
        guard let native = binding.coding.encode(value) else { return nil }
        if spelling == .direction { return value == .text("stopped") ? ([""], value) : nil }
        if let word = native.text { return ([word], value) }
        guard let numbers = spelling.write(native) else { return nil }
        let said: JSONValue =
            spelling == .hsb
            ? .text((numbers + [0]).map(String.init).joined(separator: ","))
            : .integer(numbers.first.map(Int64.init) ?? 0)
        guard let rounded = try? binding.coding.decode(spelling.read(said)) else { return nil }
        return (numbers.map(String.init), rounded)
    }
}
