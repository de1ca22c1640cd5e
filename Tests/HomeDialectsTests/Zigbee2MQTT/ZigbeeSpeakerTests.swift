import HomeModel
import Testing

@testable import HomeDialects

/// What a simulated bridge publishes, the gateway reads back as it was.
@Suite struct ZigbeeSpeakerTests {
    private static let root = "villa"

    private static func measured(_ kind: CapabilityKind, flow: EnergyFlow? = nil, from minimum: Double? = nil)
        -> Capability
    {
        Capability(CapabilityName(kind), minimum: minimum, flow: flow)
    }

    private static func told(
        _ kind: CapabilityKind, _ minimum: Double? = nil, _ maximum: Double? = nil, step: Double? = nil,
        options: [String]? = nil
    ) -> Capability {
        Capability(
            CapabilityName(kind), minimum: minimum, maximum: maximum, step: step, roundsToStep: step != nil,
            options: options, isCommanded: true)
    }

    /// The families of the simulated home, by their parts.
    private static let families: [String: [(String, [Capability])]] = [
        "light": [
            (
                "main",
                [
                    told(.switch), told(.brightness, 0, 100, step: 1), told(.colorTemperature, 2200, 6500, step: 1),
                    measured(.power), measured(.energy, flow: .consumption),
                ]
            )
        ],
        "color-light": [("main", [told(.switch), told(.brightness, 0, 100), told(.color)])],
        "plug": [
            ("relay-1", [told(.switch), measured(.power), measured(.energy, flow: .consumption)]),
            ("relay-2", [told(.switch), measured(.power), measured(.energy, flow: .consumption)]),
        ],
        "thermostat": [
            (
                "main",
                [
                    measured(.temperature), told(.targetTemperature, 5, 30, step: 0.5),
                    told(.thermostatMode, options: ["off", "heat", "auto"]), measured(.battery),
                ]
            )
        ],
        "lock": [("main", [told(.lock, options: ["locked", "unlocked"]), measured(.battery)])],
        "cover": [("main", [told(.position, 0, 100, step: 1)])],
        "air": [("main", [measured(.temperature), measured(.humidity), measured(.co2), measured(.illuminance)])],
        "contact": [("main", [measured(.contact), measured(.battery)])],
        "motion": [("main", [measured(.motion), measured(.battery)])],
        "leak": [("main", [measured(.leak), measured(.battery), measured(.linkQuality)])],
        "smoke": [("main", [measured(.smoke), measured(.battery)])],
        "heat-pump": [
            (
                "main",
                [told(.switch), measured(.power), measured(.energy, flow: .consumption), measured(.temperature)]
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
        "valve": [("main", [told(.valve)])], "siren": [("main", [told(.siren)])],
    ]

    private static func devices() -> [SpokenDevice] {
        families.sorted { $0.key < $1.key }.map { id, parts in
            let parts = parts.compactMap { name, capabilities in
                PartID(name).map { Part(id: $0, capabilities: capabilities) }
            }
            return SpokenDevice(id: id, description: DeviceDescription(name: "My \(id)", model: "Sim", parts: parts))
        }
    }

    private let speaker = Zigbee2MQTTSpeaker(root: root, devices: devices())

    /// The models that the gateway makes of the bridge, by the ids of the devices.
    private func heard() -> (models: [String: any DialectModel], findings: [DialectFinding], ready: Int) {
        var gateway = Zigbee2MQTTAnnouncements(root: Self.root)
        let news = (speaker.announcement() + speaker.ready()).flatMap { message -> [Announcement] in
            let levels = message.topic.split(separator: "/")
            return Zigbee2MQTTAnnouncements.hears(levels) ? gateway.hear(levels, message.payload, isRetained: true) : []
        }
        let models = Dictionary(news.described.map { ($0.address.foreignID, $0.model) }) { $1 }
        let named = Self.families.keys.compactMap { id in models[Zigbee2MQTTSpeaker.foreignID(of: id)].map { (id, $0) }
        }
        return (Dictionary(named) { $1 }, news.findings, news.availabilities.count)
    }

    @Test func capabilitiesComeBack() throws {
        let (models, findings, _) = heard()
        #expect(findings.isEmpty && models.count == Self.families.count)
        for device in Self.devices() {
            let description = try #require(models[device.id]).description
            #expect(description.name == device.description.name && description.others.isEmpty)
            #expect(description.parts.map(\.id).sorted() == device.description.parts.map(\.id).sorted())
            for part in device.description.parts {
                let back = try #require(description[part.id])
                #expect(Set(back.capabilities.map(\.name)) == Set(part.capabilities.map(\.name)), "\(device.id)")
                for capability in part.capabilities {
                    let same = try #require(back[capability.name])
                    #expect(same.isCommanded == capability.isCommanded && same.flow == capability.flow)
                    #expect(Set(same.options) == Set(capability.options), "\(device.id)")
                    // A lamp's steps are those of its own unit.
                    let (left, right) = (same.range, capability.range)
                    #expect(abs(left.lowerBound - right.lowerBound) <= 0.01 * abs(right.lowerBound), "\(device.id)")
                    #expect(abs(left.upperBound - right.upperBound) <= 0.01 * abs(right.upperBound), "\(device.id)")
                }
            }
        }
    }

    @Test(arguments: [UInt64(1), 2, 3]) func valuesComeBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let models = heard().models
        for device in Self.devices() {
            let model = try #require(models[device.id])
            for part in model.description.parts {
                for capability in part.capabilities {
                    let wanted = CapabilityValue.sample(of: capability, using: &random)
                    // Rounded as the device would be told.
                    let value = model.valueAsSent(part.id, capability.name, wanted) ?? wanted
                    let said = SpokenValue(part.id, capability.name, value)
                    let reports = speaker.report(device.id, changed: [said], state: [said])
                    let lines = reports.flatMap { model.hear($0.topic, String(decoding: $0.payload, as: UTF8.self)) }
                    #expect(lines.first?.value?.isNear(value) == true, "seed \(seed): \(device.id) \(said) \(lines)")
                    #expect(reports.count == 1 && lines.count == 1)
                }
            }
        }
    }

    @Test(arguments: [UInt64(1), 2, 3]) func ordersArriveAsTheyWereMeant(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let models = heard().models
        var count = 0
        for device in Self.devices() {
            let model = try #require(models[device.id])
            for part in model.description.parts {
                for capability in part.capabilities where capability.isCommanded {
                    let value = CapabilityValue.sample(of: capability, using: &random)
                    let order = try #require(model.order(part.id, capability.name, value, number: 7))
                    let message = try #require(order.messages.first)
                    #expect(order.proof == .report && speaker.commandFilters.contains(message.topic))
                    let heard = speaker.hear(message.topic, message.payload).compactMap { request in
                        if case .set(let told) = request, told.device == device.id { told.wanted } else { nil }
                    }
                    let effects = part.effects(of: capability.name, becoming: order.value)
                    let meant = Set(effects.map { SpokenValue(part.id, $0.key, $0.value) })
                    #expect(Set(heard) == meant, "seed \(seed): \(message)")
                    count += 1
                    let question = try #require(model.question(part.id, capability.name, number: 7))
                    guard case .report(device.id)? = speaker.hear(question.topic, question.payload).first else {
                        Issue.record("\(device.id) does not answer \(question)")
                        continue
                    }
                }
            }
        }
        #expect(count >= 14)
    }

    @Test func refusedOrderIsALineInTheLog() throws {
        var gateway = Zigbee2MQTTAnnouncements(root: Self.root)
        for message in speaker.announcement() {
            _ = gateway.hear(message.topic.split(separator: "/"), message.payload, isRetained: true)
        }
        let requests = speaker.hear("villa/z2m/My lock/set", Array(#"{"state":"UNLOCK"}"#.utf8))
        guard case .set(let order)? = requests.first else {
            Issue.record("\(requests)")
            return
        }
        #expect(speaker.answer(order, isAccepted: true, state: []).isEmpty)
        let line = try #require(speaker.answer(order, isAccepted: false, state: []).first)
        #expect(!line.retain)
        let news = gateway.hear(line.topic.split(separator: "/"), line.payload, isRetained: false)
        guard case .failed(let address, .main, CapabilityName(.lock), _, isCertain: _)? = news.first else {
            Issue.record("\(news)")
            return
        }
        #expect(address.foreignID == Zigbee2MQTTSpeaker.foreignID(of: "lock"))
    }

    @Test func plainWordsAndStrangeOrdersAreHeardAsTheBridgeHearsThem() {
        guard case .set(let order)? = speaker.hear("villa/z2m/My color-light/set", Array("on".utf8)).first else {
            Issue.record("a plain word is not understood")
            return
        }
        #expect(order.wanted.value == .boolean(true))
        guard case .answer(let lines)? = speaker.hear("villa/z2m/My lock/set", Array(#"{"mood":1}"#.utf8)).first else {
            Issue.record("a strange key is not answered")
            return
        }
        #expect(lines.map(\.topic) == ["villa/z2m/bridge/logging"])
        for (topic, payload) in [("villa/z2m/nobody/set", "on"), ("villa/z2m/My lock", "{}"), ("other", "")] {
            #expect(speaker.hear(topic, Array(payload.utf8)).isEmpty)
        }
    }

    @Test func theWillTakesAllDevicesAlong() throws {
        var gateway = Zigbee2MQTTAnnouncements(root: Self.root)
        for message in speaker.announcement() {
            _ = gateway.hear(message.topic.split(separator: "/"), message.payload, isRetained: true)
        }
        let will = try #require(speaker.will)
        let lost = gateway.hear(will.topic.split(separator: "/"), will.payload, isRetained: false).availabilities
        #expect(lost.count == Self.families.count && Set(lost.values) == [.lost])
        #expect(speaker.farewell().first == will)
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

    /// Equal but for the last digits of a conversion.
    fileprivate func isNear(_ other: CapabilityValue) -> Bool {
        guard case .number(let left) = self, case .number(let right) = other else { return self == other }
        return abs(left - right) <= 1e-6 * max(1, abs(right))
    }
}
