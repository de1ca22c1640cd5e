import HomeModel

/// What one simulated device says, by the very points that are read back.
struct TasmotaVoice: Sendable {
    let id: String
    let config: TasmotaConfig
    let announcement: [DialectMessage]
    private let points: [TasmotaPoint]

    init?(root: String, _ device: SpokenDevice) {
        let portrait = TasmotaPortrait(root: root, device)
        let mac = InventedHardware.mac(of: device.id).uppercased()
        guard let config = try? TasmotaConfig(portrait.config, mac: mac.lowercased()),
            let sensors = try? TasmotaSensors(portrait.sensors)
        else { return nil }
        self.config = config
        id = device.id
        points = TasmotaMapping(config, sensors).points.filter { point in
            device.description[point.binding.part]?[point.binding.name] != nil
        }
        announcement = [("config", portrait.config), ("sensors", portrait.sensors)].map { name, document in
            DialectMessage(
                topic: "tasmota/discovery/\(mac)/\(name)", payload: document.bytes, qos: 0, retain: true)
        }
    }

    func place(of capability: Capability, on part: PartID) -> CapabilityPlace? {
        points.first { $0.binding.part == part && $0.binding.name == capability.name }
            .flatMap { $0.binding.tells(capability) ? $0.binding.place : nil }
    }

    func presence(_ word: String) -> DialectMessage {
        DialectMessage(topic: config.topics.report + "LWT", payload: Array(word.utf8), qos: 0, retain: true)
    }

    // MARK: What it shows

    /// What is measured comes in telemetry: how the outputs stand, and then all that the sensors show.
    func report(_ changed: [SpokenValue], _ state: [SpokenValue]) -> [DialectMessage] {
        let changed = changed.compactMap { value in point(of: value).map { ($0, value) } }
        let kinds = Set(changed.map(\.0.manner))
        let alone = changed.flatMap { point, value in spoken(value, of: point) }
        let light = kinds.contains(.light) ? [result(lightState(state))] : []
        let isPeriod = !kinds.isDisjoint(with: [.battery, .sensor])
        let told = isPeriod ? [telemetry("STATE", state, \.statePath)] : []
        let sensors = kinds.contains(.sensor) ? [telemetry("SENSOR", state, \.sensorPath)] : []
        return alone + light + (told + sensors).compactMap(\.self)
    }

    /// What has a message of its own.
    private func spoken(_ value: SpokenValue, of point: TasmotaPoint) -> [DialectMessage] {
        guard let native = point.native(value.value) else { return [] }
        switch point.manner {
        case .power:
            let name = point.command ?? "POWER"
            return [result([name: native]), plain(name, native)]
        case .shutter: return point.ownTopics.map { plain($0, native) }
        case .input, .travel: return point.resultPath.map { [result(document(native, at: $0))] } ?? []
        case .light, .battery, .sensor: return []
        }
    }

    // MARK: What it is told

    func hear(_ topic: String, _ payload: [UInt8]) -> [SpeakerRequest] {
        guard topic.hasPrefix(config.topics.command), payload.count <= 64 else { return [] }
        let command = topic.dropFirst(config.topics.command.count).uppercased()
        if command == "STATE" || command == "STATUS" { return [.report(device: id)] }
        guard let point = points.first(where: { $0.command?.uppercased() == command }) else {
            return [.answer([result(["Command": "Unknown", "Input": .text(command)])])]
        }
        // A question, or nothing that could be done: it says how it is.
        guard let value = point.value(told: String(decoding: payload, as: UTF8.self)) else {
            return [.report(device: id)]
        }
        let wanted = SpokenValue(point.binding.part, point.binding.name, value)
        return [.set(SpeakerOrder(device: id, wanted: wanted, topic: topic, payload: payload))]
    }

