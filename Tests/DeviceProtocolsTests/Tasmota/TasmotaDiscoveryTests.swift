import DeviceFixtures
@testable import DeviceProtocols
import HomeModel
import Testing

/// Announcements that describe a device, and announcements that are findings.
@Suite struct TasmotaDiscoveryTests {
    private typealias Samples = TasmotaSamples

    @Test(arguments: [true, false]) func eitherMessageOrderDescribesTheDeviceOnce(configComesFirst: Bool) throws {
        var parser = TasmotaDiscoveryParser(root: "tasmota")
        let messages = [(Samples.configTopic, Samples.config()), (Samples.sensorsTopic, Samples.sensors())]
        let events = (configComesFirst ? messages : messages.reversed()).map { parser.receive($0, payload: $1) }
        #expect(events[0].described.isEmpty && events[1].described.map(\.address) == [Samples.address])
        #expect(events[0].partiallyDescribed.map(\.address) == (configComesFirst ? [Samples.address] : []))
        let restored = try #require(DeviceFamilies.model(of: Samples.address, native: events[1].described[0].native))
        #expect(restored.description == events[1].described[0].model.description)
    }

    /// The config contains the outputs and switches, and firmware without sensors may publish nothing else.
    @Test func deviceIsAdoptableFromItsConfigAlone() throws {
        var parser = TasmotaDiscoveryParser(root: "tasmota")
        let known = try #require(
            parser.receive(Samples.configTopic, payload: Samples.config()).partiallyDescribed.first)
        #expect(known.model.lines["main"]?.contains("switch rw") == true)
        #expect(DeviceFamilies.model(of: known.address, native: known.native)?.description == known.model.description)
        let whole = try #require(
            parser.receive(Samples.sensorsTopic, payload: Samples.sensors(["BH1750": ["Illuminance": 3]])).described
                .first)
        #expect(whole.model.lines["main"]?.contains("illuminance r") == true)
    }

    @Test func changedConfigDescribesTheDeviceAgain() {
        var parser = Self.discoveredParser()
        let events = parser.receive(Samples.configTopic, payload: Samples.config(["rl": [1, 1]]))
        #expect(events.described.map { $0.model.description.parts.count } == [3])
    }

    @Test func changedSensorsDescribeTheDeviceAgain() {
        var parser = Self.discoveredParser()
        let events = parser.receive(Samples.sensorsTopic, payload: Samples.sensors(["BH1750": ["Illuminance": 3]]))
        #expect(events.described.first?.model.lines["main"]?.contains("illuminance r") == true)
    }

    @Test func emptyConfigRemovesTheDeviceOnce() {
        var parser = Self.discoveredParser()
        #expect(parser.receive(Samples.configTopic, payload: "").removed == [Samples.address])
        #expect(parser.receive(Samples.configTopic, payload: "").isEmpty)
        #expect(parser.receive(Samples.sensorsTopic, payload: "").isEmpty)
    }

    /// The home may have removed the device in the meantime.
    @Test func repeatedMessageDescribesTheDeviceAgain() {
        var parser = Self.discoveredParser()
        for (topic, payload) in [(Samples.configTopic, Samples.config()), (Samples.sensorsTopic, Samples.sensors())] {
            let events = parser.receive(topic, payload: payload)
            #expect(events.count == 1 && events.described.map(\.address) == [Samples.address])
        }
    }

    /// Clearing the topic of an unusable message would remove the known device.
    @Test func brokenConfigOfAKnownDeviceIsNotUnusable() {
        var parser = Self.discoveredParser()
        #expect(parser.receive(Samples.configTopic, payload: "{").findings.map(\.isUnusable) == [false])
        _ = parser.receive(Samples.configTopic, payload: "")
        #expect(parser.receive(Samples.configTopic, payload: "{").findings.map(\.isUnusable) == [true])
    }

    /// The device does not publish its availability again, so the availability is unknown.
    @Test func readdedDeviceHasUnknownAvailability() {
        var parser = Self.discoveredParser()
        _ = parser.receive(Samples.configTopic, payload: "")
        let readded = parser.receive(Samples.configTopic, payload: Samples.config())
        #expect(readded.described.count == 1 && readded.availabilities == [Samples.address: .unknown])
        #expect(parser.receive(Samples.configTopic, payload: Samples.config(["dn": "Other"])).availabilities.isEmpty)
        _ = parser.receive(Samples.configTopic, payload: "")
        _ = parser.receive(Samples.sensorsTopic, payload: "")
        #expect(
            parser.receive(Samples.configTopic, payload: Samples.config()).availabilities == [Samples.address: .unknown]
        )
        #expect(parser.receive(Samples.sensorsTopic, payload: Samples.sensors()).availabilities.isEmpty)
    }

    @Test func deviceThatMovesToAnotherRootIsRemoved() {
        var parser = Self.discoveredParser()
        let events = parser.receive(Samples.configTopic, payload: Samples.config(["ft": "v/%prefix%/%topic%/"]))
        #expect(events.removed == [Samples.address] && events.described.map(\.address.root) == ["v"])
    }

    @Test func brokenSensorsKeepTheRelays() {
        var parser = TasmotaDiscoveryParser(root: "tasmota")
        _ = parser.receive(Samples.configTopic, payload: Samples.config())
        let events = parser.receive(Samples.sensorsTopic, payload: "{\"sn\":[1]}")
        #expect(events.findings.map(\.error.code) == ["badField"] && events.described.count == 1)
    }

    @Test func brokenConfigKeepsThePreviousDescription() {
        var parser = Self.discoveredParser()
        #expect(parser.receive(Samples.configTopic, payload: "{").findings.map(\.error.code) == ["notJSON"])
        let events = parser.receive(Samples.sensorsTopic, payload: Samples.sensors(["DS18B20": ["Temperature": 21]]))
        #expect(events.described.map(\.address) == [Samples.address])
        #expect(events.described.first?.model.lines["main"]?.contains("switch rw") == true)
    }

    /// Changes to the config, and the field that the finding names.
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

    @Test(arguments: impossible.indices) func invalidConfigFieldIsAFinding(index: Int) {
        let (changes, field) = Self.impossible[index]
        var parser = TasmotaDiscoveryParser(root: "tasmota")
        _ = parser.receive(Samples.sensorsTopic, payload: Samples.sensors())
        let events = parser.receive(Samples.configTopic, payload: Samples.config(changes))
        guard case .badField(field, _) = events.findings.first?.error else {
            Issue.record("\(changes): \(events)")
            return
        }
        #expect(events.described.isEmpty && events.findings[0].topic == Samples.configTopic)
    }

    @Test(arguments: ["rl", "swc", "btn", "fn", "sho", "sht"]) func listsBeyondTheLimitAreCut(key: String) throws {
        var parser = Self.discoveredParser()
        let long = JSONValue.list(Array(repeating: key == "sht" ? [0, 0, 0] : key == "fn" ? "x" : 1, count: 65))
        let events = parser.receive(
            Samples.configTopic, payload: Samples.config(JSONObject([.init(key: key, value: long)])))
        let described = try #require(events.described.first)
        #expect(events.findings.isEmpty && described.model.description.others.contains { $0.hasPrefix("\(key): ") })
        #expect(
            DeviceFamilies.model(of: described.address, native: described.native)?.description
                == described.model.description)
    }

    @Test(arguments: ["aabbcc112233", "AABBCC11223", "AABBCC1122334", "AABBCC11223G", "", "+"])
    func topicWithoutMACAddressIsForeign(mac: String) {
        var parser = TasmotaDiscoveryParser(root: "tasmota")
        let events = parser.receive("tasmota/discovery/\(mac)/config", payload: Samples.config())
        #expect(events.findings.map(\.error.code) == ["foreignTopic"])
    }

    @Test(arguments: [
        ("tasmota/discovery/AABBCC112233/config", true), ("tasmota/discovery/AABBCC112233/sensors", true),
        ("tasmota/discovery/AABBCC112233/other", false), ("tasmota/discovery/AABBCC112233", false),
        ("u/discovery/AABBCC112233/config", false), ("tasmota/discovery/AABBCC112233/config/x", false),
    ]) func onlyDiscoveryTopicsMatch(topic: String, isMatch: Bool) {
        #expect(TasmotaDiscoveryParser.matches(topic.split(separator: "/")) == isMatch)
    }

    @Test func fullTopicMayContainHostNameAndAddress() throws {
        let model = try Samples.model(["ft": "u/%hostname%/%id%/%topic%/%prefix%"])
        #expect(model.topics.allSatisfy { $0.topic.hasPrefix("u/plug-8755/112233/plug/") })
        #expect(model.topics.contains { $0.topic == "u/plug-8755/112233/plug/tele/LWT" })
    }

    /// The firmware's setting can replace both words.
    @Test(
        arguments: [([:], "Online and Offline"), (["onln": "here", "ofln": "gone"], "here and gone")]
            as [(JSONObject, String)])
    func errorOfAnUnknownAvailabilityListsTheWordsOfTheDevice(changes: JSONObject, words: String) throws {
        let topic = try #require(try Samples.model(changes).topics.first { $0.topic.hasSuffix("/LWT") })
        let error = DialectError.unknownState(EscapedText("ready"), known: EscapedText(words))
        #expect(topic.decoder.decode(Array("ready".utf8), on: .control) == [.unreadable(nil, nil, error)])
        #expect("\(error)".hasSuffix("Known are \(words)."))
    }

    @Test func modelOfAnotherRootOrAddressIsNotDecoded() throws {
        let native = try Samples.model().native
        let other = LinkAddress(kind: .tasmota, foreignID: "aabbcc112233", root: "v")
        #expect(DeviceFamilies.model(of: other, native: native) == nil)
        let otherMAC = LinkAddress(kind: .tasmota, foreignID: "aabbcc112234", root: "u")
        #expect(DeviceFamilies.model(of: otherMAC, native: native) == nil)
    }

    private static func discoveredParser() -> TasmotaDiscoveryParser {
        var parser = TasmotaDiscoveryParser(root: "tasmota")
        _ = parser.receive(Samples.configTopic, payload: Samples.config())
        _ = parser.receive(Samples.sensorsTopic, payload: Samples.sensors())
        return parser
    }
}
