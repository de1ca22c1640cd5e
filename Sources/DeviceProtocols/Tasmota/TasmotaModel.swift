package import HomeModel

/// A Tasmota device as it announced itself. Decodes its messages and encodes commands to it.
package struct TasmotaModel: DialectModel {
    let address: LinkAddress
    package let description: DeviceDescription
    package let topics: [DeviceTopic]
    /// The stored description, from which the model can be restored.
    let native: String
    private let bindings: [CapabilityPath: TasmotaBinding]
    private let commandTopic: String
    /// `SetOption20`: a new brightness or colour does not turn a light on.
    private let needsPower: Bool

    /// Restores the model from `native`.
    package init(address: LinkAddress, native: String) throws(DialectError) {
        let json = try JSONValue(parsing: Array(native.utf8))
        let config = try TasmotaConfig(json["config"] ?? .null, mac: address.foreignID)
        guard config.topics.root == address.root else {
            throw .foreignTopic(EscapedText(config.topics.command, limit: 128))
        }
        self.init(config, sensors: try TasmotaSensors(json["sensors"] ?? .null))
    }

    init(_ config: TasmotaConfig, sensors: TasmotaSensors) {
        let mapping = TasmotaMapping(config, sensors: sensors)
        address = LinkAddress(kind: .tasmota, foreignID: config.mac, root: config.topics.root)
        // The firmware runs on hardware of all manufacturers. Only the module's name may show which one made the
        // device.
        description = DeviceDescription(
            name: config.name, model: config.module, parts: mapping.parts, others: mapping.others,
            hardware: Set([HardwareID(config.mac)].compactMap(\.self)))
        topics = TasmotaTopicList(config, bindings: mapping.bindings).topics
        native = JSONValue.object(["config": config.json, "sensors": sensors.json]).description
        bindings = Dictionary(mapping.bindings.map { ($0.value.capabilityPath, $0) }) { first, _ in first }
        commandTopic = config.topics.command
        needsPower = config.options.contains(20)
    }
}

// MARK: Commands to the device

extension TasmotaModel {
    package func encodeCommand(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue, number: UInt32
    ) -> DialectCommand? {
        guard let binding = bindings[CapabilityPath(part: part, name: capability)], let command = binding.command,
            let encoded = binding.encoded(value)
        else { return nil }
        if let power = power(part, capability: capability, value: value) {
            guard !power.turnsOff else {
                return DialectCommand([power.message], value: encoded.value, confirmation: .report)
            }
            return DialectCommand(
                messages(command, payloads: encoded.payloads) + [power.message], value: encoded.value,
                confirmation: .report)
        }
        return DialectCommand(
            messages(command, payloads: encoded.payloads), value: encoded.value, confirmation: .report)
    }

    private func messages(_ command: String, payloads: [String]) -> [DialectMessage] {
        let matches = payloads.count == 1
        return payloads.enumerated().map { index, payload in
            message(matches ? command : "\(command)\(index + 1)", payload: payload)
        }
    }

    /// The power command that belongs to a brightness or colour. A brightness of 0 is sent as off, so that the light
    /// keeps its previous brightness. Any other brightness or colour turns the light on by itself, unless `SetOption20`
    /// prevents it.
    private func power(
        _ part: PartID, capability: CapabilityName, value: CapabilityValue
    ) -> (message: DialectMessage, turnsOff: Bool)? {
        guard let own = description[part], let lamp = own.lampSwitch, capability.kind.lightsUp,
            let binding = bindings[CapabilityPath(part: part, name: lamp.name)], let command = binding.command
        else { return nil }
        let turnsOff = own.turnsOff(capability, value: value)
        guard turnsOff || needsPower, let encoded = binding.encoded(.boolean(!turnsOff)) else { return nil }
        return (message(command, payload: encoded.payloads[0]), turnsOff)
    }

    /// A command without a value is a query.
    package func stateQuery(_ part: PartID, capability: CapabilityName, number: UInt32) -> DialectMessage? {
        guard let binding = bindings[CapabilityPath(part: part, name: capability)], let command = binding.command else {
            return nil
        }
        // The stop command stops even without a value, so the query uses `STATUS`.
        return binding.encoding == .direction ? message("STATUS", payload: "10") : message(command, payload: "")
    }

