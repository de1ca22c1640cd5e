@testable import DeviceProtocols
import DeviceFixtures
import HomeModel
import Testing

@Suite struct ShellyDeviceModelTests {
    private let model: ShellyDeviceModel

    init() throws { model = try ShellySamples.model() }

    @Test func topicsAreUniqueAndBelowTheRoot() {
        let topics = model.topics.map(\.topic)
        #expect(topics.allSatisfy { $0.hasPrefix("u/") } && Set(topics).count == topics.count)
        #expect(
            Set(topics) == [
                "u/online", "u/events/rpc", "u/reply/rpc", "u/status/input:0", "u/status/switch:0", "u/status/wifi",
            ])
    }

    @Test func commandReplyReportsSuccessOrFailure() {
        #expect(
            model.receive("u/reply/rpc", payload: ShellySamples.reply(7, result: #"{"was_on":false}"#))
                == [.replied(7, failure: nil)])
        #expect(
            model.receive("u/reply/rpc", payload: ShellySamples.reply(7, result: "null")) == [.replied(7, failure: nil)]
        )
        let refusal = model.receive(
            "u/reply/rpc", payload: ShellySamples.refusal(7, code: -109, message: "shutting down in 952 ms"))
        #expect(refusal == [.replied(7, failure: EscapedText("-109 shutting down in 952 ms"))])
        let both = #"{"id":7,"src":"s","error":{"code":-103,"message":"no"},"result":{"methods":null}}"#
        #expect(model.receive("u/reply/rpc", payload: both) == [.replied(7, failure: EscapedText("-103 no"))])
    }

    @Test func statusReplyReportsTheWholeStatus() {
        let expected: [DeviceUpdate] = [
            .state(.main, CapabilityName(.switch), .boolean(false)),
            .state(.main, CapabilityName(.choice, label: PartID("input")), .text("off")),
            .reading(.main, CapabilityName(.power), value: 0, unit: nil),
            .reading(.main, CapabilityName(.energy), value: 12.5, unit: "Wh"),
            .state(.main, CapabilityName(.number, label: PartID("rssi")), .number(-50)),
        ]
        let updates = model.receive("u/reply/rpc", payload: ShellySamples.reply(9, result: ShellySamples.status))
        #expect(Set(updates) == Set(expected) && updates.count == expected.count)
        #expect(
            model.receive("u/reply/rpc", payload: ShellySamples.reply(1 << 31 + 2, result: ShellySamples.status))
                == updates)
    }

    @Test func discoveryRepliesAreNoCommandReplies() {
        #expect(
            model.receive("u/reply/rpc", payload: ShellySamples.reply(1 << 31, result: ShellySamples.information))
                .isEmpty)
        #expect(
            model.receive("u/reply/rpc", payload: ShellySamples.reply(1 << 31 + 1, result: ShellySamples.configuration))
                .isEmpty)
    }

    @Test(
        arguments: [
            (ShellyCommand.set("on"), "switch", true, "Switch.Set"), (.light("ct"), "cct", 2700, "CCT.Set"),
            (.configure("target_C"), "thermostat", 21, "Thermostat.SetConfig"),
            (.goToPosition, "cover", 50, "Cover.GoToPosition"), (.turnSlats, "cover", 50, "Cover.GoToPosition"),
            (.stop, "cover", "stopped", "Cover.Stop"), (.disengage, "cb", false, "CB.Set"),
            (.trigger, "button", "single_push", "Button.Trigger"), (.valveTarget, "blutrv", 21, "BluTRV.Call"),
        ] as [(ShellyCommand, String, JSONValue, String)])
    func methodOfACommandIsThatOfItsRequests(command: ShellyCommand, type: String, value: JSONValue, method: String) {
        let key = ShellyKey(type: type, id: 0)
        #expect(command.method(key) == method)
        #expect(command.request(key, value: value)?.method == method)
    }

    @Test func stateQueryRequestsTheWholeStatus() {
        let query = model.stateQuery(.main, capability: CapabilityName(.switch), number: 9)
        #expect(query?.topic == "u/rpc" && query?.json?["method"] == "Shelly.GetStatus")
        #expect(query?.json?["id"] == 9)
        #expect(model.stateQuery(.main, capability: CapabilityName(.lock), number: 9) == nil)
    }

    /// The flows of the power, of the forward energy and of the returned energy, by the names of the device and the
    /// clamp.
    private static let flows: [(device: String, clamp: String, flows: [EnergyFlow?])] = [
        ("Grid", "null", [nil, nil, nil]), ("Grid import", "null", [.gridImport, .gridImport, .gridExport]),
        ("Meter", #""Solar""#, [.production, .production, .consumption]),
        ("Grid import", #""Wallbox usage""#, [.consumption, .consumption, .production]),
        ("Meter", #""Battery discharge""#, [.discharge, .discharge, .charge]),
    ]

    @Test(arguments: flows.indices, ["em", "em1"]) func namesDecideTheEnergyFlowOfAClamp(row: Int, type: String) throws
    {
        let (device, clamp, expected) = Self.flows[row]
        let information = #"{"name":"\#(device)","mac":"A8032ABE54DC","gen":2}"#
        let fields =
            type == "em"
            ? ["total_act_power", "total_act", "total_act_ret"]
            : ["act_power", "total_act_energy", "total_act_ret_energy"]
        let status = """
            {"\(type):0":{"\(fields[0])":-3},"\(type)data:0":{"\(fields[1])":1,"\(fields[2])":2},"sys":{"uptime":1}}
            """
        let model = try ShellySamples.model(
            information: information, configuration: #"{"\#(type):0":{"name":\#(clamp)}}"#, status: status)
        let names = [
            CapabilityName(.power), CapabilityName(.energy), CapabilityName(.energy, label: PartID("returned")),
        ]
        #expect(names.map { model.description[.main]?[$0]?.flow } == expected)
        let restored = try ShellyDeviceModel(root: "u", native: Array(model.document.native.utf8))
        #expect(restored.description == model.description)
    }

    /// Every object of a Bluetooth sensor is decoded, with each of its two values.
    @Test(arguments: Array(0x0F...0x2D) + [0x53]) func everyBluetoothObjectIsDecoded(object: Int) throws {
        let isNumber = [0x12, 0x13, 0x14].contains(object)
        let values = object == 0x53 ? [#""some words""#] : isNumber ? ["0", "400.5"] : ["false", "true"]
        let model = try ShellySamples.model(
            information: ShellySamples.information, configuration: #"{"bthomesensor:200":{"obj_id":\#(object)}}"#,
            status: #"{"bthomesensor:200":{"id":200,"value":\#(values[0])},"sys":{"uptime":1}}"#)
        let updates = values.map { value in
            model.receive("u/status/bthomesensor:200", payload: #"{"id":200,"value":\#(value)}"#).compactMap(\.value)
        }
        #expect(updates.allSatisfy { $0.count == 1 } && Set(updates).count == values.count, "\(updates)")
    }

    @Test(arguments: [
        (0x1F, "lock r", "unlocked"), (0x0F, "choice.boolean r", "on"), (0x16, "choice.charging r", "on"),
    ])
    func bluetoothObjectIDSelectsTheCapability(object: Int, line: String, value: String) throws {
        let model = try ShellySamples.model(
            information: ShellySamples.information, configuration: #"{"bthomesensor:200":{"obj_id":\#(object)}}"#,
            status: #"{"bthomesensor:200":{"id":200,"value":true},"sys":{"uptime":1}}"#)
        #expect(model.description.parts[0].capabilities.map(\.line).first?.hasPrefix(line) == true)
        let updates = model.receive("u/status/bthomesensor:200", payload: #"{"id":200,"value":true}"#)
        #expect(updates.compactMap(\.value) == [.text(value)])
    }

    @Test func unsupportedCommandIsRejected() {
        #expect(model.encodeCommand(.main, capability: CapabilityName(.power), value: .number(1), number: 1) == nil)
        #expect(model.encodeCommand(.main, capability: CapabilityName(.switch), value: .text("on"), number: 1) == nil)
        #expect(
            model.encodeCommand(
                PartID("switch-9")!, capability: CapabilityName(.switch), value: .boolean(true), number: 1) == nil)
    }

    @Test func uncalibratedCoverAcceptsOnlyStop() throws {
        let model = try ShellySamples.model(
            information: ShellySamples.information, configuration: "{}",
            status: #"{"cover:0":{"id":0,"state":"stopped","pos_control":false},"sys":{"uptime":1}}"#)
        let state = CapabilityName(.movement)
        #expect(model.encodeCommand(.main, capability: state, value: .text("open"), number: 1) == nil)
        #expect(model.encodeCommand(.main, capability: state, value: .text("stopped"), number: 1) != nil)
        #expect(model.encodeCommand(.main, capability: CapabilityName(.position), value: .number(50), number: 1) == nil)
        #expect(model.description[.main]?.asksForPurpose == true)
    }

    @Test(arguments: [(33.4, 33.0), (33.6, 34), (100, 100), (1, 1)])
    func brightnessIsSentInWholePercent(wanted: Double, sent: Double) throws {
        let model = try ShellySamples.model(
            information: ShellySamples.information, configuration: "{}",
            status: #"{"light:0":{"output":true,"brightness":9},"sys":{"uptime":1}}"#)
        let command = try #require(
            model.encodeCommand(.main, capability: CapabilityName(.brightness), value: .number(wanted), number: 1))
        #expect(command.value == .number(sent))
        #expect(command.messages.first?.json?["params"]?["brightness"] == .integer(Int64(sent)))
    }

    @Test func colorCommandSelectsTheLampMode() throws {
        let model = try ShellySamples.model(
            information: ShellySamples.information, configuration: #"{"rgbcct:0":{"id":0,"ct_range":[2700,6500]}}"#,
            status: #"{"rgbcct:0":{"id":0,"output":true,"brightness":9,"mode":"rgb","rgb":[1,2,3],"ct":2700}}"#)
        let warm = model.message(.main, capability: CapabilityName(.colorTemperature), value: .number(3000))?.json
        #expect(warm?["method"] == "RGBCCT.Set" && warm?["params"] == ["id": 0, "on": true, "mode": "cct", "ct": 3000])
        let red = model.message(.main, capability: CapabilityName(.color), value: .color(hue: 0, saturation: 100))?.json
        #expect(red?["params"] == ["id": 0, "on": true, "mode": "rgb", "rgb": [255, 0, 0]])
    }

    @Test func eachPresenceZoneIsAPart() throws {
        let model = try ShellySamples.model(
            information: ShellySamples.information, configuration: "{}",
            status: #"{"presence":{},"presencezone:200":{"id":200,"value":true,"num_objects":2},"sys":{"uptime":1}}"#)
        #expect(model.description.parts.map(\.id.rawValue) == ["presencezone-200"])
        let updates = model.receive("u/status/presencezone:200", payload: #"{"id":200,"value":true,"num_objects":2}"#)
        #expect(Set(updates.map(\.line)) == ["presencezone-200 occupancy on", "presencezone-200 number.objects 2"])
    }

    @Test(arguments: ShellySamples.fixtures) func storedDocumentIsShortAndDecodesToTheSameDocument(
        fixture: DeviceFixture
    ) throws {
        let document = try #require(Self.described(fixture)).document
        #expect(try ShellyDocument(native: Array(document.native.utf8)) == document)
        #expect(document.native.utf8.count <= 2048)
    }

    @Test(arguments: ShellySamples.fixtures) func labelsAreUniqueWithinAPart(fixture: DeviceFixture) throws {
        for part in try #require(Self.described(fixture)).description.parts {
            #expect(Set(part.capabilities.map(\.name)).count == part.capabilities.count)
        }
    }

    @Test func statusAndNotificationReportTheSameValue() {
        let status = #"{"id":0,"output":true,"apower":60.5}"#
        let once = model.receive("u/status/switch:0", payload: status)
        #expect(once == model.receive("u/events/rpc", payload: ShellySamples.notification(#"{"switch:0":\#(status)}"#)))
        #expect(once.count == 2)
    }

    private static func described(_ fixture: DeviceFixture) -> ShellyDeviceModel? {
        var parser = ShellyDiscoveryParser(root: fixture.root)
        let events = fixture.announces.flatMap { message in
            parser.receive(message.topic, payload: String(decoding: message.bytes(id: 7), as: UTF8.self))
        }
        return events.described.last?.model as? ShellyDeviceModel
    }
}
