import ArgumentParser
import Testing

@testable import TomteCommands

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
        #expect(command?.device.device == "heater" && command?.capability == "targetTemperature")
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
