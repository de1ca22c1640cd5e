import DeviceEmulators
import DeviceFixtures
import SeededRandom
@testable import DeviceProtocols
import HomeModel
import Testing

/// The gateway decodes what emulated Homie devices publish, without a change.
@Suite struct HomieRoundTripTests {
    @Test(arguments: 0..<400 as Range<UInt64>)
    func descriptionsRoundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let description = DeviceDescription.random(using: &random)
        let (_, model) = try Self.pair(description)
        #expect(model.description.others.isEmpty)
        #expect(model.description == description, "seed \(seed)")
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func valuesAndTargetsRoundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (device, model) = try Self.pair(.random(using: &random))
        for part in model.description.parts {
            for capability in part.capabilities {
                let value = CapabilityValue.random(for: capability, using: &random)
                let message = try #require(device.value(part.id, capability: capability.name, value: value))
                let update = model.interpret(try HomieTopic(message.topic), payload: message.payload)
                let comment = "seed \(seed): \(capability.name) \(value) as \(message.payload)"
                #expect(update == Self.expected(value, part: part.id, capability: capability), "\(comment)")
                let target = try #require(device.target(part.id, capability: capability.name, value: value))
                let accepted = model.interpret(try HomieTopic(target.topic), payload: target.payload)
                #expect(accepted == .accepted(part.id, capability.name, value), "\(comment)")
            }
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func commandsRoundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (device, model) = try Self.pair(.random(using: &random))
        for part in model.description.parts {
            for capability in part.capabilities {
                let value = CapabilityValue.random(for: capability, using: &random)
                let message = model.message(part.id, capability: capability.name, value: value)
                #expect((message != nil) == capability.isCommanded)
                guard let message else { continue }
                #expect(!message.retain && message.qos == (capability.isReported ? 1 : 0))
                let command = try device.command(topic: message.topic, payload: message.payload)
                #expect(command == (part.id, capability.name, value), "seed \(seed)")
                #expect(model.valueAsSent(part.id, capability: capability.name, value: value) == value)
            }
        }
    }

    private static func pair(_ description: DeviceDescription) throws -> (EmulatedHomieDevice, HomieDeviceModel) {
        let device = EmulatedHomieDevice(domain: "u", id: "d", description: description, version: 1)
        let json = device.announcement().last?.payload ?? []
        return (device, try HomieDeviceModel(domain: "u", id: "d", json: json))
    }

    private static func expected(
        _ value: CapabilityValue, part: PartID, capability: Capability
    ) -> DeviceUpdate {
        if case .reading = capability.kind.facts.recording, case .number(let number) = value {
            return .reading(part, capability.name, value: number, unit: nil)
        }
        return capability.kind == .button
            ? .event(part, capability.name, value) : .state(part, capability.name, value)
    }
}

extension DeviceDescription {
    /// Generates parts sorted by id and capabilities sorted by name, because a JSON object keeps no other order.
    static func random(using random: inout SeededGenerator) -> DeviceDescription {
        let ids = ["main", "l1", "l2", "relay-1", "relay-2", "z"].filter { _ in random.chance(0.5) }
        let parts = ids.sorted().compactMap(PartID.init).map { id in
            Part(id: id, capabilities: names(using: &random).sorted().map { .random($0, using: &random) })
        }
        return DeviceDescription(
            name: random.pick(["Lamp", "Åsa’s \"plug\"", "a/b\\c", "灯", "x\u{1}y"]),
            model: random.chance(0.5) ? "example.model" : nil, parts: parts)
    }

    private static func names(using random: inout SeededGenerator) -> Set<CapabilityName> {
        var names = CapabilityKind.allCases.filter { _ in random.chance(0.2) }.map { CapabilityName($0) }
        for label in ["fan-boost", "q1", "7-up", "last-seen"] where random.chance(0.4) {
            let kind = random.pick([
                CapabilityKind.number, .choice, .text, .switch, .temperature, .power, .energy, .voltage, .current,
            ])
            names.append(CapabilityName(kind, label: PartID(label)))
        }
        return Set(names)
    }
}

