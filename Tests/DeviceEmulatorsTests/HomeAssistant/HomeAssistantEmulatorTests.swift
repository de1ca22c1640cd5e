import DeviceEmulators
import SeededRandom
import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// The gateway decodes what an emulated device publishes, and the emulated device decodes the gateway's commands, each
/// without a change.
@Suite struct HomeAssistantEmulatorTests {
    private static let emulators: [any DeviceEmulator.Type] = [HomeAssistantEmulator.self, ESPHomeEmulator.self]

    private static func reported(_ kind: CapabilityKind, flow: EnergyFlow? = nil) -> Capability {
        Capability(CapabilityName(kind), flow: flow)
    }

    private static func commanded(
        _ kind: CapabilityKind, range: ClosedRange<Double>? = nil, step: Double? = nil, options: [String]? = nil
    ) -> Capability {
        Capability(
            CapabilityName(kind), minimum: range?.lowerBound, maximum: range?.upperBound, step: step,
            roundsToStep: step != nil, options: options, isCommanded: true)
    }

    /// The device families of the simulated home with their parts.
    private static let families: [String: [String: [Capability]]] = [
        "light": [
            "main": [
                commanded(.switch), commanded(.brightness, range: 0...100, step: 1),
                commanded(.colorTemperature, range: 2200...6500, step: 1),
                reported(.power), reported(.energy, flow: .consumption),
            ]
        ],
        "color-light": [
            "main": [commanded(.switch), commanded(.brightness, range: 0...100, step: 1), commanded(.color)]
        ],
        "plug": ["main": [commanded(.switch), reported(.power), reported(.energy, flow: .consumption)]],
        "strip": [
            "relay-1": [commanded(.switch), reported(.power), reported(.energy)],
            "relay-2": [commanded(.switch), reported(.power), reported(.energy)],
        ],
        "thermostat": [
            "main": [
                reported(.temperature), commanded(.targetTemperature, range: 5...30, step: 0.5),
                commanded(.thermostatMode, options: ["off", "heat", "auto"]), reported(.battery),
            ]
        ],
        "lock": ["main": [commanded(.lock), reported(.battery)]],
        "cover": [
            "main": [
                commanded(.position, range: 0...100, step: 1), commanded(.movement),
                commanded(.tilt, range: 0...100, step: 1),
            ]
        ],
        "garage": ["main": [commanded(.garageDoor), commanded(.movement), reported(.contact)]],
        "air": ["main": [reported(.temperature), reported(.humidity), reported(.co2), reported(.illuminance)]],
        "contact": ["main": [reported(.contact), reported(.battery)]],
        "motion": ["main": [reported(.motion), reported(.occupancy)]],
        "leak": ["main": [reported(.leak), reported(.smoke), reported(.tamper)]],
        "heat-pump": [
            "main": [
                commanded(.switch), reported(.power), reported(.energy, flow: .consumption), reported(.temperature),
            ],
            "outside": [reported(.temperature)],
        ],
        "solar": ["main": [reported(.power, flow: .production), reported(.energy, flow: .production)]],
        "valve": ["main": [commanded(.valve), reported(.water), reported(.flow)]],
        "siren": ["main": [commanded(.siren)]],
    ]

    private static func device(_ family: String) -> EmulatedDevice {
        let parts = (families[family] ?? [:]).sorted { $0.key < $1.key }.compactMap { name, capabilities in
            PartID(name).map { Part(id: $0, capabilities: capabilities) }
        }
        return EmulatedDevice(
            id: family, description: DeviceDescription(name: "My \(family)", model: "Sim", parts: parts))
    }

    private static func discover(_ emulator: any DeviceEmulator) throws -> any DialectModel {
        var parser = HomeAssistantDiscoveryParser(root: "u")
        let events = emulator.announcement().flatMap { message in
            parser.receive(message.topic.split(separator: "/"), payload: message.payload, isRetained: true)
        }
        #expect(events.findings.isEmpty)
        return try #require(events.described.last?.model)
    }

