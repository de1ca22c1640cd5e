import DeviceFixtures
import SeededRandom
@testable import DeviceProtocols
import HomeModel
import Testing

@Suite struct Homie4AnnouncementTests {
    private static let address = LinkAddress(kind: .homie4, foreignID: "box", root: "u")

    @Test func deviceIsDescribedOnceWhenStateComesLast() throws {
        let events = Homie4Samples.receive(Homie4Samples.thermometer)
        let (address, model, _) = try #require(events.described.first)
        #expect(events.described.count == 1 && address == Self.address)
        #expect(events.availabilities == [Self.address: .ready])
        #expect(model.description.name == "Boiler box" && model.description.model == "boiler-box")
        #expect(model.description.hardware == [HardwareID("a1b2c3d4e5f6")])
        #expect(model.topics.map(\.topic).sorted() == ["u/box/relay/on", "u/box/tank/temperature"])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func attributeOrderDoesNotChangeTheDevice(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let usual = try #require(Homie4Samples.receive(Homie4Samples.thermometer).described.last)
        let events = Homie4Samples.receive(Homie4Samples.thermometer.shuffled(using: &random))
        #expect(events.described.last?.native == usual.native, "seed \(seed)")
        #expect(events.findings.isEmpty, "seed \(seed)")
    }

    @Test func startingDeviceIsNotDescribed() {
        let events = Homie4Samples.receive([("u/box/$state", "init")] + Homie4Samples.thermometer.dropLast())
        #expect(events.described.isEmpty)
        #expect(events.availabilities == [Self.address: .starting])
    }

    @Test func changedDeviceIsDescribedWhenReadyAgain() throws {
        var parser = Homie4DiscoveryParser(root: "u")
        _ = Homie4Samples.receive(Homie4Samples.thermometer, parser: &parser)
        let changes = [
            ("u/box/$state", "init"), ("u/box/$nodes", "tank"), ("u/box/tank/temperature/$unit", "°C"),
            ("u/box/$state", "ready"), ("u/box/$state", "ready"),
        ]
        let events = Homie4Samples.receive(changes, parser: &parser)
        #expect(events.described.count == 1)
        #expect(events.described.first?.model.description.parts.map(\.id.rawValue) == ["tank"])
    }

    @Test(
        arguments: [
            ("init", .starting), ("ready", .ready), ("alert", .ready), ("sleeping", .sleeping),
            ("disconnected", .disconnected), ("lost", .lost),
        ] as [(String, Availability)])
    func stateMapsToAvailability(word: String, availability: Availability) {
        #expect(Homie4Samples.receive([("u/box/$state", word)]).availabilities == [Self.address: availability])
    }

