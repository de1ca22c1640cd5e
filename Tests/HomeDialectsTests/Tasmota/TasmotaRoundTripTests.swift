import DeviceFixtures
@testable import HomeDialects
import HomeModel
import Testing

/// What a simulated device says, the gateway takes for what it is.
@Suite struct TasmotaRoundTripTests {
    @Test(arguments: 0..<200 as Range<UInt64>) func aDeviceIsTakenForWhatItIs(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (device, _, model) = try Self.pair(using: &random)
        for part in device.description.parts {
            for capability in part.capabilities {
                let read = try #require(
                    model.description[part.id]?[capability.name], "seed \(seed): \(capability.line)")
                #expect(read.isCommanded == capability.isCommanded && read.flow == capability.flow)
            }
        }
        let extra = Set(model.description.parts.map(\.id)).subtracting(device.description.parts.map(\.id))
        #expect(extra.subtracting([.main]).isEmpty && model.description.others.isEmpty, "seed \(seed)")
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func valuesComeBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (device, speaker, model) = try Self.pair(using: &random)
        let state = device.state(using: &random)
        let heard = Self.hear(speaker.report(device.id, changed: state, state: state), model)
        for value in state {
            let isThere = heard.contains { Self.says($0, value) }
            #expect(isThere, "seed \(seed): \(value.part) \(value.capability) \(value.value)")
        }
        #expect(heard.allSatisfy { $0.error == nil }, "seed \(seed)")
        // And nothing else is said but what the device shows.
        let shown = Set(state.map { "\($0.part) \($0.capability)" })
        for case .state(let part, let name, _) in heard { #expect(shown.contains("\(part) \(name)")) }
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func oneChangeIsReported(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (device, speaker, model) = try Self.pair(using: &random)
        let state = device.state(using: &random)
        let changed = random.pick(state)
        let heard = Self.hear(speaker.report(device.id, changed: [changed], state: state), model)
        #expect(heard.contains { Self.says($0, changed) }, "seed \(seed): \(changed)")
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func commandsArriveAndAreConfirmed(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (device, speaker, model) = try Self.pair(using: &random)
        var state = device.state(using: &random)
        for index in state.indices {
            let (part, name) = (state[index].part, state[index].capability)
            guard let capability = device.description[part]?[name], capability.isCommanded else { continue }
            let order = try #require(
                model.order(part, name, .random(for: capability, using: &random), number: 1), "seed \(seed): \(name)")
            let message = try #require(order.messages.first)
            let requests = speaker.hear(message.topic, message.payload)
            guard case .set(let told) = requests.first else {
                Issue.record("seed \(seed): \(name) asks for \(requests)")
                continue
            }
            #expect(told.wanted == SpokenValue(part, name, order.value), "seed \(seed)")
            let refusal = Self.hear(speaker.answer(told, isAccepted: false, state: state), model)
            #expect(refusal.contains { if case .failed = $0 { true } else { false } })
            var after = state
            after[index] = told.wanted
            let isLight = device.description[part]?[CapabilityName(.brightness)] != nil
            let answer = Self.hear(speaker.answer(told, isAccepted: true, state: isLight ? after : state), model)
            let isTaken = answer.contains {
                $0 == .accepted(part, name, order.value) || $0 == .state(part, name, order.value)
            }
            #expect(isTaken, "seed \(seed): \(name) \(order.value): \(answer)")
            state = after
            let report = Self.hear(speaker.report(device.id, changed: [told.wanted], state: state), model)
            #expect(report.contains(.state(part, name, order.value)), "seed \(seed): \(name)")
            let question = try #require(model.question(part, name, number: 1))
            guard case .report(device.id) = speaker.hear(question.topic, question.payload).first else {
                Issue.record("seed \(seed): \(name) does not answer")
                continue
            }
        }
    }

    @Test func comingAndGoingIsHeard() throws {
        var random = SeededGenerator(seed: 1)
        let (_, speaker, model) = try Self.pair(using: &random)
        #expect(Self.hear(speaker.ready(), model).map(\.line) == ["available ready"])
        #expect(Self.hear(speaker.farewell(), model).map(\.line) == ["available lost"])
        #expect(speaker.will == speaker.farewell().first && speaker.will?.retain == true)
    }

    @Test func anUnknownCommandIsRefusedInTasmotasWords() throws {
        var random = SeededGenerator(seed: 1)
        let (_, speaker, model) = try Self.pair(using: &random)
        guard case .answer(let messages) = speaker.hear("u/cmnd/d/Warp", []).first else {
            Issue.record("it says nothing")
            return
        }
        #expect(Self.hear(messages, model).map(\.line) == ["failed The device says: Unknown (WARP)"])
        #expect(speaker.hear("v/cmnd/d/POWER1", [0x31]).isEmpty)
    }

    @Test func simulatedAddressesAreNobodysHardware() {
        let macs = (0..<200).map { TasmotaSpeaker.foreignID(of: "device-\($0)") }
        #expect(Set(macs).count == 200 && macs[0] == TasmotaSpeaker.foreignID(of: "device-0"))
        #expect(macs.allSatisfy { HardwareID($0) != nil && "26AE".contains($0.dropFirst().first ?? " ") })
    }

    private static func pair(
        using random: inout SeededGenerator
    ) throws -> (SpokenDevice, TasmotaSpeaker, any DialectModel) {
        let description = DeviceDescription(
            name: "Simulated", model: random.chance(0.5) ? "plug" : nil, parts: random.pick(families))
        let device = SpokenDevice(id: "d", description: description)
        let speaker = TasmotaSpeaker(root: "u", devices: [device, SpokenDevice(id: "e", description: description)])
        var heard = TasmotaAnnouncements(root: "tasmota")
        let news = speaker.announcement().flatMap {
            heard.hear($0.topic.split(separator: "/"), $0.payload, isRetained: $0.retain)
        }
        #expect(speaker.commandFilters == ["u/cmnd/d/+"])
        return (device, speaker, try #require(news.described.last?.model, "\(news)"))
    }

    /// The families of the simulated home that speak Tasmota.
    private static let families: [[Part]] = {
        let meters = [Capability(CapabilityName(.power)), Capability(CapabilityName(.energy), flow: .consumption)]
        let told = { (kind: CapabilityKind, range: ClosedRange<Double>?) in
            Capability(
                CapabilityName(kind), minimum: range?.lowerBound, maximum: range?.upperBound,
                step: range == nil ? nil : 1, isCommanded: true)
        }
        let plug = [told(.switch, nil)]
        let light = [told(.switch, nil), told(.brightness, 0...100)]
        let measured = { (kinds: [CapabilityKind]) in kinds.map { Capability(CapabilityName($0)) } }
        let mains: [[Capability]] = [
            plug, plug + meters, light + meters, light + [told(.colorTemperature, 2200...6500)] + meters,
            [told(.position, 0...100)], measured([.temperature]), measured([.temperature, .humidity]),
            measured([.temperature, .humidity, .co2]), measured([.temperature, .humidity, .pressure, .illuminance]),
            measured([.illuminance]), measured([.contact, .battery]), measured([.motion, .battery]),
            measured([.leak, .battery]), measured([.smoke, .battery]),
        ]
        let relays = { (capabilities: [Capability], count: Int) in
            (1...count).compactMap { PartID("relay-\($0)") }.map { Part(id: $0, capabilities: capabilities) }
        }
        return mains.map { [Part(id: .main, capabilities: $0)] } + [relays(plug, 2), relays(plug + meters, 3)]
    }()

    private static func hear(_ messages: [DialectMessage], _ model: any DialectModel) -> [DeviceStatement] {
        messages.flatMap { message in
            #expect(model.topics.contains { $0.topic == message.topic }, "nobody listens to \(message.topic)")
            return model.hear(message.topic, String(decoding: message.payload, as: UTF8.self))
        }
    }

    /// Whether a statement carries `value`, rounded as the device rounds what it is told.
    private static func says(_ statement: DeviceStatement, _ value: SpokenValue) -> Bool {
        switch statement {
        case .state(let part, let name, let said), .accepted(let part, let name, let said):
            guard (part, name) == (value.part, value.capability) else { return false }
            guard case (.number(let said), .number(let shown)) = (said, value.value) else { return said == value.value }
            return abs(said - shown) <= (name.kind == .colorTemperature ? 22 : 0.5)
        case .reading(let part, let name, let said, nil):
            return (part, name) == (value.part, value.capability) && .number(said) == value.value
        default: return false
        }
    }
}

extension SpokenDevice {
    fileprivate func state(using random: inout SeededGenerator) -> [SpokenValue] {
        description.parts.flatMap { part in
            part.capabilities.map { SpokenValue(part.id, $0.name, .random(for: $0, using: &random)) }
        }
    }
}