    @Test(arguments: families.keys.sorted()) func capabilitiesAreDecodedUnchanged(family: String) throws {
        for kind in Self.emulators {
            let device = Self.device(family)
            let model = try Self.discover(kind.init(root: "u", devices: [device]))
            #expect(model.description.others.isEmpty && model.description.name == device.description.name)
            #expect(model.description.parts.map(\.id) == device.description.parts.map(\.id))
            for part in device.description.parts {
                let back = try #require(model.description[part.id])
                #expect(Set(back.capabilities.map(\.name)) == Set(part.capabilities.map(\.name)))
                for capability in part.capabilities {
                    let same = try #require(back[capability.name])
                    #expect(same.isCommanded == capability.isCommanded && same.flow == capability.flow)
                    #expect(same.range == capability.range && Set(same.options) == Set(capability.options))
                }
            }
        }
    }

    @Test(arguments: families.keys.sorted(), [1, 2, 3] as [UInt64])
    func valuesAndCommandsAreDecodedUnchanged(family: String, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for kind in Self.emulators {
            let device = Self.device(family)
            let emulator = kind.init(root: "u", devices: [device])
            let model = try Self.discover(emulator)
            for part in device.description.parts {
                for capability in part.capabilities {
                    let value = generator.value(of: capability)
                    let emulated = EmulatedValue(part.id, capability: capability.name, value: value)
                    let updates = emulator.report(family, changed: [emulated], state: [emulated]).flatMap { message in
                        model.receive(message.topic, payload: String(decoding: message.payload, as: UTF8.self))
                    }
                    let own = updates.filter { $0.line.hasPrefix("\(part.id) \(capability.name) ") }
                    #expect(own.compactMap(\.value) == [value], "seed \(seed): \(part.id) \(capability.name)")
                    guard capability.isCommanded else { continue }
                    // A movement accepts only a stop.
                    guard capability.kind != .movement || value == .text("stopped") else { continue }
                    let command = try #require(
                        model.encodeCommand(part.id, capability: capability.name, value: value, number: 1))
                    let wanted = command.messages.flatMap { emulator.receive($0.topic, payload: $0.payload) }.compactMap
                    {
                        request in
                        if case .set(let requested) = request { requested.wanted } else { nil }
                    }
                    let expected = EmulatedValue(part.id, capability: capability.name, value: command.value)
                    #expect(wanted.contains(expected), "seed \(seed): \(part.id) \(capability.name) \(command)")
                    #expect(command.messages.allSatisfy { emulator.commandFilters.contains($0.topic) })
                }
            }
        }
    }

    @Test func willAndReadyMessageSetAvailability() throws {
        for kind in Self.emulators {
            let emulator = kind.init(root: "u", devices: [Self.device("plug")])
            let model = try Self.discover(emulator)
            let will = try #require(emulator.will)
            #expect(
                model.receive(will.topic, payload: String(decoding: will.payload, as: UTF8.self)) == [
                    .availability(.lost)
                ])
            let updates = emulator.ready().flatMap {
                model.receive($0.topic, payload: String(decoding: $0.payload, as: UTF8.self))
            }
            #expect(updates == [.availability(.ready)])
        }
    }

    @Test func emulatorsAreRecognizedAsTheirDialect() throws {
        for (kind, link) in zip(Self.emulators, [LinkKind.homeAssistant, .esphome]) {
            let emulator = kind.init(root: "u", devices: [Self.device("plug")])
            var parser = HomeAssistantDiscoveryParser(root: "u")
            let events = emulator.announcement().flatMap { message in
                parser.receive(message.topic.split(separator: "/"), payload: message.payload, isRetained: true)
            }
            #expect(Set(events.described.map(\.address.kind)) == [link])
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func value(of capability: Capability) -> CapabilityValue {
        switch capability.valueType {
        case .boolean: return .boolean(chance(0.5))
        case .number:
            let range = max(capability.range.lowerBound, 1)...min(capability.range.upperBound, 6500)
            let step = capability.step ?? 0.25
            return .number((Double.random(in: range, using: &self) / step).rounded(.down) * step)
        case .choice:
            // No command can jam a lock or set a door to a state of travel.
            return .text(pick(capability.options.filter { !["jammed", "opening", "closing"].contains($0) }))
        case .text: return .text("text")
        case .color: return .color(hue: Double(Int.random(in: 0...359, using: &self)), saturation: 50)
        }
    }
}
