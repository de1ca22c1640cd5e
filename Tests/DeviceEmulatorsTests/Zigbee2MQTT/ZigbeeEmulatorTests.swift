import DeviceEmulators
import DeviceFixtures
import SeededRandom
import HomeModel
import Testing

@testable import DeviceProtocols

/// The gateway decodes the messages of an emulated bridge, and the emulator decodes the commands of the gateway.
@Suite struct ZigbeeEmulatorTests {
    private static let root = "villa"

    private static func measured(_ kind: CapabilityKind, flow: EnergyFlow? = nil, from minimum: Double? = nil)
        -> Capability
    {
        Capability(CapabilityName(kind), minimum: minimum, flow: flow)
    }

    private static func commanded(
        _ kind: CapabilityKind, from minimum: Double? = nil, to maximum: Double? = nil, step: Double? = nil,
        options: [String]? = nil
    ) -> Capability {
        Capability(
            CapabilityName(kind), minimum: minimum, maximum: maximum, step: step, roundsToStep: step != nil,
            options: options, isCommanded: true)
    }

    /// The parts of the device families of the simulated home.
    private static let families: [String: [(String, [Capability])]] = [
        "light": [
            (
                "main",
                [
                    commanded(.switch), commanded(.brightness, from: 0, to: 100, step: 1),
                    commanded(.colorTemperature, from: 2200, to: 6500, step: 1),
                    measured(.power), measured(.energy, flow: .consumption),
                ]
            )
        ],
        "color-light": [("main", [commanded(.switch), commanded(.brightness, from: 0, to: 100), commanded(.color)])],
        "plug": [
            ("relay-1", [commanded(.switch), measured(.power), measured(.energy, flow: .consumption)]),
            ("relay-2", [commanded(.switch), measured(.power), measured(.energy, flow: .consumption)]),
        ],
        "thermostat": [
            (
                "main",
                [
                    measured(.temperature), commanded(.targetTemperature, from: 5, to: 30, step: 0.5),
                    commanded(.thermostatMode, options: ["off", "heat", "auto"]), measured(.battery),
                ]
            )
        ],
        "lock": [("main", [commanded(.lock, options: ["locked", "unlocked"]), measured(.battery)])],
        "cover": [("main", [commanded(.position, from: 0, to: 100, step: 1)])],
        "air": [("main", [measured(.temperature), measured(.humidity), measured(.co2), measured(.illuminance)])],
        "contact": [("main", [measured(.contact), measured(.battery)])],
        "motion": [("main", [measured(.motion), measured(.battery)])],
        "leak": [("main", [measured(.leak), measured(.battery), measured(.linkQuality)])],
        "smoke": [("main", [measured(.smoke), measured(.battery)])],
        "heat-pump": [
            (
                "main",
                [commanded(.switch), measured(.power), measured(.energy, flow: .consumption), measured(.temperature)]
            ), ("outside", [measured(.temperature)]),
        ],
        "solar": [("main", [measured(.power, flow: .production), measured(.energy, flow: .production)])],
        "battery": [
            ("main", [measured(.power, flow: .charge, from: -5000), measured(.battery)]),
            ("charge", [measured(.energy, flow: .charge)]), ("discharge", [measured(.energy, flow: .discharge)]),
        ],
        "meter": [
            ("main", [measured(.power, flow: .gridImport, from: -60_000)]),
            ("import", [measured(.energy, flow: .gridImport)]), ("export", [measured(.energy, flow: .gridExport)]),
            ("l1", [measured(.power, flow: .gridImport, from: -60_000), measured(.voltage), measured(.current)]),
        ],
        "valve": [("main", [commanded(.valve)])], "siren": [("main", [commanded(.siren)])],
    ]

    private static func devices() -> [EmulatedDevice] {
        families.sorted { $0.key < $1.key }.map { id, parts in
            let parts = parts.compactMap { name, capabilities in
                PartID(name).map { Part(id: $0, capabilities: capabilities) }
            }
            return EmulatedDevice(id: id, description: DeviceDescription(name: "My \(id)", model: "Sim", parts: parts))
        }
    }

