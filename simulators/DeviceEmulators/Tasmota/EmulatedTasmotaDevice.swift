import DeviceProtocols
import HomeModel

/// The messages of one simulated device. It uses the same bindings with which the gateway decodes them.
struct EmulatedTasmotaDevice: Sendable {
    let id: String
    let config: TasmotaConfig
    let announcement: [DialectMessage]
    private let bindings: [TasmotaBinding]

    init?(root: String, _ device: EmulatedDevice) {
        let configuration = TasmotaEmulatedConfiguration(root: root, device)
        let mac = SyntheticHardwareID.mac(of: device.id).uppercased()
        guard let config = try? TasmotaConfig(configuration.config, mac: mac.lowercased()),
            let sensors = try? TasmotaSensors(configuration.sensors)
        else { return nil }
        self.config = config
        id = device.id
        bindings = TasmotaMapping(config, sensors: sensors).bindings.filter { binding in
            device.description[binding.value.part]?[binding.value.name] != nil
        }
        announcement = [("config", configuration.config), ("sensors", configuration.sensors)].map { name, document in
            DialectMessage(
                topic: "tasmota/discovery/\(mac)/\(name)", payload: document.bytes, qos: 0, retain: true)
        }
    }

    func capabilityPath(of capability: Capability, on part: PartID) -> CapabilityPath? {
        bindings.lazy.map(\.value).path(conveying: capability, on: part)
    }

    func availabilityMessage(_ word: String) -> DialectMessage {
        DialectMessage(topic: config.topics.report + "LWT", payload: Array(word.utf8), qos: 0, retain: true)
    }

    // MARK: Reports

    /// Measured values are sent as telemetry: first the state of the outputs, then all sensor values.
    func report(_ changed: [EmulatedValue], state: [EmulatedValue]) -> [DialectMessage] {
        let changed = changed.compactMap { value in binding(of: value).map { ($0, value) } }
        let kinds = Set(changed.map(\.0.reportForm))
        let alone = changed.flatMap { binding, value in encoded(value, of: binding) }
        let light = kinds.contains(.light) ? [result(lightState(state))] : []
        let isPeriod = !kinds.isDisjoint(with: [.battery, .sensor])
        let states = isPeriod ? [telemetry("STATE", state: state, path: \.statePath)] : []
        let sensors = kinds.contains(.sensor) ? [telemetry("SENSOR", state: state, path: \.sensorPath)] : []
        return alone + light + (states + sensors).compactMap(\.self)
    }

    /// The messages of a value that is reported by itself.
    private func encoded(_ value: EmulatedValue, of binding: TasmotaBinding) -> [DialectMessage] {
        guard let native = binding.encodeReport(value.value) else { return [] }
        switch binding.reportForm {
        case .power:
            let name = binding.command ?? "POWER"
            return [result([name: native]), plain(name, value: native)]
        case .shutter: return binding.ownTopics.map { plain($0, value: native) }
        case .input, .travel: return binding.resultPath.map { [result(document(native, at: $0))] } ?? []
        case .light, .battery, .sensor: return []
        }
    }

    // MARK: Commands

    func receive(_ topic: String, payload: [UInt8]) -> [EmulatorRequest] {
        guard topic.hasPrefix(config.topics.command), payload.count <= 64 else { return [] }
        let command = topic.dropFirst(config.topics.command.count).uppercased()
        if command == "STATE" || command == "STATUS" { return [.report(device: id)] }
        guard let binding = bindings.first(where: { $0.command?.uppercased() == command }) else {
            return [.reply([result(["Command": "Unknown", "Input": .text(command)])])]
        }
        // A query or an invalid value: the device replies with its state.
        guard let value = binding.decodeCommand(String(decoding: payload, as: UTF8.self)) else {
            return [.report(device: id)]
        }
        let wanted = EmulatedValue(binding.value.part, capability: binding.value.name, value: value)
        return [.set(EmulatorCommand(device: id, wanted: wanted, topic: topic, payload: payload))]
    }

