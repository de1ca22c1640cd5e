import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct EnergyTableTests {
    private let start = Timestamp(milliseconds: 1_800_000_000_000)

    private func lines(_ by: String, rows: [EnergyRowBody], totals: [EnergyAmount]) -> [String] {
        let body = EnergyBody(from: start, to: start + .days(1), by: by, rows: rows, totals: totals)
        return EnergyTable(body, zone: .gmt).lines().map { line in
            var text = line.plain
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    private func amount(_ value: Double, flow: EnergyFlow = .consumption, estimated: Bool = false) -> EnergyAmount {
        EnergyAmount(flow: flow, kilowattHours: value, isEstimated: estimated)
    }

    @Test func eachFlowHasAColumn() {
        #expect(
            lines(
                "device",
                rows: [
                    EnergyRowBody(device: DeviceID("a"), name: "Heater", amounts: [amount(24, estimated: true)]),
                    EnergyRowBody(device: DeviceID("b"), name: "Fridge", amounts: [amount(4.775)]),
                    EnergyRowBody(device: DeviceID("c"), name: "Roof", amounts: [amount(12.5, flow: .production)]),
                ], totals: [amount(28.78, estimated: true), amount(12.5, flow: .production)]) == [
                    "DEVICE  CONSUMED (kWh)  PRODUCED (kWh)",
                    "Heater          ~24.00                  ████████████████████",
                    "Fridge            4.78                  ████",
                    "Roof                             12.50",
                    "total           ~28.78           12.50",
                    "~ estimated from power",
                ])
    }

    @Test func hoursAndDaysAreInTheTimeZone() {
        let row = EnergyRowBody(start: start, amounts: [amount(0.5)])
        #expect(
            lines("hour", rows: [row], totals: [amount(0.5)])[1]
                == "2027-01-15 08:00           0.500  ████████████████████")
        #expect(
            lines("day", rows: [row], totals: [amount(0.5)])[1] == "2027-01-15           0.500  ████████████████████")
    }

    @Test func devicesWithoutARoomHaveARow() {
        let row = EnergyRowBody(amounts: [amount(1500)])
        #expect(
            lines("room", rows: [row], totals: [amount(1500)])[1] == "no room          1500.0  ████████████████████")
    }

    @Test func emptyTableSaysThatNoEnergyWasCounted() {
        #expect(lines("device", rows: [], totals: []) == ["No energy was counted in this period."])
    }

    @Test func negativeEnergyHasNoBar() {
        let rows = [-0.5, 0, 2].map { EnergyRowBody(start: start, amounts: [amount($0)]) }
        let bars = lines("hour", rows: rows, totals: [amount(1.5)]).dropFirst().prefix(3).map {
            $0.filter { $0 == "█" }.count
        }
        #expect(bars == [0, 0, 20])
    }
}
