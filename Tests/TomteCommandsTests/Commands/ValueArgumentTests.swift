import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct ValueArgumentTests {
    private func capability(_ kind: CapabilityKind) -> CapabilityBody {
        CapabilityBody(
            name: CapabilityName(kind), type: kind.facts.valueType, unit: kind.facts.unit?.rawValue, minimum: nil,
            maximum: nil, step: nil, options: kind.facts.options, isCommanded: true, mayCommand: true,
            isSensitive: false, flow: nil, state: nil)
    }

    @Test(
        arguments: [
            (.switch, "on", .boolean(true)), (.switch, "OFF", .boolean(false)), (.switch, "yes", .boolean(true)),
            (.switch, "no", .boolean(false)), (.switch, "true", .boolean(true)), (.switch, "blue", .text("blue")),
            (.thermostatMode, "off", .text("off")), (.text, "true", .text("true")), (.text, "12", .text("12")),
            (.brightness, "40", .number(40)), (.brightness, "40%", .number(40)), (.brightness, "4e1", .number(40)),
            (.brightness, "bright", .text("bright")), (.brightness, "nan", .text("nan")), (.brightness, "0x10", nil),
            (.brightness, "inf", .text("inf")), (.brightness, "1e999", nil), (.brightness, "on", .boolean(true)),
            (.targetTemperature, "21.5", .number(21.5)), (.targetTemperature, "-3 °C", .number(-3)),
            (.targetTemperature, "70F", .number(21.111111)), (.targetTemperature, "21,5", nil),
            (.targetTemperature, "21 W", nil), (.colorTemperature, "250 mired", .number(4000)),
            (.color, "120/50", .color(hue: 120, saturation: 50)),
            (.color, "120°/50%", .color(hue: 120, saturation: 50)),
            (.color, "120", .number(120)), (.color, "a/b", .text("a/b")),
        ] as [(CapabilityKind, String, CapabilityValue?)])
    func valuesAreReadAsTheCapabilityWantsThem(kind: CapabilityKind, text: String, value: CapabilityValue?) {
        #expect((try? ValueArgument.read(text, for: capability(kind))) == value)
    }

    @Test(
        arguments: [
            ("on", .boolean(true)), ("21.5", .number(21.5)), ("blue", .text("blue")), ("", .text("")),
        ] as [(String, CapabilityValue)])
    func withoutACapabilityTheLookDecides(text: String, value: CapabilityValue) throws {
        #expect(try ValueArgument.read(text, for: nil) == value)
    }
}

@Suite struct CommandTargetTests {
    private func device(_ parts: [String]) -> DeviceBody {
        let power = CapabilityBody(
            name: CapabilityName(.switch), type: .boolean, unit: nil, minimum: nil, maximum: nil, step: nil,
            options: [], isCommanded: true, mayCommand: true, isSensitive: false, flow: nil, state: nil)
        return DeviceBody(
            id: DeviceID("plug" as StaticString), name: "Plug", room: nil, link: "homie5", availability: .ready,
            manufacturer: nil, model: nil,
            parts: parts.compactMap { PartID($0) }.map {
                PartBody(id: $0, purpose: nil, asksForPurpose: false, capabilities: [power])
            })
    }

    @Test(
        arguments: [
            ("plug", ["main"], nil), ("plug", ["relay"], "relay"), ("plug", ["relay-1", "relay-2"], nil),
            ("plug/relay-2", ["relay-1", "relay-2"], "relay-2"), ("plug", ["main", "relay"], nil),
        ] as [(String, [String], String?)])
    func thePartIsGivenOrTheOnlyOne(address: String, parts: [String], part: String?) throws {
        let address = try #require(DeviceAddress(argument: address))
        #expect(try CommandTarget(address, "switch", in: device(parts)).part?.rawValue == part)
    }

    @Test func aWordThatIsNoCapabilityIsInvalid() throws {
        let address = try #require(DeviceAddress(argument: "plug"))
        #expect { try CommandTarget(address, "swich", in: device(["main"])) } throws: { error in
            (error as? CommandFailure)?.status == .invalid
        }
    }
}

@Suite struct OutcomeTextTests {
    @Test(arguments: CommandOutcome.allCases.map(Optional.some) + [nil])
    func everyOutcomeIsOneLineThatNamesTheDevice(outcome: CommandOutcome?) throws {
        let device = DeviceBody(
            id: DeviceID("lamp" as StaticString), name: "Hall lamp", room: nil, link: "homie5", availability: .ready,
            manufacturer: nil, model: nil, parts: [])
        let target = try CommandTarget(#require(DeviceAddress(argument: "lamp")), "switch", in: device)
        let record = CommandRecordBody(
            id: CommandID("c" as StaticString), device: device.id, part: .main, capability: CapabilityName(.switch),
            value: .boolean(true), receivedAt: Timestamp(milliseconds: 0), deadlineSeconds: 10,
            stage: outcome == nil ? "dispatched" : "ended", outcome: outcome,
            detail: outcome == .failed ? "The lamp is broken." : nil, reported: nil)
        let sentence = OutcomeText(record, target: target, took: .milliseconds(12)).sentence
        #expect(sentence.hasPrefix("Hall lamp: switch"))
        #expect(sentence.hasSuffix("."))
        #expect(outcome != .failed || sentence.hasSuffix("The lamp is broken. Its command id is c."))
        // Nothing reported which value the capability has now.
        #expect(outcome != .confirmed || sentence == "Hall lamp: switch on was done (confirmed in 12 ms).")
    }
}
