@testable import HomeDialects
import DeviceFixtures
import HomeModel
import Testing

@Suite struct ShellyDeviceModelTests {
    private let model: ShellyDeviceModel

    init() throws { model = try ShellySamples.model() }

    @Test func allTopicsLieBelowTheRootAndNoneIsThereTwice() {
        let topics = model.topics.map(\.topic)
        #expect(topics.allSatisfy { $0.hasPrefix("u/") } && Set(topics).count == topics.count)
        #expect(
            Set(topics) == [
                "u/online", "u/events/rpc", "u/reply/rpc", "u/status/input:0", "u/status/switch:0", "u/status/wifi",
            ])
    }

    @Test func anAnswerToAnOrderSaysWhetherItWasTaken() {
        #expect(
            model.hear("u/reply/rpc", ShellySamples.reply(7, #"{"was_on":false}"#)) == [.answered(7, failure: nil)])
        #expect(model.hear("u/reply/rpc", ShellySamples.reply(7, "null")) == [.answered(7, failure: nil)])
        let refusal = model.hear("u/reply/rpc", ShellySamples.refusal(7, -109, "shutting down in 952 ms"))
        #expect(refusal == [.answered(7, failure: InertText("-109 shutting down in 952 ms"))])
        let both = #"{"id":7,"src":"s","error":{"code":-103,"message":"no"},"result":{"methods":null}}"#
        #expect(model.hear("u/reply/rpc", both) == [.answered(7, failure: InertText("-103 no"))])
    }

    @Test func anAnswerToAQuestionIsAReportAndNoAnswerToAnOrder() {
        let expected: [DeviceStatement] = [
            .state(.main, CapabilityName(.switch), .boolean(false)),
            .state(.main, CapabilityName(.choice, label: PartID("input")), .text("off")),
            .reading(.main, CapabilityName(.power), value: 0, unit: nil),
            .reading(.main, CapabilityName(.energy), value: 12.5, unit: "Wh"),
            .state(.main, CapabilityName(.number, label: PartID("rssi")), .number(-50)),
        ]
        let said = model.hear("u/reply/rpc", ShellySamples.reply(9, ShellySamples.status))
        #expect(Set(said) == Set(expected) && said.count == expected.count)
        #expect(model.hear("u/reply/rpc", ShellySamples.reply(1 << 31 + 2, ShellySamples.status)) == said)
    }

    @Test func answersToWhatAnnouncementsAskedAreNoAnswersToOrders() {
        #expect(model.hear("u/reply/rpc", ShellySamples.reply(1 << 31, ShellySamples.information)).isEmpty)
        #expect(model.hear("u/reply/rpc", ShellySamples.reply(1 << 31 + 1, ShellySamples.configuration)).isEmpty)
    }

    @Test func everyQuestionIsForTheWholeStatus() {
        let question = model.question(.main, CapabilityName(.switch), number: 9)
        #expect(question?.topic == "u/rpc" && question?.json?["method"] == "Shelly.GetStatus")
        #expect(question?.json?["id"] == 9)
        #expect(model.question(.main, CapabilityName(.lock), number: 9) == nil)
    }

    /// Flow of power, of what is counted and of what flows back, by the names of device and clamps.
    private static let flows: [(device: String, clamp: String, flows: [EnergyFlow?])] = [
        ("Grid", "null", [nil, nil, nil]), ("Grid import", "null", [.gridImport, .gridImport, .gridExport]),
        ("Meter", #""Solar""#, [.production, .production, .consumption]),
        ("Grid import", #""Wallbox usage""#, [.consumption, .consumption, .production]),
        ("Meter", #""Battery discharge""#, [.discharge, .discharge, .charge]),
    ]

    @Test(arguments: flows.indices, ["em", "em1"]) func onlyNamesTellWhatAClampLiesAround(row: Int, type: String) throws
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
        let model = try ShellySamples.model(information, #"{"\#(type):0":{"name":\#(clamp)}}"#, status)
        let names = [
            CapabilityName(.power), CapabilityName(.energy), CapabilityName(.energy, label: PartID("returned")),
        ]
        #expect(names.map { model.description[.main]?[$0]?.flow } == expected)
        let again = try ShellyDeviceModel(root: "u", native: Array(model.document.native.utf8))
        #expect(again.description == model.description)
    }

    /// A gateway hears whatever Bluetooth sensors say: every object is read, with either value.
    @Test(arguments: Array(0x0F...0x2D) + [0x53]) func everyBluetoothObjectIsReadable(object: Int) throws {
        let isNumber = [0x12, 0x13, 0x14].contains(object)
        let values = object == 0x53 ? [#""some words""#] : isNumber ? ["0", "400.5"] : ["false", "true"]
        let model = try ShellySamples.model(
            ShellySamples.information, #"{"bthomesensor:200":{"obj_id":\#(object)}}"#,
            #"{"bthomesensor:200":{"id":200,"value":\#(values[0])},"sys":{"uptime":1}}"#)
        let said = values.map { value in
            model.hear("u/status/bthomesensor:200", #"{"id":200,"value":\#(value)}"#).compactMap(\.value)
        }
        #expect(said.allSatisfy { $0.count == 1 } && Set(said).count == values.count, "\(said)")
    }

    @Test(arguments: [
        (0x1F, "lock r", "unlocked"), (0x0F, "choice.boolean r", "on"), (0x16, "choice.charging r", "on"),
    ])
    func bluetoothObjectIsWhatItsNumberSays(object: Int, line: String, value: String) throws {
        let model = try ShellySamples.model(
            ShellySamples.information, #"{"bthomesensor:200":{"obj_id":\#(object)}}"#,
            #"{"bthomesensor:200":{"id":200,"value":true},"sys":{"uptime":1}}"#)
        #expect(model.description.parts[0].capabilities.map(\.line).first?.hasPrefix(line) == true)
        let said = model.hear("u/status/bthomesensor:200", #"{"id":200,"value":true}"#)
        #expect(said.compactMap(\.value) == [.text(value)])
    }

    @Test func whatItDoesNotHaveCannotBeTold() {
        #expect(model.order(.main, CapabilityName(.power), .number(1), number: 1) == nil)
        #expect(model.order(.main, CapabilityName(.switch), .text("on"), number: 1) == nil)
        #expect(model.order(PartID("switch-9")!, CapabilityName(.switch), .boolean(true), number: 1) == nil)
    }

    @Test func aCoverIsToldToMoveOnlyByThePositionThatKnowsWhatItMoves() throws {
        let model = try ShellySamples.model(
            ShellySamples.information, "{}",
            #"{"cover:0":{"id":0,"state":"stopped","pos_control":false},"sys":{"uptime":1}}"#)
        let state = CapabilityName(.movement)
        #expect(model.order(.main, state, .text("open"), number: 1) == nil)
        #expect(model.order(.main, state, .text("stopped"), number: 1) != nil)
        #expect(model.order(.main, CapabilityName(.position), .number(50), number: 1) == nil)
        #expect(model.description[.main]?.asksForPurpose == true)
    }

    @Test(arguments: [(33.4, 33.0), (33.6, 34), (100, 100), (1, 1)])
    func levelsAreToldInWholeSteps(wanted: Double, told: Double) throws {
        let model = try ShellySamples.model(
            ShellySamples.information, "{}", #"{"light:0":{"output":true,"brightness":9},"sys":{"uptime":1}}"#)
        let order = try #require(model.order(.main, CapabilityName(.brightness), .number(wanted), number: 1))
        #expect(order.value == .number(told))
        #expect(order.messages.first?.json?["params"]?["brightness"] == .integer(Int64(told)))
    }

    @Test func aBulbThatKnowsTwoModesIsToldWhichOne() throws {
        let model = try ShellySamples.model(
            ShellySamples.information, #"{"rgbcct:0":{"id":0,"ct_range":[2700,6500]}}"#,
            #"{"rgbcct:0":{"id":0,"output":true,"brightness":9,"mode":"rgb","rgb":[1,2,3],"ct":2700}}"#)
        let warm = model.message(.main, CapabilityName(.colorTemperature), .number(3000))?.json
        #expect(warm?["method"] == "RGBCCT.Set" && warm?["params"] == ["id": 0, "on": true, "mode": "cct", "ct": 3000])
        let red = model.message(.main, CapabilityName(.color), .color(hue: 0, saturation: 100))?.json
        #expect(red?["params"] == ["id": 0, "on": true, "mode": "rgb", "rgb": [255, 0, 0]])
    }

    @Test func eachPresenceZoneIsAPart() throws {
        let model = try ShellySamples.model(
            ShellySamples.information, "{}",
            #"{"presence":{},"presencezone:200":{"id":200,"value":true,"num_objects":2},"sys":{"uptime":1}}"#)
        #expect(model.description.parts.map(\.id.rawValue) == ["presencezone-200"])
        let said = model.hear("u/status/presencezone:200", #"{"id":200,"value":true,"num_objects":2}"#)
        #expect(Set(said.map(\.line)) == ["presencezone-200 occupancy on", "presencezone-200 number.objects 2"])
    }

    @Test(arguments: ShellySamples.fixtures) func whatIsKeptIsShortAndComesBackWhole(fixture: DeviceFixture) throws {
        let document = try #require(Self.described(fixture)).document
        #expect(try ShellyDocument(native: Array(document.native.utf8)) == document)
        #expect(document.native.utf8.count <= 2048)
    }

    @Test(arguments: ShellySamples.fixtures) func labelsAreUniqueWithinAPart(fixture: DeviceFixture) throws {
        for part in try #require(Self.described(fixture)).description.parts {
            #expect(Set(part.capabilities.map(\.name)).count == part.capabilities.count)
        }
    }

    @Test func theSameValueOnTwoTopicsSaysTheSame() {
        let status = #"{"id":0,"output":true,"apower":60.5}"#
        let once = model.hear("u/status/switch:0", status)
        #expect(once == model.hear("u/events/rpc", ShellySamples.notification(#"{"switch:0":\#(status)}"#)))
        #expect(once.count == 2)
    }

    private static func described(_ fixture: DeviceFixture) -> ShellyDeviceModel? {
        var announcements = ShellyAnnouncements(root: fixture.root)
        let news = fixture.announces.flatMap { message in
            announcements.hear(message.topic, String(decoding: message.bytes(id: 7), as: UTF8.self))
        }
        return news.described.last?.model as? ShellyDeviceModel
    }
}