    func reply(_ wanted: EmulatedValue, isAccepted: Bool, state: [EmulatedValue]) -> [DialectMessage] {
        guard isAccepted else { return [result(["Command": "Error"])] }
        guard let binding = binding(of: wanted), let goal = binding.encodeReport(wanted.value) else { return [] }
        switch binding.reportForm {
        case .power: return [result([binding.command ?? "POWER": goal])]
        case .light: return [result(lightState(state))]
        case .shutter:
            let current = state.first { $0.part == wanted.part && $0.capability == wanted.capability }
            guard let path = binding.resultPath, let position = current.flatMap({ binding.encodeReport($0.value) })
            else { return [] }
            let direction: JSONValue = position == goal ? 0 : (position.double ?? 0) < (goal.double ?? 0) ? 1 : -1
            return [result(document(["Position": position, "Direction": direction, "Target": goal], at: path.outer))]
        case .travel:
            let done = result([binding.command ?? "ShutterStop1": "Done"])
            return [done] + (binding.resultPath.map { [result(document(goal, at: $0))] } ?? [])
        case .input, .battery, .sensor: return []
        }
    }

    // MARK: Messages

    private func binding(of value: EmulatedValue) -> TasmotaBinding? {
        bindings.first { $0.value.part == value.part && $0.value.name == value.capability }
    }

    /// The power, brightness and white value of a light, which the firmware always reports together.
    private func lightState(_ state: [EmulatedValue]) -> JSONValue {
        var document = JSONValue.object(JSONObject([]))
        guard let part = bindings.first(where: { $0.reportForm == .light })?.value.part else { return document }
        for value in state where value.part == part {
            guard let binding = binding(of: value), let native = binding.encodeReport(value.value) else { continue }
            if binding.reportForm == .power || binding.reportForm == .light, let path = binding.statePath {
                document.set(native, at: path)
            }
        }
        return document
    }

    /// Returns nil if there are no values.
    private func telemetry(
        _ name: String, state: [EmulatedValue], path: (TasmotaBinding) -> TasmotaPath?
    ) -> DialectMessage? {
        var document: JSONValue?
        for value in state {
            guard let binding = binding(of: value), let path = path(binding),
                let native = binding.encodeReport(value.value)
            else { continue }
            document = document ?? [:]
            document?.set(native, at: path)
        }
        return document.map {
            DialectMessage(topic: config.topics.report + name, payload: $0.bytes, qos: 0, retain: false)
        }
    }

    private func document(_ value: JSONValue, at path: TasmotaPath) -> JSONValue {
        var document: JSONValue = [:]
        document.set(value, at: path)
        return document
    }

    private func result(_ document: JSONValue) -> DialectMessage {
        DialectMessage(topic: config.topics.answer + "RESULT", payload: document.bytes, qos: 0, retain: false)
    }

    private func plain(_ name: String, value: JSONValue) -> DialectMessage {
        let text = value.text ?? value.description
        return DialectMessage(topic: config.topics.answer + name, payload: Array(text.utf8), qos: 0, retain: false)
    }
}

/// The form in which the firmware reports a capability.
private enum TasmotaReportForm { case power, light, shutter, travel, input, battery, sensor }

extension TasmotaBinding {
    fileprivate var reportForm: TasmotaReportForm {
        switch value.capability.kind {
        case .switch: .power
        case .position, .tilt: .shutter
        case .movement: .travel
        case .battery where sensorPath == nil: .battery
        case _ where command != nil: .light
        case _ where resultPath != nil: .input
        default: .sensor
        }
    }

    fileprivate var statePath: TasmotaPath? {
        switch reportForm {
        case .power: command.map { TasmotaPath($0) }
        default: path { if case .state(let path) = $0 { path } else { nil } }
        }
    }
    fileprivate var sensorPath: TasmotaPath? { path { if case .sensor(let path) = $0 { path } else { nil } } }
    fileprivate var resultPath: TasmotaPath? { path { if case .result(let path) = $0 { path } else { nil } } }

    fileprivate var ownTopics: [String] {
        locations.compactMap { if case .topic(let name) = $0 { name } else { nil } }
    }

    private func path(_ place: (TasmotaLocation) -> TasmotaPath?) -> TasmotaPath? {
        locations.lazy.compactMap(place).first
    }
}

extension TasmotaPath {
    /// The path of the enclosing object.
    fileprivate var outer: TasmotaPath { TasmotaPath(keys.dropLast()) }
}