    @Test func homie5RefusesTheAlertState() {
        let known = EscapedText("init, ready, sleeping, disconnected and lost")
        #expect(throws: DialectError.unknownState(EscapedText("alert"), known: known)) {
            try Availability(homieState: Array("alert".utf8))
        }
        let four = EscapedText("init, ready, alert, sleeping, disconnected and lost")
        #expect(throws: DialectError.unknownState(EscapedText("alarm"), known: four)) {
            try Availability(homieState: Array("alarm".utf8), .four)
        }
    }

    @Test(arguments: ["u/box/$state", "u/box/$homie"])
    func clearedDeviceIsRemoved(topic: String) {
        var parser = Homie4DiscoveryParser(root: "u")
        _ = Homie4Samples.receive(Homie4Samples.thermometer, parser: &parser)
        let cleared = [(topic: topic, payload: "")] + Homie4Samples.thermometer.dropLast().map { ($0.topic, "") }
        #expect(Set(Homie4Samples.receive(cleared, parser: &parser).removed) == [Self.address])
        #expect(Homie4Samples.receive([("u/box/$state", "ready")], parser: &parser).described.isEmpty)
        #expect(Homie4Samples.receive(Homie4Samples.thermometer, parser: &parser).described.count > 0)
    }

    @Test(arguments: [
        ("u/box/$homie", "2.0.1", "unsupportedVersion"), ("u/box/$homie", "5.0", "unsupportedVersion"),
        ("u/box/$homie", "4.x", "unsupportedVersion"), ("u/box/$state", "Ready", "unknownState"),
        ("u/box/$nodes", "relay,lamps[]", "badField"), ("u/box/relay/on/$settable", "yes", "badField"),
        ("u/box/relay/on/$datatype", "datetime", "badField"),
        ("u/box/$name", String(repeating: "x", count: 1025), "tooLarge"),
        ("u/BOX/$name", "Box", "foreignTopic"), ("u//$name", "Box", "foreignTopic"),
        ("u/box/$nodes", (0...64).map { "n\($0)" }.joined(separator: ","), "tooMany"),
        ("u/box/relay/$properties", (0...64).map { "p\($0)" }.joined(separator: ","), "tooMany"),
    ])
    func invalidAttributeIsAFinding(topic: String, payload: String, code: String) {
        let findings = Homie4Samples.receive([(topic, payload)]).findings
        #expect(findings.map(\.topic) == [topic] && findings.map(\.error.code) == [code])
    }

    @Test func invalidPropertyDoesNotAffectOthers() throws {
        let events = Homie4Samples.receive(
            [("u/box/relay/on/$datatype", "toggle")]
                + Homie4Samples.thermometer.filter {
                    $0.topic != "u/box/relay/on/$datatype"
                })
        let parts = try #require(events.described.last?.model.description.parts)
        #expect(parts.map(\.capabilities.count) == [0, 1])
        #expect(events.findings.map(\.topic) == ["u/box/relay/on/$datatype"])
    }

    @Test func homie3PropertyWithoutDatatypeIsText() throws {
        let messages = [
            ("u/box/$homie", "3.0.1"), ("u/box/$nodes", "note"), ("u/box/note/$properties", "line"),
            ("u/box/$state", "ready"),
        ]
        let description = try #require(Homie4Samples.receive(messages).described.last?.model.description)
        #expect(description.parts.first?.capabilities.map(\.kind) == [.text])
        let later = messages.map { ($0.0, $0.1 == "3.0.1" ? "4.0.0" : $0.1) }
        #expect(Homie4Samples.receive(later).described.isEmpty)
    }

    @Test(arguments: [
        "u/5/lamp/$state", "u/5/lamp/$description", "u/5/lamp/light/power/$target", "u/box/$stats/uptime",
        "u/box/$implementation/ota/enabled", "u/box/relay/on", "u/box/relay/on/set", "u/tele/plug/LWT",
        "u/z2m/bridge/devices",
        "u/ha/sensor/x/config", "u/online", "u/$state",
    ])
    func topicsOfOtherDialectsAreIgnored(topic: String) {
        #expect(!Homie4DiscoveryParser.matches(topic.split(separator: "/", omittingEmptySubsequences: false)))
    }

    @Test func subscriptionFiltersMatchParsedTopics() {
        let filters = Set(Homie4DiscoveryParser.filters)
        #expect(filters.count == Homie4DiscoveryParser.filters.count)
        for filter in filters {
            let levels = filter.replacing("+", with: "box").split(separator: "/", omittingEmptySubsequences: false)
            #expect(Homie4DiscoveryParser.matches(levels), "\(filter)")
        }
    }
}

/// The attributes of a relay with a thermometer.
enum Homie4Samples {
    static let thermometer: [(topic: String, payload: String)] = [
        ("u/box/$homie", "4.0.0"), ("u/box/$name", "Boiler box"), ("u/box/$mac", "A1:B2:C3:D4:E5:F6"),
        ("u/box/$nodes", "relay,tank"), ("u/box/$fw/name", "boiler-box"),
        ("u/box/relay/$name", "Relay"), ("u/box/relay/$type", "relay"), ("u/box/relay/$properties", "on"),
        ("u/box/relay/on/$name", "On"), ("u/box/relay/on/$datatype", "boolean"),
        ("u/box/relay/on/$settable", "true"), ("u/box/relay/on/$retained", "true"),
        ("u/box/tank/$name", "Tank"), ("u/box/tank/$properties", "temperature"),
        ("u/box/tank/temperature/$name", "Temperature"), ("u/box/tank/temperature/$datatype", "float"),
        ("u/box/tank/temperature/$unit", "°F"), ("u/box/tank/temperature/$format", "0:250"),
        ("u/box/$state", "ready"),
    ]

    /// Returns the events of `messages` in the order of the messages.
    static func receive(
        _ messages: [(topic: String, payload: String)], parser: inout Homie4DiscoveryParser
    ) -> [DiscoveryEvent] {
        messages.flatMap { parser.receive($0.topic, payload: $0.payload) }
    }

    static func receive(_ messages: [(topic: String, payload: String)]) -> [DiscoveryEvent] {
        var parser = Homie4DiscoveryParser(root: "u")
        return receive(messages, parser: &parser)
    }
}
