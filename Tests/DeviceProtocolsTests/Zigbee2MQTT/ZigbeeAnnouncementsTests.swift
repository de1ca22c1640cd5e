import SeededRandom
import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

@Suite struct ZigbeeAnnouncementsTests {
    private typealias Samples = ZigbeeSamples

    private var parser = Samples.bridge()

    private mutating func devices(_ list: JSONValue...) -> [DiscoveryEvent] {
        parser.receive(Samples.topic("devices"), payload: JSONValue.list(list).description)
    }

    private mutating func groups(_ list: JSONValue...) -> [DiscoveryEvent] {
        parser.receive(Samples.topic("groups"), payload: JSONValue.list(list).description)
    }

    /// The home may have removed a device in the meantime.
    @Test mutating func everyListDescribesAllOfItsDevices() {
        let first = devices(Samples.device(1, name: "a"), Samples.device(2, name: "b")).described
        let again = devices(Samples.device(1, name: "a"), Samples.device(2, name: "b"))
        #expect(again.count == 2 && again.described.map(\.native) == first.map(\.native))
        let bulb = Samples.device(2, name: "b", exposes: [Samples.numeric("power", unit: "W")])
        let changed = devices(Samples.device(1, name: "a"), bulb).described
        #expect(changed.map(\.address) == first.map(\.address) && changed[1].native != first[1].native)
    }

    /// Clearing the topic of an unusable message would remove all devices of the list.
    @Test mutating func brokenListOfKnownDevicesIsNotUnusable() {
        for list in ["devices", "groups"] {
            #expect(parser.receive(Samples.topic(list), payload: "{").findings.map(\.isUnusable) == [true])
            _ = parser.receive(Samples.topic(list), payload: "[]")
        }
        _ = devices(Samples.device(1, name: "a"))
        _ = groups(["id": 4, "friendly_name": "both", "members": []])
        for list in ["devices", "groups"] {
            #expect(parser.receive(Samples.topic(list), payload: "{").findings.map(\.isUnusable) == [false])
        }
    }

    @Test mutating func renamedDeviceStaysTheSameDevice() throws {
        _ = devices(Samples.device(1, name: "a"))
        let events = devices(Samples.device(1, name: "attic/fan"))
        let described = try #require(events.described.first)
        #expect(events.removed.isEmpty && described.address == Samples.address(Samples.ieee(1)))
        #expect(described.model.topics.map(\.topic) == ["house/z2m/attic/fan"])
        #expect(described.model.description.name == "attic/fan")
    }

    @Test mutating func deviceThatIsNoLongerListedIsRemoved() {
        _ = devices(Samples.device(1, name: "a"), Samples.device(2, name: "b"))
        #expect(devices(Samples.device(2, name: "b")).removed == [Samples.address(Samples.ieee(1))])
        #expect(parser.receive(Samples.topic("devices"), payload: "").removed == [Samples.address(Samples.ieee(2))])
    }

    @Test mutating func unreadableEntryRemovesNoDevice() {
        _ = devices(Samples.device(1, name: "a"), Samples.device(2, name: "b"))
        let events = devices(Samples.device(1, name: "a", with: ["definition": 7]), Samples.device(2, name: "b"))
        #expect(events.removed.isEmpty && events.findings.map(\.error.code) == ["badField"])
        #expect(devices(["type": "Router"]).removed.isEmpty)
    }

    @Test mutating func unchangedFindingIsReportedOnce() {
        let odd = Samples.device(1, name: "a+b")
        #expect(devices(odd).findings.map(\.topic) == ["house/z2m/bridge/devices[\(Samples.ieee(1))]"])
        #expect(devices(odd).findings.isEmpty)
        #expect(devices(Samples.device(1, name: "ab")).findings.isEmpty)
        #expect(devices(odd).findings.count == 1)
    }

    @Test mutating func twoDevicesCannotShareAnIDOrAName() {
        let events = devices(
            Samples.device(1, name: "a"), Samples.device(1, name: "b"), Samples.device(2, name: "a"),
            Samples.device(3, name: "c"))
        #expect(events.described.map(\.model.description.name) == ["a", "c"])
        #expect(events.findings.map(\.error.code) == ["badField", "badField"])
    }

