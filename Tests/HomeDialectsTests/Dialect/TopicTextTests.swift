import DeviceFixtures
import HomeModel
import Testing

@testable import HomeDialects

/// No device names a topic that the transport would refuse.
@Suite struct TopicTextTests {
    /// Pieces that spoil every topic they stand in, most of them so that whole characters do not show it.
    static let spoilers =
        ["+", "#", "+\u{301}", "#\u{200D}", "\r\n", "#\u{FE0F}", "a+", "x#y"]
        + [0, 1, 0x1F, 0x7F, 0x80, 0x9F, 0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF].map(text)
    static let plain =
        ["x", "Küche", "e\u{301}", "\u{301}", "a b", "🏠", "$", "%"] + [0xA0, 0xFDCF, 0xFDF0, 0xFFFD].map(text)

    private static func text(_ scalar: UInt32) -> String { Unicode.Scalar(scalar).map { String($0) } ?? "+" }

    @Test(arguments: spoilers) func pieceSpoilsTheTopic(piece: String) {
        for topic in [piece, "u/\(piece)", "\(piece)/x", "u/x\(piece)y", "u/\u{200D}\(piece)\u{301}/x"] {
            #expect(!TopicText.isName(topic), "\(topic.debugDescription)")
        }
    }

    @Test(arguments: plain) func pieceIsHarmless(piece: String) {
        for topic in [piece, "u/\(piece)", "/\(piece)//", "\(piece)/x"] { #expect(TopicText.isName(topic)) }
    }

    @Test func lengthAndDepthAreBounded() {
        #expect(!TopicText.isName(""))
        #expect(TopicText.isName(String(repeating: "é", count: 256)))
        #expect(!TopicText.isName(String(repeating: "é", count: 256) + "x"))
        #expect(TopicText.isName(String(repeating: "/", count: 200)))
        #expect(!TopicText.isName(String(repeating: "/", count: 201)))
        #expect(!TopicText.isName(String(repeating: "/\u{301}", count: 201)))
    }

    @Test func levelsArePartedByTheirBytes() {
        #expect(
            TopicText.levels("u/\u{301}x/y").map { Array($0.utf8) } == ["u", "\u{301}x", "y"].map { Array($0.utf8) })
        #expect(TopicText.levels("/a//") == ["", "a", "", ""] && TopicText.levels("") == [""])
    }

    @Test func belowMeansTheSameBytes() {
        #expect(TopicText.isBelow("u", "u/x") && TopicText.isBelow("u", "u/") && TopicText.isBelow("u", "u/\u{301}"))
        for topic in ["u", "", "ux/y", "/u/x", "v/x", "U/x"] { #expect(!TopicText.isBelow("u", topic)) }
        // The Kelvin sign equals K as a text, and not as a topic.
        #expect(TopicText.isBelow("K", "K/x") && !TopicText.isBelow("K", "\u{212A}/x"))
    }
}

/// The same in what devices announce: the one that breaks the rule is a finding, nothing of it is listened to.
extension TopicTextTests {
    @Test(arguments: spoilers) func zigbeeNameIsRefused(piece: String) {
        for name in [piece, "a\(piece)", "a/\(piece)/b"] {
            var heard = ZigbeeSamples.bridge()
            let list = JSONValue.list([ZigbeeSamples.device(1, name), ZigbeeSamples.device(2, "good")])
            let news = heard.hear(ZigbeeSamples.topic("devices"), list.description)
            #expect(!news.described.contains { $0.model.description.name != "good" }, "\(name.debugDescription)")
            #expect(news.findings.map(\.error.code) == ["badField"], "\(name.debugDescription)")
        }
    }

    @Test(arguments: ["a/\u{301}set/b", "\u{301}/set", "a/set", "bridge/\u{301}"]) func zigbeeLevelIsRefused(
        name: String
    ) {
        let isReserved = name != "a/\u{301}set/b"
        #expect((try? ZigbeeName.checked(name)) == (isReserved ? nil : name))
    }

    @Test(arguments: spoilers) func tasmotaTopicIsRefused(piece: String) {
        let changes: [JSONObject] = [
            ["t": .text(piece)], ["ft": .text("u/\(piece)/%prefix%/%topic%/")], ["tp": ["cmnd", "stat", .text(piece)]],
            ["ft": "u/%hostname%/%prefix%/%topic%/", "hn": .text(piece)],
        ]
        for change in changes {
            #expect(throws: DialectError.self) { try TasmotaSamples.model(change) }
        }
    }

    @Test(arguments: ["tasmota", "homie", "zigbee2mqtt", "tomte-control", "cmnd"]) func tasmotaCannotOwnASharedRoot(
        root: String
    ) {
        var heard = TasmotaAnnouncements(root: "tasmota")
        _ = heard.hear(TasmotaSamples.sensorsTopic, TasmotaSamples.sensors())
        let config = TasmotaSamples.config(["ft": .text("\(root)/%prefix%/%topic%/")])
        let news = heard.hear(TasmotaSamples.configTopic, config)
        #expect(news.described.isEmpty && news.findings.map(\.error.code) == ["badField"])
    }

    /// Names within names would grow from 60 kB to gigabytes.
    @Test func tasmotaNamesAreNotExpandedAgain() {
        let start = ContinuousClock.now
        let prefix = String(repeating: "%topic%", count: 4000)
        let change: JSONObject = [
            "ft": .text(String(repeating: "%prefix%", count: 28) + "%topic%"), "tp": [.text(prefix), "a", "b"],
            "t": .text(String(repeating: "t", count: 30_000)),
        ]
        #expect(throws: DialectError.self) { try TasmotaSamples.model(change) }
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    @Test(arguments: spoilers) func homeAssistantTopicIsRefused(piece: String) {
        var sample = HomeAssistantSample()
        for key in ["stat_t", "cmd_t"] {
            let news = sample.hear("switch/one", .object(JSONObject([.init(key: key, value: .text("u/\(piece)"))])))
            #expect(news.described.isEmpty && news.findings.map(\.error.code) == ["foreignTopic"], "\(news)")
        }
    }

    @Test func homeAssistantTopicOf201SeparatorsIsRefused() {
        var sample = HomeAssistantSample()
        let topic = "u" + String(repeating: "/", count: 201)
        #expect(sample.hear("sensor/one", ["stat_t": .text(topic)]).findings.map(\.error.code) == ["foreignTopic"])
    }
}
