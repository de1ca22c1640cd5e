import DeviceFixtures
import HomeModel
import Testing

@testable import HomeDialects

/// What a simulated device publishes, the gateway reads back as it was; what it is told, the device understands.
@Suite struct HomeAssistantSpeakerTests {
    private static let speakers: [any DialectSpeaker.Type] = [HomeAssistantSpeaker.self, ESPHomeSpeaker.self]

    private static func measured(_ kind: CapabilityKind, flow: EnergyFlow? = nil) -> Capability {
        Capability(CapabilityName(kind), flow: flow)
    }

    private static func told(
        _ kind: CapabilityKind, _ range: ClosedRange<Double>? = nil, step: Double? = nil, options: [String]? = nil
    ) -> Capability {
        Capability(
            CapabilityName(kind), minimum: range?.lowerBound, maximum: range?.upperBound, step: step,
            roundsToStep: step != nil, options: options, isCommanded: true)
    }

    /// The families of the simulated home, by their parts.
    private static let families: [String: [String: [Capability]]] = [
        "light": [
            "main": [
                told(.switch), told(.brightness, 0...100, step: 1), told(.colorTemperature, 2200...6500, step: 1),
                measured(.power), measured(.energy, flow: .consumption),
            ]
        ],
        "color-light": ["main": [told(.switch), told(.brightness, 0...100, step: 1), told(.color)]],
        "plug": ["main": [told(.switch), measured(.power), measured(.energy, flow: .consumption)]],
        "strip": [
            "relay-1": [told(.switch), measured(.power), measured(.energy)],
            "relay-2": [told(.switch), measured(.power), measured(.energy)],
        ],
        "thermostat": [
            "main": [
                measured(.temperature), told(.targetTemperature, 5...30, step: 0.5),
                told(.thermostatMode, options: ["off", "heat", "auto"]), measured(.battery),
            ]
        ],
        "lock": ["main": [told(.lock), measured(.battery)]],
        "cover": ["main": [told(.position, 0...100, step: 1), told(.movement), told(.tilt, 0...100, step: 1)]],
        "garage": ["main": [told(.garageDoor), told(.movement), measured(.contact)]],
        "air": ["main": [measured(.temperature), measured(.humidity), measured(.co2), measured(.illuminance)]],
        "contact": ["main": [measured(.contact), measured(.battery)]],
        "motion": ["main": [measured(.motion), measured(.occupancy)]],
        "leak": ["main": [measured(.leak), measured(.smoke), measured(.tamper)]],
        "heat-pump": [
            "main": [told(.switch), measured(.power), measured(.energy, flow: .consumption), measured(.temperature)],
            "outside": [measured(.temperature)],
        ],
        "solar": ["main": [measured(.power, flow: .production), measured(.energy, flow: .production)]],
        "valve": ["main": [told(.valve), measured(.water), measured(.flow)]], "siren": ["main": [told(.siren)]],
    ]

    private static func device(_ family: String) -> SpokenDevice {
        let parts = (families[family] ?? [:]).sorted { $0.key < $1.key }.compactMap { name, capabilities in
            PartID(name).map { Part(id: $0, capabilities: capabilities) }
        }
        return SpokenDevice(
            id: family, description: DeviceDescription(name: "My \(family)", model: "Sim", parts: parts))
    }

    private static func heard(_ speaker: any DialectSpeaker) throws -> any DialectModel {
        var gateway = HomeAssistantAnnouncements(root: "u")
        let news = speaker.announcement().flatMap { message in
            gateway.hear(message.topic.split(separator: "/"), message.payload, isRetained: true)
        }
        #expect(news.findings.isEmpty)
        return try #require(news.described.last?.model)
    }

    @Test(arguments: families.keys.sorted()) func capabilitiesComeBack(family: String) throws {
        for kind in Self.speakers {
            let device = Self.device(family)
            let model = try Self.heard(kind.init(root: "u", devices: [device]))
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
    func valuesComeBackAndOrdersAreUnderstood(family: String, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for kind in Self.speakers {
            let device = Self.device(family)
            let speaker = kind.init(root: "u", devices: [device])
            let model = try Self.heard(speaker)
            for part in device.description.parts {
                for capability in part.capabilities {
                    let value = generator.value(of: capability)
                    let spoken = SpokenValue(part.id, capability.name, value)
                    let said = speaker.report(family, changed: [spoken], state: [spoken]).flatMap { message in
                        model.hear(message.topic, String(decoding: message.payload, as: UTF8.self))
                    }
                    let own = said.filter { $0.line.hasPrefix("\(part.id) \(capability.name) ") }
                    #expect(own.compactMap(\.value) == [value], "seed \(seed): \(part.id) \(capability.name)")
                    guard capability.isCommanded else { continue }
                    // On its way is nothing that can be told.
                    guard capability.kind != .movement || value == .text("stopped") else { continue }
                    let order = try #require(model.order(part.id, capability.name, value, number: 1))
                    let wanted = order.messages.flatMap { speaker.hear($0.topic, $0.payload) }.compactMap { request in
                        if case .set(let order) = request { order.wanted } else { nil }
                    }
                    let understood = SpokenValue(part.id, capability.name, order.value)
                    #expect(wanted.contains(understood), "seed \(seed): \(part.id) \(capability.name) \(order)")
                    #expect(order.messages.allSatisfy { speaker.commandFilters.contains($0.topic) })
                }
            }
        }
    }

    @Test func theLastWillIsTheAvailability() throws {
        for kind in Self.speakers {
            let speaker = kind.init(root: "u", devices: [Self.device("plug")])
            let model = try Self.heard(speaker)
            let will = try #require(speaker.will)
            #expect(model.hear(will.topic, String(decoding: will.payload, as: UTF8.self)) == [.availability(.lost)])
            let said = speaker.ready().flatMap { model.hear($0.topic, String(decoding: $0.payload, as: UTF8.self)) }
            #expect(said == [.availability(.ready)])
        }
    }

    @Test func eachSpeaksItsDialect() throws {
        for (kind, link) in zip(Self.speakers, [LinkKind.homeAssistant, .esphome]) {
            let speaker = kind.init(root: "u", devices: [Self.device("plug")])
            var gateway = HomeAssistantAnnouncements(root: "u")
            let news = speaker.announcement().flatMap { message in
                gateway.hear(message.topic.split(separator: "/"), message.payload, isRetained: true)
            }
            #expect(Set(news.described.map(\.address.kind)) == [link])
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
            // A lock is not told to jam, nor a door to be on its way.
            return .text(pick(capability.options.filter { !["jammed", "opening", "closing"].contains($0) }))
        case .text: return .text("text")
        case .color: return .color(hue: Double(Int.random(in: 0...359, using: &self)), saturation: 50)
        }
    }
}
