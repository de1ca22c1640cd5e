import HomeModel
import Testing

@testable import TomteCommands

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
