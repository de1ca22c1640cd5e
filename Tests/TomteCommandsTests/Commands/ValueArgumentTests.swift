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
    func capabilityDecidesTheTypeOfAValue(kind: CapabilityKind, text: String, value: CapabilityValue?) {
        #expect((try? ValueArgument.read(text, for: capability(kind))) == value)
    }

    @Test(
        arguments: [
            ("on", .boolean(true)), ("21.5", .number(21.5)), ("blue", .text("blue")), ("", .text("")),
        ] as [(String, CapabilityValue)])
    func textDecidesTheTypeOfAValueWithoutACapability(text: String, value: CapabilityValue) throws {
        #expect(try ValueArgument.read(text, for: nil) == value)
    }
}
