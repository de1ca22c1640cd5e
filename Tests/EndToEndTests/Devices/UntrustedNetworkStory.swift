import Foundation
import GatewayWire
import HomeDialects
import HomeModel
import TestSupport
import Testing

/// What devices announce, keep and say wrongly, over the real broker: shown, cleared, and never believed.
@Suite(.timeLimit(.minutes(15))) struct UntrustedNetworkStory {
    /// A Home Assistant switch; without `state` it is told on the topic on which it would report.
    private static func announcement(_ root: String, state: String? = nil) -> String {
        """
        {"name": null, "command_topic": "\(root)/set", "state_topic": "\(state ?? "\(root)/set")",
         "unique_id": "\(root)", "device": {"identifiers": ["\(root)"], "name": "Relay \(root)"}}
        """
    }

    private func adoptSwitch(_ root: String, state: String? = nil, in home: HomeUnderTest) async throws -> ForeignClient
    {
        let device = try await ForeignClient(root, in: home)
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

    /// The one finding of a code about a topic.
    private func finding(_ code: String, on topic: String, in home: HomeUnderTest) async throws -> LinkFindingBody {
        var found: LinkFindingBody?
        try await eventually("\(code) on \(topic)") {
            let all: [LinkFindingBody] = try await home.tomte("devices", "findings", "--json").json()
            found = all.first { $0.code == code && $0.topic == topic }
            return found != nil
        }
        return try #require(found)
    }

    @Test func aCommandThatTheBrokerKeepsIsShownAndCleared() async throws {
        try await withHome { home in
            let relay = try await adoptSwitch("relay", state: "relay/state", in: home)
            try await relay.publish("ON", to: "relay/set", retained: true)
            let ghost = try await finding("retainedCommand", on: "relay/set", in: home)
            #expect(ghost.isKept)
            #expect(try await home.findings().contains("devices.retainedCommand"))
            #expect(try await home.tomte("devices", "clear", "\(ghost.id)", "--yes").status == 0)
            #expect(try await !home.findings().contains("devices.retainedCommand"))
            // It would come at once, before what was asked for after it.
            let file = "\(home.state)/kept"
            try await relay.publish("mark", to: "relay/zzz", retained: true)
            let listener = try relay.listen(to: ["relay/set", "relay/zzz"], output: file)
            let heard = { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
            try await eventually("it hears what is kept") { heard().contains("relay/zzz mark") }
            await listener.end()
            #expect(!heard().contains("relay/set"))
        }
    }

    @Test func ourOwnCommandComingBackConfirmsNothing() async throws {
        try await withHome { home in
            let echo = try await adoptSwitch("echo", in: home)
            let listener = try echo.listen(to: ["echo/set"], output: "\(home.state)/told")
            try await eventually("the command was told") {
                let outcome = try await outcome(of: "echo", in: home)
                #expect(outcome != .confirmed)
                return (try? String(contentsOfFile: "\(home.state)/told", encoding: .utf8))?.contains("ON") == true
            }
            await listener.end()
        }
    }

    /// One relay is told where the other one reports.
    @Test func whatAnotherDeviceIsToldConfirmsNothing() async throws {
        try await withHome { home in
            let root = try await ForeignClient("pair", in: home)
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
            let told = { (try? String(contentsOfFile: "\(home.state)/told", encoding: .utf8)) ?? "" }
            try await eventually("the second was told") {
                async let second = outcome(of: "two", in: home)
                _ = try await outcome(of: "one", in: home)
                let outcome = try await second
                #expect(outcome != .confirmed)
                return told().contains("pair/two ON") && told().contains("pair/x ON")
            }
            await listener.end()
        }
    }

    @Test func twoDevicesOfOneBridgeAreThereWhenItIs() async throws {
        try await withHome { home in
            let bridge = try await ForeignClient("hub", in: home)
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
                try await eventually("\(id) is there") { try await home.device(id).availability == .ready }
            }
        }
    }

    /// What the first was told on is where the second reports: one filter, now with other options.
    @Test func aTopicThatChangesFromToldToHeardIsHeard() async throws {
        try await withHome { home in
            let root = try await adoptSwitch("turn", state: "turn/state", in: home)
            try await root.publish(
                #"{"name": "Level", "state_topic": "turn/set", "unique_id": "level", "value_template": "{{ value }}","#
                    + #""device": {"identifiers": ["turn"], "name": "Relay turn"}}"#,
                to: "turn/ha/binary_sensor/level/config", retained: true)
            try await eventually("what comes there is shown") {
                try await root.publish("ON", to: "turn/set")
                return try await home.device("turn").parts.flatMap(\.capabilities)
                    .contains { $0.name.kind != .switch && $0.state != nil }
            }
        }
    }

    @Test func aDeviceWithoutAnAvailabilityTopicIsThereAgainAfterTheBrokerWas() async throws {
        try await withHome { home in
            _ = try await adoptSwitch("plain", state: "plain/state", in: home)
            let broker = try #require(home.brokerProcess)
            try await eventually("it is there") { try await home.device("plain").availability == .ready }
            kill(broker, SIGKILL)
            try await eventually("the broker is replaced") { home.brokerProcess.map { $0 != broker } ?? false }
            let announced = try await ForeignClient("plain", in: home)
            try await eventually("the device says again who it is") {
                try await announced.publish(
                    Self.announcement("plain", state: "plain/state"), to: "plain/ha/switch/relay/config",
                    retained: true
                ).isDone
            }
            try await eventually("it is there again") { try await home.device("plain").availability == .ready }
        }
    }

    @Test func aTasmotaThatSpeaksForAnotherRootIsAnImpostor() async throws {
        try await withHome { home in
            _ = try await adoptSwitch("victim", state: "victim/state", in: home)
            let mac = try #require(MACAddress("DC4F22A1B2FF"))
            let liar = try await ForeignClient("liar", mac: mac, in: home)
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
            // Below its own root it may.
            try await liar.publish(config.replacing("%root%", with: "liar"), to: topic, retained: true)
            try await eventually("it waits to be adopted") {
                try await home.discovered().contains { $0.address?.hasPrefix("liar/") == true }
            }
            #expect(try await home.tomte("devices", "clear", "\(found.id)", "--yes").status == 0)
        }
    }

    @Test func aTopicOfOthersIsFoundAndTheRestIsUndisturbed() async throws {
        try await withHome { home in
            let bad = try await ForeignClient("bad", in: home)
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

    @Test func oneDeviceInTwoDialectsIsOneAndAPersonChooses() async throws {
        try await withHome { home in
            let bridge = try await ForeignClient("bridge", in: home)
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
            var waiting: [DiscoveredBody] = []
            try await eventually("both dialects speak of it") {
                waiting = try await home.discovered()
                return waiting.first?.dialects.count == 2
            }
            #expect(waiting.map(\.dialects) == [[.zigbee2mqtt, .homeAssistant]])
            let id = try #require(waiting.first).id
            #expect(
                try await home.tomte(
                    "devices", "adopt", "\(id)", "--name", "Plug", "--dialect", "homeAssistant", "--purpose", "light"
                ).status == 0)
            #expect(try await home.device("plug").link == "homeAssistant")
            #expect(try await home.discovered().isEmpty)
        }
    }

    @Test func aBridgeOfOneMegabyteIsReadAndOneOfFourIsFound() async throws {
        try await withHome { home in
            let bridge = try await ForeignClient("bridge", in: home)
            let topic = "bridge/z2m/bridge/devices"
            let inventory = LargeBridge.inventory(devices: 220)
            #expect(inventory.utf8.count > 1 << 20)
            try await bridge.publish(LargeBridge.info, to: "bridge/z2m/bridge/info", retained: true)
            #expect(try await bridge.publish(inventory, to: topic, retained: true).isDone)
            try await eventually("all wait to be adopted") { try await home.discovered().count == 220 }
            let huge = LargeBridge.inventory(devices: 3) + String(repeating: " ", count: 4_300_000)
            #expect(try await bridge.publish(huge, to: topic).isDone)
            #expect(try await !finding("tooLarge", on: topic, in: home).isKept, "what it said before is of use")
            #expect(try await home.discovered().count == 220)
            _ = try await adoptSwitch("good", state: "good/state", in: home)
        }
    }
}

/// A Zigbee network as its bridge describes it, wordy as they are.
enum LargeBridge {
    static let info = """
        {"version": "2.6.0", "config": {"advanced": {"output": "json"}, "availability": {"enabled": false},
         "device_options": {"optimistic": false}, "devices": {}, "groups": {}, "mqtt": {"base_topic": "bridge/z2m"}}}
        """

    static func address(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "0x00158d00" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    static func inventory(devices count: Int) -> String {
        let words = String(repeating: "As long as the descriptions of real devices are. ", count: 100)
        let devices = (0..<count).map { number in
            """
            {"ieee_address": "\(address(number))", "type": "Router", "supported": true,
             "friendly_name": "Plug \(number)", "interview_completed": true, "definition": {
             "model": "TS011F", "vendor": "TuYa", "description": "\(words)", "exposes": [
              {"type": "switch", "features": [{"type": "binary", "name": "state", "property": "state", "access": 7,
               "value_on": "ON", "value_off": "OFF"}]}]}}
            """
        }
        return "[" + devices.joined(separator: ",") + "]"
    }
}
