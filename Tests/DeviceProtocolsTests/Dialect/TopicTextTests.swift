import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// Parsers refuse every topic that the MQTT transport would refuse.
@Suite struct TopicTextTests {
    /// Texts that make every topic that contains them invalid. In most of them the forbidden scalar is part of a larger
    /// grapheme cluster, so a comparison of characters does not find it.
    static let forbiddenPieces =
        ["+", "#", "+\u{301}", "#\u{200D}", "\r\n", "#\u{FE0F}", "a+", "x#y"]
        + [0, 1, 0x1F, 0x7F, 0x80, 0x9F, 0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF].map(text)
    static let allowedPieces =
        ["x", "Küche", "e\u{301}", "\u{301}", "a b", "🏠", "$", "%"] + [0xA0, 0xFDCF, 0xFDF0, 0xFFFD].map(text)

    private static func text(_ scalar: UInt32) -> String { Unicode.Scalar(scalar).map { String($0) } ?? "+" }

    @Test(arguments: forbiddenPieces) func topicWithForbiddenCharacterIsInvalid(piece: String) {
        for topic in [piece, "u/\(piece)", "\(piece)/x", "u/x\(piece)y", "u/\u{200D}\(piece)\u{301}/x"] {
            #expect(!TopicName.isValid(topic), "\(topic.debugDescription)")
        }
    }

    @Test(arguments: allowedPieces) func topicWithAllowedCharacterIsValid(piece: String) {
        for topic in [piece, "u/\(piece)", "/\(piece)//", "\(piece)/x"] { #expect(TopicName.isValid(topic)) }
    }

    @Test func lengthAndDepthAreBounded() {
        #expect(!TopicName.isValid(""))
        #expect(TopicName.isValid(String(repeating: "é", count: 256)))
        #expect(!TopicName.isValid(String(repeating: "é", count: 256) + "x"))
        #expect(TopicName.isValid(String(repeating: "/", count: 200)))
        #expect(!TopicName.isValid(String(repeating: "/", count: 201)))
        #expect(!TopicName.isValid(String(repeating: "/\u{301}", count: 201)))
    }

    @Test func levelsAreSplitByBytes() {
        #expect(
            TopicName.levels("u/\u{301}x/y").map { Array($0.utf8) } == ["u", "\u{301}x", "y"].map { Array($0.utf8) })
        #expect(TopicName.levels("/a//") == ["", "a", "", ""] && TopicName.levels("") == [""])
    }

    @Test func topicPrefixIsComparedByBytes() {
        #expect(
            TopicName.isBelow("u", topic: "u/x") && TopicName.isBelow("u", topic: "u/")
                && TopicName.isBelow("u", topic: "u/\u{301}"))
        for topic in ["u", "", "ux/y", "/u/x", "v/x", "U/x"] { #expect(!TopicName.isBelow("u", topic: topic)) }
        // The Kelvin sign equals K as a string, but not as a topic.
        #expect(TopicName.isBelow("K", topic: "K/x") && !TopicName.isBelow("K", topic: "\u{212A}/x"))
    }
}

/// Each parser reports an announcement with an invalid topic as a finding and does not subscribe to the topic.
extension TopicTextTests {
    @Test(arguments: forbiddenPieces) func zigbeeNameWithForbiddenCharacterIsRefused(piece: String) {
        for name in [piece, "a\(piece)", "a/\(piece)/b"] {
            var parser = ZigbeeSamples.bridge()
            let list = JSONValue.list([ZigbeeSamples.device(1, name: name), ZigbeeSamples.device(2, name: "good")])
            let events = parser.receive(ZigbeeSamples.topic("devices"), payload: list.description)
            #expect(!events.described.contains { $0.model.description.name != "good" }, "\(name.debugDescription)")
            #expect(events.findings.map(\.error.code) == ["badField"], "\(name.debugDescription)")
        }
    }

    @Test(arguments: ["a/\u{301}set/b", "\u{301}/set", "a/set", "bridge/\u{301}"]) func reservedZigbeeLevelIsRefused(
        name: String
    ) {
        let isReserved = name != "a/\u{301}set/b"
        #expect((try? ZigbeeName.checked(name)) == (isReserved ? nil : name))
    }

    @Test(arguments: forbiddenPieces) func tasmotaTopicWithForbiddenCharacterIsRefused(piece: String) {
        let changes: [JSONObject] = [
            ["t": .text(piece)], ["ft": .text("u/\(piece)/%prefix%/%topic%/")], ["tp": ["cmnd", "stat", .text(piece)]],
            ["ft": "u/%hostname%/%prefix%/%topic%/", "hn": .text(piece)],
        ]
        for change in changes {
            #expect(throws: DialectError.self) { try TasmotaSamples.model(change) }
        }
    }

    @Test(arguments: ["tasmota", "homie", "zigbee2mqtt", "tomte-control", "cmnd"])
    func tasmotaDeviceWithSharedRootIsRefused(root: String) {
        var parser = TasmotaDiscoveryParser(root: "tasmota")
        _ = parser.receive(TasmotaSamples.sensorsTopic, payload: TasmotaSamples.sensors())
        let config = TasmotaSamples.config(["ft": .text("\(root)/%prefix%/%topic%/")])
        let events = parser.receive(TasmotaSamples.configTopic, payload: config)
        #expect(events.described.isEmpty && events.findings.map(\.error.code) == ["badField"])
    }

    /// Recursive expansion would turn 60 kB into gigabytes.
    @Test func tasmotaPlaceholdersAreNotExpandedRecursively() {
        let start = ContinuousClock.now
        let prefix = String(repeating: "%topic%", count: 4000)
        let change: JSONObject = [
            "ft": .text(String(repeating: "%prefix%", count: 28) + "%topic%"), "tp": [.text(prefix), "a", "b"],
            "t": .text(String(repeating: "t", count: 30_000)),
        ]
        #expect(throws: DialectError.self) { try TasmotaSamples.model(change) }
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    @Test(arguments: forbiddenPieces) func homeAssistantTopicWithForbiddenCharacterIsRefused(piece: String) {
        var sample = HomeAssistantSample()
        for key in ["stat_t", "cmd_t"] {
            let fields = JSONObject([.init(key: key, value: .text("u/\(piece)"))])
            let events = sample.receive("switch/one", payload: .object(fields))
            #expect(events.described.isEmpty && events.findings.map(\.error.code) == ["foreignTopic"], "\(events)")
        }
    }

    @Test func homeAssistantTopicWith201SeparatorsIsRefused() {
        var sample = HomeAssistantSample()
        let topic = "u" + String(repeating: "/", count: 201)
        #expect(
            sample.receive("sensor/one", payload: ["stat_t": .text(topic)]).findings.map(\.error.code) == [
                "foreignTopic"
            ])
    }
}
