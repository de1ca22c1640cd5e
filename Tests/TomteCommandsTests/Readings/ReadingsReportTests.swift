import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct ReadingsReportTests {
    private let start = Timestamp(milliseconds: 1_800_000_000_000)

    private func report(_ values: [Double], changes: [CapabilityValue] = [], unit: String? = "°C") -> ReadingsReport {
        ReadingsReport(
            ReadingsBody(
                device: DeviceID("hall" as StaticString), part: .main, quantity: CapabilityName(.temperature),
                unit: unit,
                readings: values.enumerated().map { Reading(time: start + .seconds($0.offset), value: $0.element) },
                changes: changes.map { ChangeBody(time: start, value: $0) }), zone: .gmt)
    }

    @Test func tableEndsWithASummary() {
        #expect(
            report([21, 20.5]).lines(title: "Hall").map(\.plain) == [
                "TIME                 TEMPERATURE (°C)", "2027-01-15 08:00:00                21",
                "2027-01-15 08:00:01              20.5", "2 readings · min 20.5 · mean 20.75 · max 21 °C",
            ])
    }

    @Test func absenceOfTheGatewayIsReported() {
        let report = ReadingsReport(
            ReadingsBody(
                device: DeviceID("hall" as StaticString), part: .main, quantity: CapabilityName(.temperature),
                unit: "°C", absences: [Absence(from: start - .hours(8), to: start)],
                readings: [Reading(time: start, value: 20)]), zone: .gmt)
        #expect(
            report.lines(title: "Hall").last?.plain
                == "! The gateway was away from 2027-01-15 00:00:00 to 2027-01-15 08:00:00: "
                + "values measured then may have the time of its return.")
    }

    /// The mean of the remaining points differs from the mean of all readings, so the report omits it.
    @Test func downsampledSeriesHasNoMean() {
        let body = ReadingsBody(
            device: DeviceID("hall" as StaticString), part: .main, quantity: CapabilityName(.temperature), unit: "°C",
            readings: [0.25, 1].enumerated().map { Reading(time: start + .seconds($0.offset), value: $0.element) })
        #expect(
            ReadingsReport(body, points: 5, zone: .gmt).lines(title: "Hall").last?.plain
                == "2 readings, thinned to at most 5 · min 0.25 · max 1 °C")
    }

    /// A table with as many rows as the limit of its query may be incomplete, and says so.
    @Test func tableThatReachesItsLimitSaysSo() {
        let body = ReadingsBody(
            device: DeviceID("hall" as StaticString), part: .main, quantity: CapabilityName(.temperature), unit: "°C",
            readings: [0.25, 1].enumerated().map { Reading(time: start + .seconds($0.offset), value: $0.element) })
        let last = { (limit: Int) in
            ReadingsReport(body, limit: limit, zone: .gmt).lines(title: "Hall").last?.plain
        }
        #expect(last(2) == "There may be more: these are the oldest 2 of this period.")
        #expect(last(3)?.hasPrefix("2 readings") == true)
    }

    @Test func emptyReportSaysThatThereAreNoReadings() {
        #expect(report([]).lines(title: "Hall").map(\.plain) == ["Hall has no temperature in this period."])
    }

    @Test func meanOfTheLargestNumbersIsFinite() {
        let lines = report([.greatestFiniteMagnitude, .greatestFiniteMagnitude]).lines(title: "Hall")
        #expect(lines.last?.plain.contains("inf") == false)
    }

    private func rollUps(_ quantity: CapabilityKind, resolution: HistoryResolution, unit: String) -> ReadingsReport {
        let hours = (0..<2).map { index in
            RollUp(
                start: start + .hours(index), count: 60, minimum: 20, maximum: 22 + Double(index), first: 20.5,
                last: 22, mean: 21 + Double(index), sum: 1260, increase: 0.125,
                coverage: .seconds(index == 0 ? 3600 : 1800))
        }
        return ReadingsReport(
            ReadingsBody(
                device: DeviceID("hall" as StaticString), part: .main, quantity: CapabilityName(quantity), unit: unit,
                resolution: resolution, rollUps: hours), zone: .gmt)
    }

    @Test func hoursShowMinimumMeanAndMaximum() {
        #expect(
            rollUps(.temperature, resolution: .hour, unit: "°C").lines(title: "Hall").map(\.plain) == [
                "HOUR              READINGS  MIN  MEAN (°C)  MAX", "2027-01-15 08:00        60   20         21   22",
                "2027-01-15 09:00        60   20         22   23", "2 hours · min 20 · mean 21.333 · max 23 °C",
            ])
    }

    @Test func daysOfACounterShowTheirIncrease() {
        #expect(
            rollUps(.energy, resolution: .day, unit: "kWh").lines(title: "Hall").map(\.plain) == [
                "DAY         READINGS  INCREASE (kWh)  LAST", "2027-01-15        60           0.125    22",
                "2027-01-15        60           0.125    22", "2 days · 0.25 kWh",
            ])
    }

    @Test func truncatedTableSuggestsCSV() {
        let lines = report(Array(repeating: 1, count: ReadingsShow.tableLimit)).lines(title: "Hall")
        #expect(lines.last?.plain == "There are more; --format csv prints all of them.")
    }
}