    private func message(_ command: String, payload: String) -> DialectMessage {
        DialectMessage(topic: commandTopic + command, payload: Array(payload.utf8), qos: 1, retain: false)
    }
}

extension TasmotaBinding {
    /// The payloads to send, and the value that the device reports after it carried out the command.
    fileprivate func encoded(_ value: CapabilityValue) -> (payloads: [String], value: CapabilityValue)? {
        if case .number(let number) = value, !self.value.capability.range.contains(number) { return nil }
        guard let native = self.value.coding.encode(value) else { return nil }
        if encoding == .direction { return value == .text("stopped") ? ([""], value) : nil }
        if let word = native.text { return ([word], value) }
        guard let numbers = encoding.write(native) else { return nil }
        let said: JSONValue =
            encoding == .hsb
            ? .text((numbers + [0]).map(String.init).joined(separator: ","))
            : .integer(numbers.first.map(Int64.init) ?? 0)
        guard let rounded = try? self.value.coding.decode(encoding.read(said)) else { return nil }
        return (numbers.map(String.init), rounded)
    }
}

/// All topics on which a device publishes, with their readers.
struct TasmotaTopicList {
    private(set) var topics: [DeviceTopic] = []

    init(_ config: TasmotaConfig, bindings: [TasmotaBinding]) {
        let (report, answer) = (config.topics.report, config.topics.answer)
        let presence = TasmotaAvailabilityDecoder(
            online: config.online, offline: config.offline, whenOffline: config.sleepsDeeply ? .sleeping : .lost)
        topics.append(DeviceTopic(report + "LWT", lanes: [.control], decoder: presence))
        let state = Self.fields(bindings) { if case .state(let path) = $0 { path } else { nil } }
        let power = Self.fields(bindings) { if case .power(let path) = $0 { path } else { nil } }
        let sensor = Self.fields(bindings) { if case .sensor(let path) = $0 { path } else { nil } }
        let result = Self.fields(bindings) { if case .result(let path) = $0 { path } else { nil } }
        let goals = Self.fields(bindings) { if case .goal(let path) = $0 { path } else { nil } }
        add(report + "STATE", wrapper: nil, fields: state + power)
        add(answer + "STATUS11", wrapper: "StatusSTS", fields: state + power)
        add(report + "SENSOR", wrapper: nil, fields: sensor)
        add(answer + "STATUS8", wrapper: "StatusSNS", fields: sensor)
        add(answer + "STATUS10", wrapper: "StatusSNS", fields: sensor)
        let answers = TasmotaResultDecoder(
            fields: TasmotaFields(state + result), powers: TasmotaFields(power), goals: TasmotaFields(goals))
        let lanes = TasmotaFields(state + result + power).lanes.union([.control])
        topics.append(DeviceTopic(answer + "RESULT", lanes: lanes, decoder: answers))
        for binding in bindings {
            for case .topic(let name) in binding.locations {
                let field = TasmotaField(
                    path: TasmotaPath([]), binding: binding.value, encoding: binding.encoding)
                topics.append(
                    DeviceTopic(
                        answer + name, lanes: TasmotaFields([field]).lanes,
                        decoder: TasmotaPlainValueDecoder(field: field)))
            }
        }
    }

    private mutating func add(_ topic: String, wrapper: String?, fields: [TasmotaField]) {
        guard !fields.isEmpty else { return }
        let fields = TasmotaFields(fields)
        topics.append(
            DeviceTopic(topic, lanes: fields.lanes, decoder: TasmotaDocumentDecoder(wrapper: wrapper, fields: fields)))
    }

    private static func fields(
        _ bindings: [TasmotaBinding], at location: (TasmotaLocation) -> TasmotaPath?
    ) -> [TasmotaField] {
        bindings.flatMap { binding in
            binding.locations.compactMap(location).map {
                TasmotaField(path: $0, binding: binding.value, encoding: binding.encoding)
            }
        }
    }
}
