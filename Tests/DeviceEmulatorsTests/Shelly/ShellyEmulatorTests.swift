import DeviceEmulators
import SeededRandom
@testable import DeviceProtocols
import DeviceFixtures
import HomeModel
import Testing

/// The gateway decodes the messages of an emulated Shelly, and the emulator decodes the commands of the gateway.
@Suite struct ShellyEmulatorTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func emulatedValuesAreDecodedUnchanged(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shelly = Self.device(using: &random)
        let model = try #require(Self.introduce(shelly))
        #expect(model.description.others.isEmpty && model.description.name == shelly.description.name)
        let updates = shelly.emulator.report(shelly.id, changed: shelly.state, state: shelly.state)
            .flatMap { model.receive($0.topic, payload: String(decoding: $0.payload, as: UTF8.self)) }
        #expect(updates.compactMap(\.error).isEmpty, "seed \(seed): \(updates)")
        let received = updates.compactMap(Self.value).sorted()
        #expect(received == shelly.state.map(Self.value).sorted(), "seed \(seed)")
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func commandsReachTheEmulatorUnchanged(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shelly = Self.device(using: &random)
        let model = try #require(Self.introduce(shelly))
        var commandCount = 0
        for part in model.description.parts {
            for capability in part.capabilities where capability.isCommanded && capability.kind != .choice {
                let value = CapabilityValue.random(for: capability, using: &random)
                let command = try #require(
                    model.encodeCommand(part.id, capability: capability.name, value: value, number: 7))
                let requests = command.messages.flatMap { shelly.emulator.receive($0.topic, payload: $0.payload) }
                guard case .set(let wanted)? = requests.first, requests.count == 1 else {
                    Issue.record("seed \(seed): \(capability.name) \(value) \(requests)")
                    continue
                }
                #expect(wanted.wanted.capability.kind == capability.kind && wanted.wanted.value == command.value)
                let reply = shelly.emulator.reply(wanted, isAccepted: true, state: shelly.state)
                #expect(reply.flatMap { Self.receive($0, by: model) } == [.replied(7, failure: nil)])
                let refusal = shelly.emulator.reply(wanted, isAccepted: false, state: shelly.state)
                #expect(
                    refusal.flatMap { Self.receive($0, by: model) }.allSatisfy { $0.line.hasPrefix("answered 7 -109") })
                commandCount += 1
            }
        }
        #expect(
            commandCount == shelly.description.parts.flatMap(\.capabilities).count(where: \.isCommanded),
            "seed \(seed)")
    }

    @Test func gridMeterIsEmulatedAs3EM() throws {
        let power = Capability(CapabilityName(.power), minimum: -60_000, maximum: 60_000, flow: .gridImport)
        let phase = [power, Capability(CapabilityName(.voltage)), Capability(CapabilityName(.current))]
        let parts =
            [
                Part(id: .main, capabilities: [power]),
                Part(id: PartID("import"), capabilities: [Capability(CapabilityName(.energy), flow: .gridImport)]),
                Part(id: PartID("export"), capabilities: [Capability(CapabilityName(.energy), flow: .gridExport)]),
            ] + ["l1", "l2", "l3"].compactMap(PartID.init).map { Part(id: $0, capabilities: phase) }
        var random = SeededGenerator(seed: 1)
        let shelly = EmulatedShelly(
            id: "grid", description: DeviceDescription(name: "Grid", parts: parts), using: &random)
        let model = try #require(Self.introduce(shelly))
        #expect(model.description.parts.map(\.id.rawValue) == ["main", "phase-a", "phase-b", "phase-c"])
        #expect(model.description[.main]?[CapabilityName(.energy)]?.flow == .gridImport)
        let returned = CapabilityName(.energy, label: PartID("returned"))
        #expect(model.description[.main]?[returned]?.flow == .gridExport)
    }

    @Test func unsupportedCapabilitiesAreNotReported() throws {
        let capabilities = [
            Capability(CapabilityName(.lock), isCommanded: true),
            Capability(CapabilityName(.energy), flow: .production), Capability(CapabilityName(.battery)),
        ]
        var random = SeededGenerator(seed: 1)
        let description = DeviceDescription(name: "Odd", parts: [Part(id: .main, capabilities: capabilities)])
        let shelly = EmulatedShelly(id: "odd", description: description, using: &random)
        let model = try #require(Self.introduce(shelly))
        #expect(model.description[.main]?.capabilities.map(\.name) == [CapabilityName(.battery)])
        let updates = shelly.emulator.report("odd", changed: shelly.state, state: shelly.state).flatMap {
            Self.receive($0, by: model)
        }
        #expect(updates.count == 1)
        #expect(shelly.emulator.report("another", changed: shelly.state, state: shelly.state).isEmpty)
    }

    @Test func emulatorIsOnlineUntilItsLastWill() {
        let emulator = ShellyEmulator(root: "u", devices: [])
        #expect(emulator.will == DialectMessage(topic: "u/online", payload: Array("false".utf8), qos: 1, retain: true))
        #expect(emulator.disconnectMessages() == [emulator.will])
        #expect(emulator.announcement().map { String(decoding: $0.payload, as: UTF8.self) } == ["true"])
        #expect(
            emulator.receive("u/rpc", payload: Array(#"{"id":1,"src":"u/reply","method":"Shelly.GetStatus"}"#.utf8))
                .isEmpty)
    }

    @Test func equalIDsHaveEqualHardwareAddresses() throws {
        var random = SeededGenerator(seed: 1)
        let description = DeviceDescription(name: "Plug", parts: [Self.part("main", kinds: [.switch], using: &random)])
        let macs = try ["a", "b", "a"].map { id in
            try #require(Self.introduce(EmulatedShelly(id: id, description: description, using: &random))).document.mac
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
    func invalidCallsAreRefusedWithShellyErrorCodes(call: String, code: Int) throws {
        var random = SeededGenerator(seed: 1)
        let description = DeviceDescription(name: "Plug", parts: [Self.part("main", kinds: [.switch], using: &random)])
        let shelly = EmulatedShelly(id: "plug", description: description, using: &random)
        let requests = shelly.emulator.receive("u/rpc", payload: Array(#"{"id":3,"src":"u/reply",\#(call)}"#.utf8))
        guard case .reply(let messages)? = requests.first else {
            Issue.record("\(requests)")
            return
        }
        #expect(messages.map(\.topic) == ["u/reply/rpc"])
        #expect(messages.first?.json?[path: ["error", "code"]]?.integer == code && messages.first?.json?["id"] == 3)
    }

    @Test(arguments: [(100, true), (101, false), (-1, false)])
    func brightnessOutOfRangeIsRefused(brightness: Int, isAccepted: Bool) throws {
        var random = SeededGenerator(seed: 1)
        let description = DeviceDescription(
            name: "Lamp", parts: [Self.part("main", kinds: [.switch, .brightness], using: &random)])
        let shelly = EmulatedShelly(id: "lamp", description: description, using: &random)
        let call = #"{"id":3,"src":"u/reply","method":"Light.Set","params":{"id":0,"brightness":\#(brightness)}}"#
        guard case .set? = shelly.emulator.receive("u/rpc", payload: Array(call.utf8)).first else {
            #expect(!isAccepted)
            return
        }
        #expect(isAccepted)
    }

    @Test(arguments: ["other/reply", "u", "u/#", "u/+/x", "/", ""])
    func requestsFromOutsideTheRootAreNotAnswered(source: String) throws {
        var random = SeededGenerator(seed: 1)
        let description = DeviceDescription(name: "Plug", parts: [Self.part("main", kinds: [.switch], using: &random)])
        let shelly = EmulatedShelly(id: "plug", description: description, using: &random)
        for case .reply(let messages) in shelly.emulator.receive(
            "u/rpc", payload: Array(#"{"id":3,"src":"\#(source)","method":"Shelly.GetDeviceInfo"}"#.utf8))
        { #expect(messages.isEmpty) }
    }

    // MARK: Emulated devices

    private static func device(using random: inout SeededGenerator) -> EmulatedShelly {
        let kinds: [[CapabilityKind]] = [
            [.switch], [.switch, .power, .energy], [.switch, .brightness, .power, .energy],
            [.switch, .brightness, .colorTemperature, .power, .energy], [.switch, .brightness, .color], [.position],
            [.temperature, .humidity], [.temperature, .humidity, .illuminance, .battery],
            [.targetTemperature, .thermostatMode, .temperature, .battery], [.power, .energy, .voltage, .current],
            [.leak, .battery], [.smoke, .battery],
        ]
        let chosen = random.pick(kinds)
        let names = random.chance(0.3) && chosen.contains(.switch) ? ["relay-1", "relay-2", "relay-3"] : ["main"]
        let parts = names.map { part($0, kinds: chosen, using: &random) }
        return EmulatedShelly(
            id: random.pick(["a", "plug-7", "ü"]), description: DeviceDescription(name: "Åsa’s \"plug\"", parts: parts),
            using: &random)
    }

    private static let commanded: Set<CapabilityKind> = [
        .switch, .brightness, .colorTemperature, .color, .position, .targetTemperature, .thermostatMode,
    ]

    private static func part(
        _ id: String, kinds: [CapabilityKind], using random: inout SeededGenerator
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

    /// Exchanges the discovery queries and replies until the device is described.
    private static func introduce(_ shelly: EmulatedShelly) -> ShellyDeviceModel? {
        var parser = ShellyDiscoveryParser(root: "u")
        var messages = shelly.emulator.announcement()
        for _ in 0..<16 {
            var events: [DiscoveryEvent] = []
            for message in messages {
                events += parser.receive(message.topic, payload: String(decoding: message.payload, as: UTF8.self))
            }
            if let model = events.described.last?.model { return model as? ShellyDeviceModel }
            messages = events.queries.flatMap { shelly.reply(to: $0) }
        }
        return nil
    }

    private static func receive(_ message: DialectMessage, by model: ShellyDeviceModel) -> [DeviceUpdate] {
        model.receive(message.topic, payload: String(decoding: message.payload, as: UTF8.self))
    }

    /// The kind and the value in the canonical unit; nil for other updates.
    private static func value(_ update: DeviceUpdate) -> String? {
        switch update {
        case .reading(_, let name, let value, let unit):
            let factor = unit == "Wh" ? 0.001 : 1
            return "\(name.kind) \(((value * factor) * 1e6).rounded() / 1e6)"
        case .state(_, let name, let value), .beyondRange(_, let name, shown: let value): return "\(name.kind) \(value)"
        default: return nil
        }
    }

    private static func value(_ emulated: EmulatedValue) -> String {
        if case .reading = emulated.capability.kind.facts.recording, case .number(let number) = emulated.value {
            return "\(emulated.capability.kind) \((number * 1e6).rounded() / 1e6)"
        }
        return "\(emulated.capability.kind) \(emulated.value)"
    }
}

private struct EmulatedShelly {
    let id: String
    let description: DeviceDescription
    let state: [EmulatedValue]
    let emulator: ShellyEmulator

    init(id: String, description: DeviceDescription, using random: inout SeededGenerator) {
        self.id = id
        self.description = description
        var state: [EmulatedValue] = []
        for part in description.parts {
            for capability in part.capabilities {
                state.append(
                    EmulatedValue(
                        part.id, capability: capability.name, value: Self.value(of: capability, using: &random)))
            }
        }
        self.state = state
        emulator = ShellyEmulator(root: "u", devices: [EmulatedDevice(id: id, description: description)])
    }

    func reply(to query: DialectMessage) -> [DialectMessage] {
        emulator.receive(query.topic, payload: query.payload).flatMap { request -> [DialectMessage] in
            switch request {
            case .reply(let messages): messages
            case .replyWithState(_, let reply): reply(state)
            case .report: emulator.report(id, changed: state, state: state)
            case .set: []
            }
        }
    }

    /// A value with at most one decimal; colours are primary colours, which every format represents exactly.
    private static func value(of capability: Capability, using random: inout SeededGenerator) -> CapabilityValue {
        switch CapabilityValue.random(for: capability, using: &random) {
        case .number(let number): .number((max(min(number, 9999), -99) * 10).rounded() / 10)
        case .color: .color(hue: random.pick([0, 60, 120, 180, 240, 300]), saturation: 100)
        case let other: other
        }
    }
}
