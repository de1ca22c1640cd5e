import Foundation
import GatewayWire
import DeviceProtocols
import HomeModel
import Testing
import TestSupport

/// Devices announce, retain and report wrong things over the real broker. The gateway reports them as findings, can
/// clear them, and never relies on them.
@Suite(.timeLimit(.minutes(15))) struct UntrustedNetworkStory {
    /// The announcement of a Home Assistant switch. Without `state` its command topic is also its state topic.
    private static func announcement(_ root: String, state: String? = nil) -> String {
        """
        {"name": null, "command_topic": "\(root)/set", "state_topic": "\(state ?? "\(root)/set")",
         "unique_id": "\(root)", "device": {"identifiers": ["\(root)"], "name": "Relay \(root)"}}
        """
    }

    private func adoptSwitch(_ root: String, state: String? = nil, in home: HomeUnderTest) async throws
        -> MosquittoToolClient
    {
        let device = try await MosquittoToolClient(root, in: home)
        let topic = "\(root)/ha/switch/relay/config"
        try await device.publish(Self.announcement(root, state: state), to: topic, retained: true)
        try await eventually("\(root) is adopted") {
            try await home.tomte("devices", "adopt", root, "--name", root, "--purpose", "light").status == 0
        }
        return device
    }

    private func outcome(of device: String, in home: HomeUnderTest) async throws -> CommandOutcome {
        let answer = try await home.tomte.run(["send", device, "switch", "on", "--deadline", "2", "--json"])
        return try #require(try answer.json(CommandRecordBody.self).outcome)
    }

    /// Waits for the finding with this code about a topic, and returns it.
    private func finding(_ code: String, on topic: String, in home: HomeUnderTest) async throws -> LinkFindingBody {
        var found: LinkFindingBody?
        try await eventually("\(code) on \(topic)") {
            let all: [LinkFindingBody] = try await home.tomte("devices", "findings", "--json").json()
            found = all.first { $0.code == code && $0.topic == topic }
            return found != nil
        }
        return try #require(found)
    }

    @Test func retainedCommandIsReportedAndCleared() async throws {
        try await withHome { home in
            let relay = try await adoptSwitch("relay", state: "relay/state", in: home)
            try await relay.publish("ON", to: "relay/set", retained: true)
            let found = try await finding("retainedCommand", on: "relay/set", in: home)
            #expect(found.isKept)
            #expect(try await home.findings().contains("devices.retainedCommand"))
            #expect(try await home.tomte("devices", "clear", "\(found.id)", "--yes").status == 0)
            #expect(try await !home.findings().contains("devices.retainedCommand"))
            // A retained command would arrive at once, before the mark of the later topic.
            let file = "\(home.state)/kept"
            try await relay.publish("mark", to: "relay/zzz", retained: true)
            let listener = try relay.listen(to: ["relay/set", "relay/zzz"], output: file)
            let received = { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
            try await eventually("the retained mark is received") { received().contains("relay/zzz mark") }
            await listener.end()
            #expect(!received().contains("relay/set"))
        }
    }

    @Test func ownCommandDoesNotConfirmItself() async throws {
        try await withHome { home in
            let echo = try await adoptSwitch("echo", in: home)
            let listener = try echo.listen(to: ["echo/set"], output: "\(home.state)/told")
            try await eventually("the device receives the command") {
                let outcome = try await outcome(of: "echo", in: home)
                #expect(outcome != .confirmed)
                return (try? String(contentsOfFile: "\(home.state)/told", encoding: .utf8))?.contains("ON") == true
            }
            await listener.end()
        }
    }

    /// The command topic of the first relay is the state topic of the second one.
    @Test func commandToAnotherDeviceConfirmsNothing() async throws {
        try await withHome { home in
            let root = try await MosquittoToolClient("pair", in: home)
            for (id, set, state) in [("one", "pair/x", "pair/one"), ("two", "pair/two", "pair/x")] {
                try await root.publish(
                    #"{"name": null, "command_topic": "\#(set)", "state_topic": "\#(state)", "unique_id": "\#(id)","#
                        + #""device": {"identifiers": ["\#(id)"], "name": "\#(id)"}}"#,
                    to: "pair/ha/switch/\(id)/config", retained: true)
                try await eventually("\(id) is adopted") {
                    try await home.tomte("devices", "adopt", id, "--name", id, "--purpose", "light").status == 0
                }
            }
            let listener = try root.listen(to: ["pair/x", "pair/two"], output: "\(home.state)/told")
            let received = { (try? String(contentsOfFile: "\(home.state)/told", encoding: .utf8)) ?? "" }
            try await eventually("both devices receive their commands") {
                async let second = outcome(of: "two", in: home)
                _ = try await outcome(of: "one", in: home)
                let outcome = try await second
                #expect(outcome != .confirmed)
                return received().contains("pair/two ON") && received().contains("pair/x ON")
            }
            await listener.end()
        }
    }

    @Test func devicesOfABridgeAreReadyWhenItIsOnline() async throws {
        try await withHome { home in
            let bridge = try await MosquittoToolClient("hub", in: home)
            try await bridge.publish("online", to: "hub/status", retained: true)
            for id in ["one", "two"] {
                try await bridge.publish(
                    #"{"name": null, "command_topic": "hub/\#(id)/set", "state_topic": "hub/\#(id)","#
                        + #""availability_topic": "hub/status", "unique_id": "\#(id)","#
                        + #""device": {"identifiers": ["\#(id)"], "name": "\#(id)"}}"#,
                    to: "hub/ha/switch/\(id)/config", retained: true)
                try await eventually("\(id) is adopted") {
                    try await home.tomte("devices", "adopt", id, "--name", id, "--purpose", "light").status == 0
                }
                try await eventually("\(id) is ready") { try await home.device(id).availability == .ready }
            }
        }
    }

    /// The command topic of the first entity becomes the state topic of a second one. The subscription has the same
    /// filter and gets other options.
    @Test func commandTopicThatBecomesAStateTopicIsReceived() async throws {
        try await withHome { home in
            let root = try await adoptSwitch("turn", state: "turn/state", in: home)
            try await root.publish(
                #"{"name": "Level", "state_topic": "turn/set", "unique_id": "level", "value_template": "{{ value }}","#
                    + #""device": {"identifiers": ["turn"], "name": "Relay turn"}}"#,
                to: "turn/ha/binary_sensor/level/config", retained: true)
            try await eventually("the state of the second entity is shown") {
                try await root.publish("ON", to: "turn/set")
                return try await home.device("turn").parts.flatMap(\.capabilities)
                    .contains { $0.name.kind != .switch && $0.state != nil }
            }
        }
    }

    @Test func deviceWithoutAvailabilityTopicIsReadyAfterABrokerRestart() async throws {
        try await withHome { home in
            _ = try await adoptSwitch("plain", state: "plain/state", in: home)
            let broker = try #require(home.brokerProcess)
            try await eventually("the device is ready") { try await home.device("plain").availability == .ready }
            kill(broker, SIGKILL)
            try await eventually("the broker is replaced") { home.brokerProcess.map { $0 != broker } ?? false }
            let announced = try await MosquittoToolClient("plain", in: home)
            try await eventually("the device announces itself again") {
                try await announced.publish(
                    Self.announcement("plain", state: "plain/state"), to: "plain/ha/switch/relay/config",
                    retained: true
                ).isDone
            }
            try await eventually("the device is ready again") { try await home.device("plain").availability == .ready }
        }
    }

    @Test func tasmotaWithAForeignRootTopicIsReportedAsImpostor() async throws {
        try await withHome { home in
            _ = try await adoptSwitch("victim", state: "victim/state", in: home)
            let mac = try #require(MACAddress("DC4F22A1B2FF"))
            let liar = try await MosquittoToolClient("liar", mac: mac, in: home)
            let topic = "tasmota/discovery/DC4F22A1B2FF/config"
            let config = """
                {"dn": "Liar", "fn": ["Liar"], "mac": "DC4F22A1B2FF", "md": "Sonoff Basic", "ofln": "Offline",
                 "onln": "Online", "state": ["OFF", "ON", "TOGGLE", "HOLD"], "t": "x", "rl": [1, 0],
                 "ft": "%root%/%prefix%/%topic%/", "tp": ["cmnd", "stat", "tele"], "so": {}, "ver": 1}
                """
            try await liar.publish(
                #"{"sn": {"Time": "2026-03-02T08:15:00"}, "ver": 1}"#,
                to: "tasmota/discovery/DC4F22A1B2FF/sensors", retained: true)
            try await liar.publish(config.replacing("%root%", with: "victim"), to: topic, retained: true)
            let found = try await finding("impostor", on: topic, in: home)
            #expect(found.isKept)
            #expect(try await home.findings().contains("devices.impostor"))
            #expect(try await home.discovered().isEmpty)
            // An announcement of its own root topic is accepted.
            try await liar.publish(config.replacing("%root%", with: "liar"), to: topic, retained: true)
            try await eventually("the device is discovered") {
                try await home.discovered().contains { $0.address?.hasPrefix("liar/") == true }
            }
            #expect(try await home.tomte("devices", "clear", "\(found.id)", "--yes").status == 0)
        }
    }

    @Test func foreignTopicIsReportedAndOtherDevicesStillWork() async throws {
        try await withHome { home in
            let bad = try await MosquittoToolClient("bad", in: home)
            for (id, topic) in [
                ("a", "victim/set"), ("b", #"bad/\u0001"#), ("c", #"bad/\#(String(repeating: "/", count: 201))"#),
            ] {
                try await bad.publish(
                    #"{"command_topic": "\#(topic)", "unique_id": "\#(id)", "device": {"identifiers": ["\#(id)"]}}"#,
                    to: "bad/ha/switch/\(id)/config", retained: true)
                #expect(try await finding("foreignTopic", on: "bad/ha/switch/\(id)/config", in: home).isKept)
            }
            _ = try await adoptSwitch("good", state: "good/state", in: home)
            #expect(try await home.discovered().isEmpty)
        }
    }

    @Test func deviceInTwoDialectsIsDiscoveredOnceAndAdoptedInOne() async throws {
        try await withHome { home in
            let bridge = try await MosquittoToolClient("bridge", in: home)
            try await bridge.publish(
                LargeBridge.inventory(devices: 1), to: "bridge/z2m/bridge/devices", retained: true)
            try await bridge.publish(LargeBridge.info, to: "bridge/z2m/bridge/info", retained: true)
            try await bridge.publish(
                """
                {"command_topic": "bridge/z2m/Plug 0/set", "state_topic": "bridge/z2m/Plug 0",
                 "value_template": "{{ value_json.state }}", "unique_id": "\(LargeBridge.address(0))_switch",
                 "name": null,
                 "device": {"identifiers": ["zigbee2mqtt_\(LargeBridge.address(0))"], "name": "Plug 0"}}
                """, to: "bridge/ha/switch/\(LargeBridge.address(0))/switch/config", retained: true)
            var discovered: [DiscoveredBody] = []
            try await eventually("the device is discovered in both dialects") {
                discovered = try await home.discovered()
                return discovered.first?.dialects.count == 2
            }
            #expect(discovered.map(\.dialects) == [[.zigbee2mqtt, .homeAssistant]])
            let id = try #require(discovered.first).id
            #expect(
                try await home.tomte(
                    "devices", "adopt", "\(id)", "--name", "Plug", "--dialect", "homeAssistant", "--purpose", "light"
                ).status == 0)
            #expect(try await home.device("plug").link == "homeAssistant")
            #expect(try await home.discovered().isEmpty)
        }
    }

    @Test func inventoryOfOneMegabyteIsReadAndFourMegabytesAreReported() async throws {
        try await withHome { home in
            let bridge = try await MosquittoToolClient("bridge", in: home)
            let topic = "bridge/z2m/bridge/devices"
            let inventory = LargeBridge.inventory(devices: 220)
            #expect(inventory.utf8.count > 1 << 20)
            try await bridge.publish(LargeBridge.info, to: "bridge/z2m/bridge/info", retained: true)
            #expect(try await bridge.publish(inventory, to: topic, retained: true).isDone)
            try await eventually("all devices are discovered") { try await home.discovered().count == 220 }
            let huge = LargeBridge.inventory(devices: 3) + String(repeating: " ", count: 4_300_000)
            #expect(try await bridge.publish(huge, to: topic).isDone)
            #expect(try await !finding("tooLarge", on: topic, in: home).isKept, "the earlier inventory is still used")
            #expect(try await home.discovered().count == 220)
            _ = try await adoptSwitch("good", state: "good/state", in: home)
        }
    }
}

/// The messages of a Zigbee2MQTT bridge with many devices, whose descriptions are as long as those of real devices.
enum LargeBridge {
    static let info = """
        {"version": "2.6.0", "config": {"advanced": {"output": "json"}, "availability": {"enabled": false},
         "device_options": {"optimistic": false}, "devices": {}, "groups": {}, "mqtt": {"base_topic": "bridge/z2m"}}}
        """

    /// Returns the IEEE address of the device with this number.
    static func address(_ number: Int) -> String {
        "0x00158d00" + UInt32(number).hexadecimal
    }

    static func inventory(devices count: Int) -> String {
        let text = String(repeating: "As long as the descriptions of real devices are. ", count: 100)
        let devices = (0..<count).map { number in
            """
            {"ieee_address": "\(address(number))", "type": "Router", "supported": true,
             "friendly_name": "Plug \(number)", "interview_completed": true, "definition": {
             "model": "TS011F", "vendor": "TuYa", "description": "\(text)", "exposes": [
              {"type": "switch", "features": [{"type": "binary", "name": "state", "property": "state", "access": 7,
               "value_on": "ON", "value_off": "OFF"}]}]}}
            """
        }
        return "[" + devices.joined(separator: ",") + "]"
    }
}