    func answer(_ wanted: SpokenValue, _ isAccepted: Bool, _ state: [SpokenValue]) -> [DialectMessage] {
        guard isAccepted else { return [result(["Command": "Error"])] }
        guard let point = point(of: wanted), let goal = point.native(wanted.value) else { return [] }
        switch point.manner {
        case .power: return [result([point.command ?? "POWER": goal])]
        case .light: return [result(lightState(state))]
        case .shutter:
            let current = state.first { $0.part == wanted.part && $0.capability == wanted.capability }
            guard let path = point.resultPath, let position = current.flatMap({ point.native($0.value) }) else {
                return []
            }
            let direction: JSONValue = position == goal ? 0 : (position.double ?? 0) < (goal.double ?? 0) ? 1 : -1
            return [result(document(["Position": position, "Direction": direction, "Target": goal], at: path.outer))]
        case .travel:
            let done = result([point.command ?? "ShutterStop1": "Done"])
            return [done] + (point.resultPath.map { [result(document(goal, at: $0))] } ?? [])
        case .input, .battery, .sensor: return []
        }
    }

    // MARK: Messages

    private func point(of value: SpokenValue) -> TasmotaPoint? {
        points.first { $0.binding.part == value.part && $0.binding.name == value.capability }
    }

    /// Power, brightness and whiteness of a light: it always says them together.
    private func lightState(_ state: [SpokenValue]) -> JSONValue {
        var document = JSONValue.object(JSONObject([]))
        guard let part = points.first(where: { $0.manner == .light })?.binding.part else { return document }
        for value in state where value.part == part {
            guard let point = point(of: value), let native = point.native(value.value) else { continue }
            if point.manner == .power || point.manner == .light, let path = point.statePath {
                document.set(native, at: path)
            }
        }
        return document
    }

    /// Nil where there is nothing to say.
    private func telemetry(
        _ name: String, _ state: [SpokenValue], _ path: (TasmotaPoint) -> TasmotaPath?
    ) -> DialectMessage? {
        var document: JSONValue?
        for value in state {
            guard let point = point(of: value), let path = path(point), let native = point.native(value.value) else {
                continue
            }
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

    private func plain(_ name: String, _ value: JSONValue) -> DialectMessage {
        let text = value.text ?? value.description
        return DialectMessage(topic: config.topics.answer + name, payload: Array(text.utf8), qos: 0, retain: false)
    }
}

/// How the firmware speaks of a capability.
private enum TasmotaManner { case power, light, shutter, travel, input, battery, sensor }

extension TasmotaPoint {
    fileprivate var manner: TasmotaManner {
        switch binding.capability.kind {
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
        switch manner {
        case .power: command.map { TasmotaPath($0) }
        default: path { if case .state(let path) = $0 { path } else { nil } }
        }
    }
    fileprivate var sensorPath: TasmotaPath? { path { if case .sensor(let path) = $0 { path } else { nil } } }
    fileprivate var resultPath: TasmotaPath? { path { if case .result(let path) = $0 { path } else { nil } } }

    fileprivate var ownTopics: [String] {
        places.compactMap { if case .topic(let name) = $0 { name } else { nil } }
    }

    private func path(_ place: (TasmotaPlace) -> TasmotaPath?) -> TasmotaPath? { places.lazy.compactMap(place).first }

    /// The value as the device spells it: commanded values are whole numbers there.
    fileprivate func native(_ value: CapabilityValue) -> JSONValue? {
        guard let native = binding.coding.encode(value) else { return nil }
        if spelling == .direction { return native.text.flatMap(Int64.init).map { .integer($0) } }
        return command == nil || native.text != nil ? native : spelling.write(native)?.first.map { .integer(Int64($0)) }
    }

    /// Nil for what the device would not take.
    fileprivate func value(told text: String) -> CapabilityValue? {
        if spelling == .direction { return .text("stopped") }
        let number = NumberText.float(text.utf8)
        let word: String? = number == 1 ? "ON" : number == 0 ? "OFF" : nil
        let native: JSONValue? =
            binding.capability.valueType == .boolean ? .text(word ?? text) : number.map { spelling.read(.number($0)) }
        guard let native, let value = try? binding.coding.decode(native) else { return nil }
        if case .number(let number) = value, !binding.capability.range.contains(number) { return nil }
        return value
    }
}

extension TasmotaPath {
    /// The object around it.
    fileprivate var outer: TasmotaPath { TasmotaPath(keys.dropLast()) }
}
