@testable import HomeDialects
import HomeModel
import Testing

/// Which announcements make a device, and which are findings.
@Suite struct TasmotaDiscoveryTests {
    private typealias Samples = TasmotaSamples

    @Test(arguments: [true, false]) func bothOrdersDescribeTheDeviceOnce(configComesFirst: Bool) throws {
        var heard = TasmotaAnnouncements(root: "tasmota")
        let messages = [(Samples.configTopic, Samples.config()), (Samples.sensorsTopic, Samples.sensors())]
        let news = (configComesFirst ? messages : messages.reversed()).map { heard.hear($0, $1) }
        #expect(news[0].described.isEmpty && news[1].described.map(\.address) == [Samples.address])
        #expect(news[0].sketched.map(\.address) == (configComesFirst ? [Samples.address] : []))
        let again = try #require(Dialects.model(of: Samples.address, native: news[1].described[0].native))
        #expect(again.description == news[1].described[0].model.description)
    }

    /// Its outputs and switches are known, and firmware without sensors may never say more.
    @Test func aConfigAloneIsEnoughToAdoptTheDevice() throws {
        var heard = TasmotaAnnouncements(root: "tasmota")
        let known = try #require(heard.hear(Samples.configTopic, Samples.config()).sketched.first)
        #expect(known.model.lines["main"]?.contains("switch rw") == true)
        #expect(Dialects.model(of: known.address, native: known.native)?.description == known.model.description)
        let whole = try #require(
            heard.hear(Samples.sensorsTopic, Samples.sensors(["BH1750": ["Illuminance": 3]])).described.first)
        #expect(whole.model.lines["main"]?.contains("illuminance r") == true)
    }

    @Test func aNewConfigDescribesAgain() {
        var heard = Self.heard()
        let news = heard.hear(Samples.configTopic, Samples.config(["rl": [1, 1]]))
        #expect(news.described.map { $0.model.description.parts.count } == [3])
    }

    @Test func newSensorsDescribeAgain() {
        var heard = Self.heard()
        let news = heard.hear(Samples.sensorsTopic, Samples.sensors(["BH1750": ["Illuminance": 3]]))
        #expect(news.described.first?.model.lines["main"]?.contains("illuminance r") == true)
    }

    @Test func anEmptyConfigRemovesTheDeviceOnce() {
        var heard = Self.heard()
        #expect(heard.hear(Samples.configTopic, "").removed == [Samples.address])
        #expect(heard.hear(Samples.configTopic, "").isEmpty)
        #expect(heard.hear(Samples.sensorsTopic, "").isEmpty)
    }

    /// The home may have forgotten it meanwhile.
    @Test func whatIsSaidAgainIsDescribedAgain() {
        var heard = Self.heard()
        for (topic, payload) in [(Samples.configTopic, Samples.config()), (Samples.sensorsTopic, Samples.sensors())] {
            let news = heard.hear(topic, payload)
            #expect(news.count == 1 && news.described.map(\.address) == [Samples.address])
        }
    }

    /// To clear the topic would take the device away.
    @Test func aBrokenConfigIsNotUselessWhereADeviceIsKnownFromIt() {
        var heard = Self.heard()
        #expect(heard.hear(Samples.configTopic, "{").findings.map(\.isUseless) == [false])
        _ = heard.hear(Samples.configTopic, "")
        #expect(heard.hear(Samples.configTopic, "{").findings.map(\.isUseless) == [true])
    }

    /// It does not say again that it is there: what it said last holds.
    @Test func aDeviceThatComesAgainIsNotLost() {
        var heard = Self.heard()
        _ = heard.hear(Samples.configTopic, "")
        let back = heard.hear(Samples.configTopic, Samples.config())
        #expect(back.described.count == 1 && back.availabilities == [Samples.address: .unknown])
        #expect(heard.hear(Samples.configTopic, Samples.config(["dn": "Other"])).availabilities.isEmpty)
        _ = heard.hear(Samples.configTopic, "")
        _ = heard.hear(Samples.sensorsTopic, "")
        #expect(heard.hear(Samples.configTopic, Samples.config()).availabilities == [Samples.address: .unknown])
        #expect(heard.hear(Samples.sensorsTopic, Samples.sensors()).availabilities.isEmpty)
    }

    @Test func aDeviceThatMovesToAnotherRootIsTakenAway() {
        var heard = Self.heard()
        let news = heard.hear(Samples.configTopic, Samples.config(["ft": "v/%prefix%/%topic%/"]))
        #expect(news.removed == [Samples.address] && news.described.map(\.address.root) == ["v"])
    }

    @Test func brokenSensorsLeaveTheRelays() {
        var heard = TasmotaAnnouncements(root: "tasmota")
        _ = heard.hear(Samples.configTopic, Samples.config())
        let news = heard.hear(Samples.sensorsTopic, "{\"sn\":[1]}")
        #expect(news.findings.map(\.error.code) == ["badField"] && news.described.count == 1)
    }

    @Test func aBrokenConfigLeavesTheDeviceAsItWas() {
        var heard = Self.heard()
        #expect(heard.hear(Samples.configTopic, "{").findings.map(\.error.code) == ["notJSON"])
        let news = heard.hear(Samples.sensorsTopic, Samples.sensors(["DS18B20": ["Temperature": 21]]))
        #expect(news.described.map(\.address) == [Samples.address])
        #expect(news.described.first?.model.lines["main"]?.contains("switch rw") == true)
    }

    /// What the config changes, and which field the finding names.
    private static let impossible: [(JSONObject, field: String)] = [
        (["mac": "AABBCC112234"], "mac"), (["mac": .null], "mac"), (["ver": 2], "ver"),
        (["ft": "%prefix%/%topic%/"], "ft"), (["ft": "u/%prefix%/"], "ft"), (["ft": "u/%topic%/"], "ft"),
        (["ft": "u/+/%prefix%/%topic%/"], "ft"), (["ft": "u/%prefix%/%topic%/#"], "ft"),
        (["ft": "U/%prefix%/%topic%/"], "ft"), (["ft": "/%prefix%/%topic%/"], "ft"),
        (["ft": "u//%prefix%/%topic%/"], "ft"), (["ft": "u/%prefix%/%topic%/%other%/"], "ft"),
        (["ft": .text("u/%prefix%/%topic%/" + String(repeating: "x", count: 300))], "ft"), (["t": "a+b"], "ft"),
        (["t": "#"], "ft"), (["t": ""], "ft"), (["t": "a\u{0}"], "ft"), (["tp": ["x", "x", "x"]], "tp"),
        (["tp": ["cmnd", "stat"]], "tp"), (["tp": ["+", "stat", "tele"]], "ft"), (["tp": 3], "tp"),
        (["onln": "Here", "ofln": "Here"], "ofln"), (["rl": ["x"]], "rl"), (["rl": [1.5]], "rl"),
        (["dn": 7], "dn"), (["lt_st": "5"], "lt_st"),
    ]

    @Test(arguments: impossible.indices) func whatCannotBeADeviceIsAFinding(index: Int) {
        let (changes, field) = Self.impossible[index]
        var heard = TasmotaAnnouncements(root: "tasmota")
        _ = heard.hear(Samples.sensorsTopic, Samples.sensors())
        let news = heard.hear(Samples.configTopic, Samples.config(changes))
        guard case .badField(field, _) = news.findings.first?.error else {
            Issue.record("\(changes): \(news)")
            return
        }
        #expect(news.described.isEmpty && news.findings[0].topic == Samples.configTopic)
    }

    @Test(arguments: ["rl", "swc", "btn", "fn", "sho", "sht"]) func absurdlyLongListsAreCut(key: String) throws {
        var heard = Self.heard()
        let long = JSONValue.list(Array(repeating: key == "sht" ? [0, 0, 0] : key == "fn" ? "x" : 1, count: 65))
        let news = heard.hear(Samples.configTopic, Samples.config(JSONObject([.init(key: key, value: long)])))
        let described = try #require(news.described.first)
        #expect(news.findings.isEmpty && described.model.description.others.contains { $0.hasPrefix("\(key): ") })
        #expect(
            Dialects.model(of: described.address, native: described.native)?.description == described.model.description)
    }

    @Test(arguments: ["aabbcc112233", "AABBCC11223", "AABBCC1122334", "AABBCC11223G", "", "+"])
    func aTopicWithoutAnAddressIsForeign(mac: String) {
        var heard = TasmotaAnnouncements(root: "tasmota")
        let news = heard.hear("tasmota/discovery/\(mac)/config", Samples.config())
        #expect(news.findings.map(\.error.code) == ["foreignTopic"])
    }

    @Test(arguments: [
        ("tasmota/discovery/AABBCC112233/config", true), ("tasmota/discovery/AABBCC112233/sensors", true),
        ("tasmota/discovery/AABBCC112233/other", false), ("tasmota/discovery/AABBCC112233", false),
        ("u/discovery/AABBCC112233/config", false), ("tasmota/discovery/AABBCC112233/config/x", false),
    ]) func onlyDiscoveryIsHeard(topic: String, isHeard: Bool) {
        #expect(TasmotaAnnouncements.hears(topic.split(separator: "/")) == isHeard)
    }

    @Test func theFullTopicMayNameHostAndAddress() throws {
        let model = try Samples.model(["ft": "u/%hostname%/%id%/%topic%/%prefix%"])
        #expect(model.topics.allSatisfy { $0.topic.hasPrefix("u/plug-8755/112233/plug/") })
        #expect(model.topics.contains { $0.topic == "u/plug-8755/112233/plug/tele/LWT" })
    }

    @Test func aModelIsNotMadeForAnotherRootOrAddress() throws {
        let native = try Samples.model().native
        let other = LinkAddress(kind: .tasmota, foreignID: "aabbcc112233", root: "v")
        #expect(Dialects.model(of: other, native: native) == nil)
        let stranger = LinkAddress(kind: .tasmota, foreignID: "aabbcc112234", root: "u")
        #expect(Dialects.model(of: stranger, native: native) == nil)
    }

    private static func heard() -> TasmotaAnnouncements {
        var heard = TasmotaAnnouncements(root: "tasmota")
        _ = heard.hear(Samples.configTopic, Samples.config())
        _ = heard.hear(Samples.sensorsTopic, Samples.sensors())
        return heard
    }
}
