@testable import HomeDialects
import DeviceFixtures
import HomeModel
import Testing

/// What a simulated Shelly says and is told, the gateway's side of the dialect understands.
@Suite struct ShellySpeakerTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func everyValueComesBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let home = Self.device(using: &random)
        let model = try #require(Self.introduce(home))
        #expect(model.description.others.isEmpty && model.description.name == home.description.name)
        let said = home.speaker.report(home.id, changed: home.state, state: home.state)
            .flatMap { model.hear($0.topic, String(decoding: $0.payload, as: UTF8.self)) }
        #expect(said.compactMap(\.error).isEmpty, "seed \(seed): \(said)")
        let heard = said.compactMap(Self.value).sorted()
        #expect(heard == home.state.map(Self.value).sorted(), "seed \(seed)")
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func everyOrderArrivesAsItWasMeant(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let home = Self.device(using: &random)
        let model = try #require(Self.introduce(home))
        var told = 0
        for part in model.description.parts {
            for capability in part.capabilities where capability.isCommanded && capability.kind != .choice {
                let value = CapabilityValue.random(for: capability, using: &random)
                let order = try #require(model.order(part.id, capability.name, value, number: 7))
                let requests = order.messages.flatMap { home.speaker.hear($0.topic, $0.payload) }
                guard case .set(let wanted)? = requests.first, requests.count == 1 else {
                    Issue.record("seed \(seed): \(capability.name) \(value) \(requests)")
                    continue
                }
                #expect(wanted.wanted.capability.kind == capability.kind && wanted.wanted.value == order.value)
                let answer = home.speaker.answer(wanted, isAccepted: true, state: home.state)
                #expect(answer.flatMap { Self.hear($0, model) } == [.answered(7, failure: nil)])
                let refusal = home.speaker.answer(wanted, isAccepted: false, state: home.state)
                #expect(refusal.flatMap { Self.hear($0, model) }.allSatisfy { $0.line.hasPrefix("answered 7 -109") })
                told += 1
            }
        }
        #expect(told == home.description.parts.flatMap(\.capabilities).count(where: \.isCommanded), "seed \(seed)")
    }

    @Test func aGridMeterIsA3EM() throws {
        let power = Capability(CapabilityName(.power), minimum: -60_000, maximum: 60_000, flow: .gridImport)
        let phase = [power, Capability(CapabilityName(.voltage)), Capability(CapabilityName(.current))]
        let parts =
            [
                Part(id: .main, capabilities: [power]),
                Part(id: PartID("import"), capabilities: [Capability(CapabilityName(.energy), flow: .gridImport)]),
                Part(id: PartID("export"), capabilities: [Capability(CapabilityName(.energy), flow: .gridExport)]),
            ] + ["l1", "l2", "l3"].compactMap(PartID.init).map { Part(id: $0, capabilities: phase) }
        var random = SeededGenerator(seed: 1)
        let home = SimulatedShelly(
            id: "grid", description: DeviceDescription(name: "Grid", parts: parts), using: &random)
        let model = try #require(Self.introduce(home))
        #expect(model.description.parts.map(\.id.rawValue) == ["main", "phase-a", "phase-b", "phase-c"])
        #expect(model.description[.main]?[CapabilityName(.energy)]?.flow == .gridImport)
        let returned = CapabilityName(.energy, label: PartID("returned"))
        #expect(model.description[.main]?[returned]?.flow == .gridExport)
    }

    @Test func whatAShellyHasNoWordsForIsNotSaid() throws {
        let capabilities = [
            Capability(CapabilityName(.lock), isCommanded: true),
            Capability(CapabilityName(.energy), flow: .production), Capability(CapabilityName(.battery)),
        ]
        var random = SeededGenerator(seed: 1)
        let description = DeviceDescription(name: "Odd", parts: [Part(id: .main, capabilities: capabilities)])
        let home = SimulatedShelly(id: "odd", description: description, using: &random)
        let model = try #require(Self.introduce(home))
        #expect(model.description[.main]?.capabilities.map(\.name) == [CapabilityName(.battery)])
        let said = home.speaker.report("odd", changed: home.state, state: home.state).flatMap { Self.hear($0, model) }
        #expect(said.count == 1)
        #expect(home.speaker.report("another", changed: home.state, state: home.state).isEmpty)
    }

    @Test func itIsThereUntilItsLastWillSaysOtherwise() {
        let speaker = ShellySpeaker(root: "u", devices: [])
        #expect(speaker.will == DialectMessage(topic: "u/online", payload: Array("false".utf8), qos: 1, retain: true))
        #expect(speaker.farewell() == [speaker.will])
        #expect(speaker.announcement().map { String(decoding: $0.payload, as: UTF8.self) } == ["true"])
        #expect(speaker.hear("u/rpc", Array(#"{"id":1,"src":"u/reply","method":"Shelly.GetStatus"}"#.utf8)).isEmpty)
    }

    @Test func oneIdIsAlwaysTheSameHardware() throws {
        var random = SeededGenerator(seed: 1)
        let description = DeviceDescription(name: "Plug", parts: [Self.part("main", [.switch], using: &random)])
        let macs = try ["a", "b", "a"].map { id in
            try #require(Self.introduce(SimulatedShelly(id: id, description: description, using: &random))).document.mac
        }
        #expect(macs[0] == macs[2] && macs[0] != macs[1] && macs.allSatisfy { $0.hasPrefix("02") })
    }

    @Test(arguments: [
        (#""method":"Switch.Set","params":{"id":0}"#, -103), (#""method":"Switch.Set","params":{"on":true}"#, -103),
        (#""method":"Switch.Set","params":{"id":0,"on":"maybe"}"#, -103),
        (#""method":"Switch.Set","params":{"id":7,"on":true}"#, -105),
        (#""method":"Light.Set","params":{"id":0,"on":true}"#, -105),
        (#""method":"Switch.Explode","params":{"id":0}"#, 404), (#""method":"Shelly.Reboot""#, 404),
    ])
    func whatItDoesNotUnderstandIsRefusedAsAShellyDoes(call: String, code: Int) throws {
        var random = SeededGenerator(seed: 1)
        let description = DeviceDescription(name: "Plug", parts: [Self.part("main", [.switch], using: &random)])
        let home = SimulatedShelly(id: "plug", description: description, using: &random)
        let requests = home.speaker.hear("u/rpc", Array(#"{"id":3,"src":"u/reply",\#(call)}"#.utf8))
        guard case .answer(let messages)? = requests.first else {
            Issue.record("\(requests)")
            return
        }
        #expect(messages.map(\.topic) == ["u/reply/rpc"])
        #expect(messages.first?.json?[path: ["error", "code"]]?.integer == code && messages.first?.json?["id"] == 3)
    }

    @Test(arguments: [(100, true), (101, false), (-1, false)])
    func whatIsOutOfRangeIsRefused(brightness: Int, isTaken: Bool) throws {
        var random = SeededGenerator(seed: 1)
        let description = DeviceDescription(
            name: "Lamp", parts: [Self.part("main", [.switch, .brightness], using: &random)])
        let home = SimulatedShelly(id: "lamp", description: description, using: &random)
        let call = #"{"id":3,"src":"u/reply","method":"Light.Set","params":{"id":0,"brightness":\#(brightness)}}"#
        guard case .set? = home.speaker.hear("u/rpc", Array(call.utf8)).first else {
            #expect(!isTaken)
            return
        }
        #expect(isTaken)
    }

    @Test(arguments: ["other/reply", "u", "u/#", "u/+/x", "/", ""])
    func nothingIsAnsweredOutsideTheRoot(source: String) throws {
        var random = SeededGenerator(seed: 1)
        let description = DeviceDescription(name: "Plug", parts: [Self.part("main", [.switch], using: &random)])
        let home = SimulatedShelly(id: "plug", description: description, using: &random)
        for case .answer(let messages) in home.speaker.hear(
            "u/rpc", Array(#"{"id":3,"src":"\#(source)","method":"Shelly.GetDeviceInfo"}"#.utf8))
        { #expect(messages.isEmpty) }
    }

    // MARK: Simulated devices

    private static func device(using random: inout SeededGenerator) -> SimulatedShelly {
        let kinds: [[CapabilityKind]] = [
            [.switch], [.switch, .power, .energy], [.switch, .brightness, .power, .energy],
            [.switch, .brightness, .colorTemperature, .power, .energy], [.switch, .brightness, .color], [.position],
            [.temperature, .humidity], [.temperature, .humidity, .illuminance, .battery],
            [.targetTemperature, .thermostatMode, .temperature, .battery], [.power, .energy, .voltage, .current],
            [.leak, .battery], [.smoke, .battery],
        ]
        let chosen = random.pick(kinds)
        let names = random.chance(0.3) && chosen.contains(.switch) ? ["relay-1", "relay-2", "relay-3"] : ["main"]
        let parts = names.map { part($0, chosen, using: &random) }
        return SimulatedShelly(
            id: random.pick(["a", "plug-7", "ü"]), description: DeviceDescription(name: "Åsa’s \"plug\"", parts: parts),
            using: &random)
    }

    private static let commanded: Set<CapabilityKind> = [
        .switch, .brightness, .colorTemperature, .color, .position, .targetTemperature, .thermostatMode,
    ]

    private static func part(
        _ id: String, _ kinds: [CapabilityKind], using random: inout SeededGenerator
    ) -> Part {
        let capabilities = kinds.map { kind in
            let range: ClosedRange<Double>? =
                switch kind {
                case .brightness, .position: 0...100
                case .colorTemperature: 2200...6500
                case .targetTemperature: 5...30
                default: nil
                }
            return Capability(
                CapabilityName(kind), minimum: range?.lowerBound, maximum: range?.upperBound,
                step: range.map { _ in kind == .targetTemperature ? 0.5 : 1 }, roundsToStep: range != nil,
                options: kind == .thermostatMode ? ["off", "heat"] : nil, isCommanded: commanded.contains(kind),
                flow: kind == .power || kind == .energy ? .consumption : nil)
        }
        return Part(id: PartID(id) ?? .main, capabilities: capabilities)
    }

    /// Plays the questions of the announcements to the device until it is described.
    private static func introduce(_ home: SimulatedShelly) -> ShellyDeviceModel? {
        var announcements = ShellyAnnouncements(root: "u")
        var messages = home.speaker.announcement()
        for _ in 0..<16 {
            var news: [Announcement] = []
            for message in messages {
                news += announcements.hear(message.topic, String(decoding: message.payload, as: UTF8.self))
            }
            if let model = news.described.last?.model { return model as? ShellyDeviceModel }
            messages = news.asked.flatMap { home.answer($0) }
        }
        return nil
    }

    private static func hear(_ message: DialectMessage, _ model: ShellyDeviceModel) -> [DeviceStatement] {
        model.hear(message.topic, String(decoding: message.payload, as: UTF8.self))
    }

    /// Kind and value in the canonical unit; what the component adds by itself is left out.
    private static func value(_ statement: DeviceStatement) -> String? {
        switch statement {
        case .reading(_, let name, let value, let unit):
            let factor = unit == "Wh" ? 0.001 : 1
            return "\(name.kind) \(((value * factor) * 1e6).rounded() / 1e6)"
        case .state(_, let name, let value), .beyondRange(_, let name, shown: let value): return "\(name.kind) \(value)"
        default: return nil
        }
    }

    private static func value(_ spoken: SpokenValue) -> String {
        if case .reading = spoken.capability.kind.facts.recording, case .number(let number) = spoken.value {
            return "\(spoken.capability.kind) \((number * 1e6).rounded() / 1e6)"
        }
        return "\(spoken.capability.kind) \(spoken.value)"
    }
}

private struct SimulatedShelly {
    let id: String
    let description: DeviceDescription
    let state: [SpokenValue]
    let speaker: ShellySpeaker

    init(id: String, description: DeviceDescription, using random: inout SeededGenerator) {
        self.id = id
        self.description = description
        var state: [SpokenValue] = []
        for part in description.parts {
            for capability in part.capabilities {
                state.append(
                    SpokenValue(part.id, capability.name, Self.value(of: capability, using: &random)))
            }
        }
        self.state = state
        speaker = ShellySpeaker(root: "u", devices: [SpokenDevice(id: id, description: description)])
    }

    func answer(_ question: DialectMessage) -> [DialectMessage] {
        speaker.hear(question.topic, question.payload).flatMap { request -> [DialectMessage] in
            switch request {
            case .answer(let messages): messages
            case .answerWithState(_, let answer): answer(state)
            case .report: speaker.report(id, changed: state, state: state)
            case .set: []
            }
        }
    }

    /// As a device prints it: no more decimals than it has; primary colours, which every spelling can say exactly.
    private static func value(of capability: Capability, using random: inout SeededGenerator) -> CapabilityValue {
        switch CapabilityValue.random(for: capability, using: &random) {
        case .number(let number): .number((max(min(number, 9999), -99) * 10).rounded() / 10)
        case .color: .color(hue: random.pick([0, 60, 120, 180, 240, 300]), saturation: 100)
        case let other: other
        }
    }
}