extension Capability {
    static func random(_ name: CapabilityName, using random: inout SeededGenerator) -> Capability {
        let isCommanded: Bool =
            switch (name.kind, name.label) {
            case (.button, _): false
            // A measurement accepts no commands.
            case (let kind, nil) where HomieVocabulary.measured.contains(kind): false
            case (.switch, .some): true
            case (.temperature, .some), (.power, .some), (.energy, .some), (.voltage, .some), (.current, .some): false
            default: random.chance(0.5)
            }
        let range = bounds(name.kind, using: &random)
        return Capability(
            name, minimum: range.minimum, maximum: range.maximum, step: range.step, roundsToStep: range.step != nil,
            options: options(name.kind, using: &random), isReported: !isCommanded || random.chance(0.9),
            isCommanded: isCommanded,
            flow: name.kind == .power || name.kind == .energy ? random.pick([nil] + EnergyFlow.allCases) : nil)
    }

    private static func bounds(
        _ kind: CapabilityKind, using random: inout SeededGenerator
    ) -> (minimum: Double?, maximum: Double?, step: Double?) {
        guard kind.facts.valueType == .number else { return (nil, nil, nil) }
        let range = kind.facts.range
        let low = max(range.lowerBound, -1000)
        let high = min(range.upperBound, 20_000)
        let minimum = (Double.random(in: low...high, using: &random) * 4).rounded() / 4
        // The mapping replaces a range of one value by the default range.
        let maximum = (Double.random(in: minimum...max(minimum, high), using: &random) * 100).rounded() / 100
        let whole = random.chance(0.4)
        let bound = { (value: Double) in whole ? value.rounded(.up) : value }
        return (
            random.chance(0.7) && bound(minimum) < high ? bound(minimum) : nil,
            random.chance(0.7) && bound(maximum) > max(bound(minimum), low) && bound(maximum) <= high
                ? bound(maximum) : nil,
            random.chance(0.6) ? (whole ? random.pick([1, 2, 5, 25]) : random.pick([0.01, 0.1, 0.25, 0.5, 1])) : nil
        )
    }

    private static func options(_ kind: CapabilityKind, using random: inout SeededGenerator) -> [String]? {
        switch kind {
        case .choice: random.pick([["eco", "boost"], ["a b", " a b", "ü"], ["1", "2", "3", "4"], ["only"]])
        case .thermostatMode: random.pick([nil, ["off", "heat"], ["auto"]])
        case .lock: random.pick([nil, ["unlocked", "locked"]])
        case .button: random.pick([nil, ["press", "hold"]])
        default: nil
        }
    }
}

extension CapabilityValue {
    /// Generates a value that the device can report: within the range of the capability and on a step.
    static func random(for capability: Capability, using random: inout SeededGenerator) -> CapabilityValue {
        switch capability.valueType {
        case .boolean: return .boolean(random.chance(0.5))
        case .color:
            return .color(
                hue: .random(in: 0...360, using: &random), saturation: .random(in: 0...100, using: &random))
        case .choice: return .text(random.pick(capability.options))
        case .text where !capability.options.isEmpty: return .text(random.pick(capability.options))
        case .text: return .text(random.pick(["", "x", " ", "\r\n", "é", "{\"a\": [1]}", "a\u{0}b", "🏳️‍🌈"]))
        case .number: return .number(number(for: capability, using: &random))
        }
    }

    private static func number(for capability: Capability, using random: inout SeededGenerator) -> Double {
        let range = max(capability.range.lowerBound, -1e6)...min(capability.range.upperBound, 1e6)
        guard let step = capability.step else { return .random(in: range, using: &random) }
        let steps = ((range.upperBound - range.lowerBound) / step).rounded(.down)
        let count = Double.random(in: 0...max(0, min(steps, 1e6)), using: &random).rounded(.down)
        // Steps count from the minimum, or from the maximum if there is no minimum, or from 0 if there is neither.
        let value =
            if let minimum = capability.minimum {
                minimum + count * step
            } else if let maximum = capability.maximum {
                maximum - count * step
            } else {
                (range.lowerBound / step).rounded(.up) * step + count * step
            }
        return (value * 1e6).rounded() / 1e6
    }
}
