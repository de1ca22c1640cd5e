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

    @Test func aTableEndsOnItsSummary() {
        #expect(
            report([21, 20.5]).lines(title: "Hall").map(\.plain) == [
                "TIME                 TEMPERATURE (°C)", "2027-01-15 08:00:00                21",
                "2027-01-15 08:00:01              20.5", "2 readings · min 20.5 · mean 20.75 · max 21 °C",
            ])
    }

    @Test func nothingMeasuredIsSaid() {
        #expect(report([]).lines(title: "Hall").map(\.plain) == ["Hall has no temperature in that time."])
    }

    @Test func csvKeepsEveryDigit() {
        #expect(report([1.0 / 3]).csv == "time,value,unit\r\n2027-01-15T08:00:00.000Z,0.3333333333333333,°C\r\n")
    }

    @Test(arguments: [
        ("locked", "locked"), ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("=1+1", "'=1+1"),
        ("a\nb", "a\\u{a}b"), ("\u{1B}[2J", "\\u{1b}[2J"),
    ])
    func csvTextsAreQuotedAndHarmless(text: String, field: String) {
        #expect(report([], changes: [.text(text)], unit: nil).csv.hasSuffix(",\(field),\r\n"))
    }

    @Test func theLargestNumbersHaveAMean() {
        let lines = report([.greatestFiniteMagnitude, .greatestFiniteMagnitude]).lines(title: "Hall")
        #expect(lines.last?.plain.contains("inf") == false)
    }
}
