import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// Virtual components, which a person adds to a device, and circuit breakers.
@Suite struct ShellyVirtualTests {
    @Test(
        arguments: [
            ("choice.holiday", .text("on"), "Boolean.Set", "value", true),
            ("number.speed", .number(7), "Number.Set", "value", 7),
            ("choice.mode", .text("eco"), "Enum.Set", "value", "eco"),
            ("text.note", .text("hi"), "Text.Set", "value", "hi"),
            ("switch.gate", .boolean(true), "Boolean.Set", "value", true),
            ("garageDoor.door", .text("closed"), "Enum.Set", "value", "close"),
            ("button.scene", .text("double_push"), "Button.Trigger", "event", "double_push"),
        ] as [(String, CapabilityValue, String, String, JSONValue)])
    func valueIsCommanded(
        name: String, value: CapabilityValue, method: String, argument: String, sent: JSONValue
    ) throws {
        let name = try #require(CapabilityName(name))
        let request = try #require(try Self.model().message(.main, capability: name, value: value)?.json)
        #expect(request["method"]?.text == method && request["params"]?[argument] == sent)
        #expect(request["params"]?["id"]?.integer.map { $0 >= 200 } == true)
    }

    @Test func numberKeepsItsRangeAndUnit() throws {
        let name = try #require(CapabilityName("number.speed"))
        let number = try #require(try Self.model().description[.main]?[name])
        #expect(number.range == 0...10 && number.announcedUnit == "rpm")
    }

    @Test(arguments: [(10, 10), (10, 0)]) func impossibleRangeIsReplaced(low: Int, high: Int) throws {
        let model = try ShellySamples.model(
            information: ShellySamples.information,
            configuration: #"{"number:200":{"name":"n","min":\#(low),"max":\#(high)}}"#,
            status: #"{"number:200":{"value":3},"sys":{"uptime":1}}"#)
        let number = try #require(model.description[.main]?.capabilities.first)
        #expect(number.range == CapabilityKind.number.facts.range)
    }

    /// The name or the options of a value may suggest that it moves something; its commands are then sensitive.
    @Test func valueThatMayMoveSomethingIsSensitive() throws {
        let part = try #require(try Self.model().description[.main])
        #expect(part[try #require(CapabilityName("switch.gate"))]?.isCommanded == true && part.asksForPurpose)
        #expect(part[try #require(CapabilityName("garageDoor.door"))]?.isCommanded == true)
        #expect(part.safetyClass(of: .garageDoor, becoming: .text("closed")) == .sensitive)
    }

    @Test(
        arguments: [
            ("boolean:200", "choice.holiday", "true", .text("on")),
            ("number:200", "number.speed", "4.5", .number(4.5)), ("enum:200", "choice.mode", #""day""#, .text("day")),
            ("text:200", "text.note", #""b""#, .text("b")), ("enum:201", "garageDoor.door", #""open""#, .text("open")),
        ] as [(String, String, String, CapabilityValue)])
    func valueIsReported(component: String, name: String, said: String, shown: CapabilityValue) throws {
        let name = try #require(CapabilityName(name))
        let notification = ShellySamples.notification(#"{"\#(component)":{"value":\#(said)}}"#)
        #expect(try Self.model().receive("u/events/rpc", payload: notification) == [.state(.main, name, shown)])
    }

    @Test func pushOfAVirtualButtonIsReported() throws {
        let event = #"{"events":[{"component":"button:200","event":"long_push"}]}"#
        let said = try Self.model().receive(
            "u/events/rpc", payload: ShellySamples.notification(event, method: "NotifyEvent"))
        #expect(said == [.event(.main, try #require(CapabilityName("button.scene")), .text("long_push"))])
    }

    /// A value that was never set is `null`, and so is a sensor that has not reported since the start.
    @Test(arguments: ["enum:200", "number:200", "text:200", "boolean:200", "bthomesensor:200"])
    func unknownValueDoesNotHideItsComponent(component: String) throws {
        let model = try ShellySamples.model(
            information: ShellySamples.information,
            configuration: #"{"\#(component)":{"name":"x","options":["a","b"],"obj_id":2}}"#,
            status: #"{"\#(component)":{"id":200,"value":null},"sys":{"uptime":1}}"#)
        #expect(model.description.parts.flatMap(\.capabilities).count == 1)
        #expect(model.receive("u/status/\(component)", payload: #"{"id":200,"value":null}"#).isEmpty)
        let restored = try ShellyDeviceModel(root: "u", native: Array(model.document.native.utf8))
        #expect(restored.description == model.description)
    }

    @Test func circuitBreakerCanOnlyBeDisengaged() throws {
        let model = try ShellySamples.model(
            information: ShellySamples.information, configuration: "{}",
            status: #"{"cb:0":{"id":0,"output":true},"sys":{"uptime":1}}"#)
        let output = CapabilityName(.switch)
        #expect(
            model.receive("u/status/cb:0", payload: #"{"id":0,"output":false}"#) == [
                .state(.main, output, .boolean(false))
            ])
        let request = try #require(model.message(.main, capability: output, value: .boolean(false))?.json)
        #expect(request["method"] == "CB.Set" && request["params"] == ["id": 0, "output": false])
        #expect(model.encodeCommand(.main, capability: output, value: .boolean(true), number: 1) == nil)
        #expect(model.description[.main]?.asksForPurpose == true)
    }

    private static func model() throws -> ShellyDeviceModel {
        try ShellySamples.model(
            information: ShellySamples.information,
            configuration: """
                {"boolean:200":{"name":"Holiday"},"boolean:201":{"name":"Gate"},\
                "number:200":{"name":"Speed","min":0,"max":10,"meta":{"ui":{"unit":"rpm"}}},\
                "enum:200":{"name":"Mode","options":["eco","day"]},"enum:201":{"name":"Door","options":["open","close"]},\
                "text:200":{"name":"Note"},"button:200":{"name":"Scene"}}
                """,
            status: """
                {"boolean:200":{"value":false},"boolean:201":{"value":false},"number:200":{"value":1},\
                "enum:200":{"value":"eco"},"enum:201":{"value":"open"},"text:200":{"value":"a"},"button:200":{},\
                "sys":{"uptime":1}}
                """)
    }
}