    private let emulator = Zigbee2MQTTEmulator(root: root, devices: devices())

    /// The models that the gateway discovers at the bridge, by the ids of the devices.
    private func discover() -> (models: [String: any DialectModel], findings: [DiscoveryFinding], ready: Int) {
        var parser = Zigbee2MQTTDiscoveryParser(root: Self.root)
        let events = (emulator.announcement() + emulator.ready()).flatMap { message -> [DiscoveryEvent] in
            let levels = message.topic.split(separator: "/")
            return Zigbee2MQTTDiscoveryParser.matches(levels)
                ? parser.receive(levels, payload: message.payload, isRetained: true) : []
        }
        let models = Dictionary(events.described.map { ($0.address.foreignID, $0.model) }) { $1 }
        let named = Self.families.keys.compactMap { id in models[Zigbee2MQTTEmulator.foreignID(of: id)].map { (id, $0) }
        }
        return (Dictionary(named) { $1 }, events.findings, events.availabilities.count)
    }

    @Test func emulatedCapabilitiesAreDiscoveredUnchanged() throws {
        let (models, findings, _) = discover()
        #expect(findings.isEmpty && models.count == Self.families.count)
        for device in Self.devices() {
            let description = try #require(models[device.id]).description
            #expect(description.name == device.description.name && description.others.isEmpty)
            #expect(description.parts.map(\.id).sorted() == device.description.parts.map(\.id).sorted())
            for part in device.description.parts {
                let discovered = try #require(description[part.id])
                #expect(Set(discovered.capabilities.map(\.name)) == Set(part.capabilities.map(\.name)), "\(device.id)")
                for capability in part.capabilities {
                    let same = try #require(discovered[capability.name])
                    #expect(same.isCommanded == capability.isCommanded && same.flow == capability.flow)
                    #expect(Set(same.options) == Set(capability.options), "\(device.id)")
                    // Conversion to the unit of the lamp rounds the range.
                    let (left, right) = (same.range, capability.range)
                    #expect(abs(left.lowerBound - right.lowerBound) <= 0.01 * abs(right.lowerBound), "\(device.id)")
                    #expect(abs(left.upperBound - right.upperBound) <= 0.01 * abs(right.upperBound), "\(device.id)")
                }
            }
        }
    }

