import HomeModel

/// An output that is switched, dimmed or moved.
private enum TasmotaOutput {
    case relay(Int)
    case light(Int)
    /// The number among the shutters.
    case shutter(Int)

    /// The device's name for the output, counted from 1.
    var part: PartID {
        switch self {
        case .relay(let number): PartID("relay-\(number)") ?? .main
        case .light(let number): PartID("light-\(number)") ?? .main
        case .shutter(let number): PartID("shutter-\(number)") ?? .main
        }
    }
}

extension TasmotaMapping {
    /// Maps the outputs and returns the parts of the relays in their order.
    mutating func mapOutputs(_ config: TasmotaConfig) -> [PartID] {
        let outputs = outputs(of: config)
        let lights = outputs.compactMap { if case .light(let number) = $0 { number } else { nil } }
        var relays: [PartID] = []
        for output in outputs {
            let part = outputs.count == 1 ? .main : output.part
            switch output {
            case .relay(let number):
                addPower(number, to: part, config: config)
                nameRelay(number, part: part, config: config)
                relays.append(part)
            case .light(let number):
                addPower(number, to: part, config: config)
                addLight(number, isFirst: number == lights.first, to: part, config: config)
            case .shutter(let number): addShutter(number, to: part, config: config)
            }
        }
        if config.isFan { addFan() }
        return relays
    }

    private mutating func outputs(of config: TasmotaConfig) -> [TasmotaOutput] {
        var outputs: [TasmotaOutput] = []
        var (number, shutters) = (1, 0)
        while number <= config.outputs.count {
            switch config.outputs[number - 1] {
            case 0: break
            case 1: outputs.append(.relay(number))
            // The light of a fan cannot be dimmed.
            case 2: outputs.append(config.isFan ? .relay(number) : .light(number))
            case 3 where number < config.outputs.count && config.outputs[number] == 3:
                shutters += 1
                outputs.append(.shutter(shutters))
                number += 1
            case 3: leaveOut("POWER\(number)", why: "Half a shutter: its other relay is missing.")
            default: leaveOut("POWER\(number)", why: "This type of output is not supported.")
            }
            number += 1
        }
        return outputs
    }

    /// The first of several outputs may be reported without its number. A single output is reported without it and
    /// mostly commanded without it.
    private mutating func addPower(_ number: Int, to part: PartID, config: TasmotaConfig) {
        let isOnly = number == 1 && !config.isFan && config.outputs.count { $0 != 0 } == 1
        let names = number == 1 ? ["POWER", "POWER1"] : ["POWER\(number)"]
        add(
            .switch, to: part, label: "POWER\(number)",
            coding: .boolean(whenFalse: .text(config.offWord), whenTrue: .text(config.onWord)),
            at: names.flatMap { [.power(TasmotaPath($0)), .topic($0)] }, command: isOnly ? "POWER" : "POWER\(number)")
    }

    /// The part keeps its id when a relay is renamed. The name is listed for the person who adopts the device.
    private mutating func nameRelay(_ number: Int, part: PartID, config: TasmotaConfig) {
        guard part != .main, config.friendlyNames.indices.contains(number - 1),
            let name = config.friendlyNames[number - 1], name != config.name, !name.hasPrefix("Tasmota")
        else { return }
        leaveOut(part.rawValue, why: "The device calls it “\(name)”.")
    }

    private mutating func addShutter(_ number: Int, to part: PartID, config: TasmotaConfig) {
        let options = config.shutterOptions.indices.contains(number - 1) ? config.shutterOptions[number - 1] : 0
        let key = "Shutter\(number)"
        add(
            .position, to: part, label: key, coding: .number(.identity),
            encoding: options & 1 == 1 ? .upsideDown : .plain,
            at: [
                .sensor(TasmotaPath(key, "Position")), .result(TasmotaPath(key, "Position")),
                .goal(TasmotaPath(key, "Target")), .goal(TasmotaPath("ShutterPosition\(number)")),
                .topic(key.uppercased()),
            ], command: "ShutterPosition\(number)", facts: TasmotaConstraints(range: 0...100, step: 1))
        add(
            .movement, to: part, label: "\(key)-movement",
            coding: .options([
                ChoiceWord(word: "0", meaning: "stopped"), ChoiceWord(word: "1", meaning: "opening"),
                ChoiceWord(word: "-1", meaning: "closing"),
            ]), encoding: .direction,
            at: [.sensor(TasmotaPath(key, "Direction")), .result(TasmotaPath(key, "Direction"))],
            command: "ShutterStop\(number)", facts: TasmotaConstraints(options: CapabilityKind.movement.facts.options))
        guard config.shutterTilts.indices.contains(number - 1),
            case let tilt = config.shutterTilts[number - 1], tilt.count == 3, tilt[2] > 0, tilt[0] < tilt[1]
        else { return }
        add(
            .tilt, to: part, label: "tilt", coding: .number(.percent(zero: Double(tilt[0]), hundred: Double(tilt[1]))),
            at: [.sensor(TasmotaPath(key, "Tilt")), .result(TasmotaPath(key, "Tilt"))],
            command: "ShutterTilt\(number)", facts: TasmotaConstraints(range: 0...100))
    }

    private mutating func addFan() {
        let scale = Scale.percent(of: 0...3)
        add(
            .fanSpeed, to: .main, label: "FanSpeed", coding: .number(scale), at: [.state(TasmotaPath("FanSpeed"))],
            command: "FanSpeed", facts: TasmotaConstraints(range: 0...100, step: scale.canonicalStep(1)))
    }
}