    @Test(arguments: [
        "", "/a", "a/", "a//b", "a+b", "#", "$SYS", "tab\there", "a/set", "get", "a/availability", "bridge/devices",
        String(repeating: "n", count: 257),
    ]) mutating func nameThatIsNoTopicIsAFinding(name: String) {
        let events = devices(Samples.device(1, name: name), Samples.device(2, name: "good"))
        #expect(events.described.map(\.model.description.name) == ["good"])
        #expect(events.findings.map(\.error.code) == ["badField"])
    }

    @Test mutating func coordinatorAndUnfinishedInterviewAreNotDescribed() {
        let events = devices(
            Samples.device(1, name: "Coordinator", with: ["type": "Coordinator", "definition": .null]),
            Samples.device(2, name: "b", with: ["definition": .null, "interview_state": "IN_PROGRESS"]))
        #expect(events.isEmpty)
    }

    @Test mutating func unsupportedDeviceIsAFinding() {
        let events = devices(Samples.device(1, name: "odd", with: ["definition": .null, "supported": false]))
        #expect(events.described.isEmpty && events.findings.map(\.error.code) == ["badField"])
    }

    @Test mutating func bridgeStateDecidesTheAvailability() {
        _ = parser.receive(Samples.topic("state"), payload: "online")
        let (ready, lost) = (Availability.ready, Availability.lost)
        let address = Samples.address(Samples.ieee(1))
        #expect(devices(Samples.device(1, name: "a")).availabilities == [address: ready])
        #expect(
            parser.receive(Samples.topic("state"), payload: #"{"state":"offline"}"#).availabilities == [address: lost])
        #expect(
            parser.receive(Samples.topic("state"), payload: #"{"state":"online"}"#).availabilities == [address: ready])
        #expect(parser.receive(Samples.topic("state"), payload: "away").findings.map(\.error.code) == ["badPayload"])
    }

    @Test mutating func availabilityTopicOutranksTheBridgeState() throws {
        _ = parser.receive(Samples.topic("info"), payload: Samples.info(["availability": ["enabled": true]]))
        _ = parser.receive(Samples.topic("state"), payload: "online")
        let events = devices(Samples.device(1, name: "a"))
        #expect(events.availabilities.isEmpty)
        #expect(try #require(events.described.first).model.topics.map(\.topic).last == "house/z2m/a/availability")
        let address = Samples.address(Samples.ieee(1))
        #expect(parser.receive(Samples.topic("state"), payload: "offline").availabilities == [address: .lost])
        // The availability topic of the device stated the last availability; the bridge state cannot replace it.
        #expect(parser.receive(Samples.topic("state"), payload: "online").availabilities == [address: .unknown])
    }

    @Test mutating func reinterviewedDeviceIsNotRemoved() {
        _ = devices(Samples.device(1, name: "a"))
        let again = Samples.device(1, name: "a", with: ["definition": .null, "interview_state": "IN_PROGRESS"])
        #expect(devices(again).isEmpty)
        #expect(devices(Samples.device(1, name: "a")).removed.isEmpty)
        #expect(devices().removed == [Samples.address(Samples.ieee(1))])
    }

    @Test mutating func readdedDeviceIsNotLost() {
        let address = Samples.address(Samples.ieee(1))
        _ = devices(Samples.device(1, name: "a"))
        _ = devices()
        // The state of the bridge is unknown.
        #expect(devices(Samples.device(1, name: "a")).availabilities == [address: .unknown])
        _ = parser.receive(Samples.topic("state"), payload: "online")
        _ = devices()
        #expect(devices(Samples.device(1, name: "a")).availabilities == [address: .ready])
        _ = parser.receive(Samples.topic("info"), payload: Samples.info(["availability": ["enabled": true]]))
        _ = devices()
        #expect(devices(Samples.device(1, name: "a")).availabilities == [address: .unknown])
        #expect(devices(Samples.device(1, name: "b")).availabilities.isEmpty)
    }

    /// The broker delivers retained messages in any order. Each device is described once, with its settings.
    @Test(arguments: [UInt64(1), 2, 3, 4]) func messageOrderDoesNotMatter(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let members: JSONValue = [["ieee_address": .text(Samples.ieee(1)), "endpoint": 1]]
        let messages: [(String, String)] = [
            ("info", Samples.info(["availability": true, "device_options": ["optimistic": false]])),
            ("devices", JSONValue.list([Samples.device(1, name: "a"), Samples.device(2, name: "b")]).description),
            ("groups", JSONValue.list([["id": 4, "friendly_name": "both", "members": members]]).description),
            ("state", "online"),
        ]
        for _ in 0..<12 {
            var parser = Zigbee2MQTTDiscoveryParser(root: Samples.root)
            let events = messages.shuffled(using: &random).flatMap { parser.receive(Samples.topic($0), payload: $1) }
            #expect(
                events.described.map(\.address.foreignID).sorted() == [Samples.ieee(1), Samples.ieee(2), "group-4"],
                "seed \(seed)")
            let plug = try #require(events.described.first { $0.address.foreignID == Samples.ieee(1) })
            let command = plug.model.encodeCommand(
                .main, capability: CapabilityName(.switch), value: .boolean(true), number: 7)
            #expect(command?.confirmation == .report && plug.model.topics.count == 2, "seed \(seed)")
            #expect(events.availabilities == [Samples.address("group-4"): .ready], "seed \(seed)")
            #expect(events.findings.isEmpty && events.removed.isEmpty, "seed \(seed)")
        }
    }

    @Test mutating func unreadableSettingsDoNotDelayDevices() {
        var parser = Zigbee2MQTTDiscoveryParser(root: Samples.root)
        let list = JSONValue.list([Samples.device(1, name: "a")]).description
        #expect(parser.receive(Samples.topic("devices"), payload: list).isEmpty)
        let events = parser.receive(Samples.topic("info"), payload: #"{"config":7}"#)
        #expect(events.findings.map(\.error.code) == ["badField"])
        let command = events.described.first?.model.encodeCommand(
            .main, capability: CapabilityName(.switch), value: .boolean(true), number: 7)
        #expect(command?.confirmation == .reportAfterQuery)
    }

    @Test mutating func disabledDeviceIsDisconnected() {
        _ = parser.receive(Samples.topic("state"), payload: "online")
        let events = devices(Samples.device(1, name: "a", with: ["disabled": true]))
        #expect(events.availabilities == [Samples.address(Samples.ieee(1)): .disconnected])
    }

    @Test mutating func deviceSettingsOutrankGlobalSettings() throws {
        _ = devices(Samples.device(1, name: "a"), Samples.device(2, name: "b"))
        let config: JSONValue = [
            "device_options": ["optimistic": false], "devices": .object([Samples.ieee(2): ["optimistic": true]]),
        ]
        let events = parser.receive(Samples.topic("info"), payload: Samples.info(config))
        #expect(events.described.map(\.model.description.name) == ["a"])
        #expect(parser.receive(Samples.topic("info"), payload: Samples.info(config)).isEmpty)
        let command = events.described[0].model.encodeCommand(
            .main, capability: CapabilityName(.switch), value: .boolean(true), number: 7)
        #expect(command?.confirmation == .report)
    }

    private static let settings: [(config: JSONValue, count: Int)] = [
        (["advanced": ["output": "attribute"]], 1), (["advanced": ["output": "attribute_and_json"]], 0),
        (["mqtt": ["base_topic": "zigbee2mqtt"]], 1), (["mqtt": ["base_topic": "house/z2m"]], 0),
        (["mqtt": ["force_disable_retain": true]], 1),
        (["homeassistant": ["enabled": true, "discovery_topic": "homeassistant"]], 1),
        (["homeassistant": ["enabled": true, "discovery_topic": "house/ha"]], 0),
        (["homeassistant": ["enabled": false, "discovery_topic": "homeassistant"]], 0),
    ]

    @Test mutating func settingThatHidesDevicesIsAFinding() {
        for (config, count) in Self.settings {
            _ = parser.receive(Samples.topic("info"), payload: Samples.info(["advanced": ["output": "json"]]))
            #expect(
                parser.receive(Samples.topic("info"), payload: Samples.info(config)).findings.count == count,
                "\(config)")
        }
    }

    @Test mutating func failedCommandIsReportedForItsDevice() {
        _ = devices(Samples.device(1, name: "hall/it's"), Samples.device(2, name: "b"))
        let lines: [(String, String?)] = [
            ("Publish 'set' 'state' to 'hall/it's' failed: 'Error: ZCL command timed out'", "switch"),
            ("z2m: Publish 'set' 'state' to 'hall/it's' failed: 'Error'", "switch"),
            ("No converter available for 'melody' on 'hall/it's': (1)", "nil"),
            ("Device 'hall/it's' has no endpoint 'l3'", "nil"),
            ("Publish 'get' 'state' to 'hall/it's' failed: 'Error'", nil),
            ("Publish 'set' 'state' to 'gone' failed: 'Error'", nil), ("Publish 'set' 'state' to 'b", nil),
        ]
        for (line, capability) in lines {
            let message: JSONValue = ["level": "error", "message": .text(line), "namespace": "z2m"]
            let events = parser.receive(Samples.topic("logging"), payload: message.description, isRetained: false)
            let failed = events.compactMap { event -> String? in
                guard case .failed(Samples.address(Samples.ieee(1)), _, let name, _, isCertain: _) = event else {
                    return nil
                }
                return name?.description ?? "nil"
            }
            #expect(failed == [capability].compactMap(\.self), "\(line)")
        }
    }

    /// The device may have executed a command to which it did not reply.
    @Test(
        arguments: [
            ("'Error: ZCL command genOnOff.on({}) failed (Timeout - 1 - 1 - 6 - 11 after 10000ms)'", false),
            ("'Error: ZCL command genOnOff.on({}) failed (Delivery failed for '1'.)'", false),
            (
                "'Error: ZCL command genOnOff.on({}) failed (Data request failed with error: 'MAC_NO_ACK' (233))'",
                false
            ),
            ("'Error: ZCL command genOnOff.on({}) failed (Status 'UNSUPPORTED_ATTRIBUTE')'", true),
            ("'Value for state is not valid'", true),
        ])
    mutating func missingReplyIsAnUncertainFailure(reason: String, isCertain: Bool) {
        _ = devices(Samples.device(1, name: "lamp"))
        let line = JSONValue.text("Publish 'set' 'state' to 'lamp' failed: " + reason)
        let message: JSONValue = ["level": "error", "message": line, "namespace": "z2m"]
        let events = parser.receive(Samples.topic("logging"), payload: message.description, isRetained: false)
        let certainties = events.compactMap { event in
            if case .failed(_, _, _, _, let isCertain) = event { isCertain } else { nil }
        }
        #expect(certainties == [isCertain])
    }

    @Test mutating func groupIsDescribedByItsMembers() throws {
        let group: JSONValue = [
            "id": 4, "friendly_name": "both", "members": [["ieee_address": .text(Samples.ieee(1)), "endpoint": 1]],
        ]
        #expect(groups(group).isEmpty)
        let events = devices(Samples.device(1, name: "a"))
        let described = try #require(events.described.last)
        #expect(described.address == Samples.address("group-4") && described.model.description.hardware.isEmpty)
        #expect(described.model.description.parts.map { $0.capabilities.map(\.line) } == [["switch rw"]])
        #expect(described.model.stateQuery(.main, capability: CapabilityName(.switch), number: 7) == nil)
        #expect(groups(group).described.map(\.native) == [described.native])
        #expect(groups().removed == [Samples.address("group-4")])
    }

    @Test mutating func nonOptimisticGroupReportsNothing() throws {
        let config: JSONValue = ["groups": ["4": ["optimistic": false]]]
        _ = parser.receive(Samples.topic("info"), payload: Samples.info(config))
        _ = devices(Samples.device(1, name: "a"))
        let events = groups([
            "id": 4, "friendly_name": "both", "members": [["ieee_address": .text(Samples.ieee(1)), "endpoint": 1]],
        ])
        let model = try #require(events.described.first).model
        #expect(model.description.parts[0].capabilities.map(\.line) == ["switch w"] && model.topics.isEmpty)
        #expect(
            model.encodeCommand(.main, capability: CapabilityName(.switch), value: .boolean(true), number: 7)?
                .confirmation
                == ConfirmationMode.none)
    }

    @Test func otherTopicsDoNotMatch() {
        for topic in [
            "house/z2m/lamp", "house/z2m/bridge/event", "house/zigbee2mqtt/bridge/devices", "z2m/bridge/devices",
        ] {
            #expect(!Zigbee2MQTTDiscoveryParser.matches(topic.split(separator: "/")))
        }
    }
}