    @Test(arguments: [UInt64(1), 2, 3]) func emulatedValuesAreDecodedUnchanged(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let models = discover().models
        for device in Self.devices() {
            let model = try #require(models[device.id])
            for part in model.description.parts {
                for capability in part.capabilities {
                    let wanted = CapabilityValue.sample(of: capability, using: &random)
                    // The value is rounded as a command would round it.
                    let value = model.valueAsSent(part.id, capability: capability.name, value: wanted) ?? wanted
                    let emulated = EmulatedValue(part.id, capability: capability.name, value: value)
                    let reports = emulator.report(device.id, changed: [emulated], state: [emulated])
                    let lines = reports.flatMap {
                        model.receive($0.topic, payload: String(decoding: $0.payload, as: UTF8.self))
                    }
                    #expect(
                        lines.first?.value?.isNear(value) == true, "seed \(seed): \(device.id) \(emulated) \(lines)")
                    #expect(reports.count == 1 && lines.count == 1)
                }
            }
        }
    }

    @Test(arguments: [UInt64(1), 2, 3]) func commandsReachTheEmulatorUnchanged(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let models = discover().models
        var count = 0
        for device in Self.devices() {
            let model = try #require(models[device.id])
            for part in model.description.parts {
                for capability in part.capabilities where capability.isCommanded {
                    let value = CapabilityValue.sample(of: capability, using: &random)
                    let command = try #require(
                        model.encodeCommand(part.id, capability: capability.name, value: value, number: 7))
                    let message = try #require(command.messages.first)
                    #expect(command.confirmation == .report && emulator.commandFilters.contains(message.topic))
                    let received = emulator.receive(message.topic, payload: message.payload).compactMap { request in
                        if case .set(let setting) = request, setting.device == device.id { setting.wanted } else { nil }
                    }
                    let effects = part.effects(of: capability.name, becoming: command.value)
                    let expected = Set(effects.map { EmulatedValue(part.id, capability: $0.key, value: $0.value) })
                    #expect(Set(received) == expected, "seed \(seed): \(message)")
                    count += 1
                    let query = try #require(model.stateQuery(part.id, capability: capability.name, number: 7))
                    guard case .report(device.id)? = emulator.receive(query.topic, payload: query.payload).first else {
                        Issue.record("\(device.id) does not reply to \(query).")
                        continue
                    }
                }
            }
        }
        #expect(count >= 14)
    }

    @Test func refusedCommandIsLogged() throws {
        var parser = Zigbee2MQTTDiscoveryParser(root: Self.root)
        for message in emulator.announcement() {
            _ = parser.receive(message.topic.split(separator: "/"), payload: message.payload, isRetained: true)
        }
        let requests = emulator.receive("villa/z2m/My lock/set", payload: Array(#"{"state":"UNLOCK"}"#.utf8))
        guard case .set(let command)? = requests.first else {
            Issue.record("\(requests)")
            return
        }
        #expect(emulator.reply(command, isAccepted: true, state: []).isEmpty)
        let line = try #require(emulator.reply(command, isAccepted: false, state: []).first)
        #expect(!line.retain)
        let events = parser.receive(line.topic.split(separator: "/"), payload: line.payload, isRetained: false)
        guard case .failed(let address, .main, CapabilityName(.lock), _, isCertain: _)? = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(address.foreignID == Zigbee2MQTTEmulator.foreignID(of: "lock"))
    }

    @Test func plainTextAndUnknownKeysAreHandledLikeTheBridge() {
        guard
            case .set(let command)? = emulator.receive("villa/z2m/My color-light/set", payload: Array("on".utf8)).first
        else {
            Issue.record("The emulator does not decode a plain word.")
            return
        }
        #expect(command.wanted.value == .boolean(true))
        guard
            case .reply(let lines)? = emulator.receive("villa/z2m/My lock/set", payload: Array(#"{"mood":1}"#.utf8))
                .first
        else {
            Issue.record("The emulator does not reply to an unknown key.")
            return
        }
        #expect(lines.map(\.topic) == ["villa/z2m/bridge/logging"])
        for (topic, payload) in [("villa/z2m/unknown/set", "on"), ("villa/z2m/My lock", "{}"), ("other", "")] {
            #expect(emulator.receive(topic, payload: Array(payload.utf8)).isEmpty)
        }
    }

    @Test func lastWillMarksAllDevicesLost() throws {
        var parser = Zigbee2MQTTDiscoveryParser(root: Self.root)
        for message in emulator.announcement() {
            _ = parser.receive(message.topic.split(separator: "/"), payload: message.payload, isRetained: true)
        }
        let will = try #require(emulator.will)
        let lost = parser.receive(will.topic.split(separator: "/"), payload: will.payload, isRetained: false)
            .availabilities
        #expect(lost.count == Self.families.count && Set(lost.values) == [.lost])
        #expect(emulator.disconnectMessages().first == will)
    }
}

extension CapabilityValue {
    fileprivate static func sample(of capability: Capability, using random: inout SeededGenerator) -> CapabilityValue {
        switch capability.valueType {
        case .boolean: return .boolean(random.chance(0.5))
        case .number:
            let range = capability.range
            let value = Double.random(in: max(-1000, range.lowerBound)...min(10_000, range.upperBound), using: &random)
            return .number((value * 10).rounded() / 10)
        case .choice: return .text(random.pick(capability.options))
        case .text: return .text("word")
        case .color:
            return .color(
                hue: Double(Int.random(in: 0..<360, using: &random)),
                saturation: Double(Int.random(in: 0...100, using: &random)))
        }
    }

    /// Whether the values are equal except for the rounding errors of a conversion.
    fileprivate func isNear(_ other: CapabilityValue) -> Bool {
        guard case .number(let left) = self, case .number(let right) = other else { return self == other }
        return abs(left - right) <= 1e-6 * max(1, abs(right))
    }
}
