import ArgumentParser
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

@Suite struct NegativeValueTests {
    @Test(
        arguments: [
            ["send", "heater", "targetTemperature", "-5"], ["send", "heater", "targetTemperature", "-5", "--json"],
            ["send", "--json", "heater", "targetTemperature", "-.5"],
            ["send", "heater", "--deadline", "5", "targetTemperature", "-3 °C", "--as", "anna"],
            ["send", "heater", "targetTemperature", "--", "-5"],
        ])
    func negativeNumberIsParsedAsTheValue(_ words: [String]) throws {
        let command = try TomteCommand.parseAsRoot(NegativeValue.movedToEnd(of: words)) as? SendCommand
        #expect(command?.target.names.target == "heater" && command?.capability == "targetTemperature")
        #expect(command?.value?.hasPrefix("-") == true)
    }

    @Test(
        arguments: [
            ["send", "lamp", "switch", "on", "--deadline", "-5"], ["send", "lamp", "switch", "on"],
            ["send", "lamp", "stop", "-h"], ["readings", "meter", "power", "-5"], ["send"], [],
        ])
    func otherCommandLinesAreNotChanged(_ words: [String]) {
        #expect(NegativeValue.movedToEnd(of: words) == words)
    }
}

@Suite struct ValueTextTests {
    @Test(arguments: [
        (21.0, "21"), (21.5, "21.5"), (1.0 / 3, "0.333"), (-0.0001, "0"), (0.1 + 0.2, "0.3"), (1e300, "1e+300"),
        (-1234.5678, "-1234.568"),
    ])
    func numbersHaveAtMostThreeDecimals(number: Double, text: String) { #expect(ValueText.text(number) == text) }

    @Test(arguments: [
        (59.843, "%", "59.8 %"), (79.96, "%", "80 %"), (3003.003, "K", "3003 K"), (0.0123, "kWh", "0.012 kWh"),
    ])
    func percentAndKelvinHaveFewerDecimals(number: Double, unit: String, text: String) {
        #expect(ValueText.text(number, unit: unit) == text)
    }

    @Test func onlyNumbersHaveAUnit() {
        #expect(ValueText.text(.number(45), unit: "%") == "45 %")
        #expect(ValueText.text(.text("locked"), unit: "%") == "locked")
    }
}
