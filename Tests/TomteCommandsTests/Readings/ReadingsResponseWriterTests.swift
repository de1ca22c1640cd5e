import Foundation
import GatewayWire
import HomeModel
import SeededRandom
import Testing

/// The gateway writes a response row by row. The tests decode it and compare it with the body.
@Suite struct ReadingsResponseWriterTests {
    private let start = Timestamp(milliseconds: 1_800_000_000_000)

    private func head(_ unit: String? = "°C", resolution: HistoryResolution = .raw) -> ReadingsBody {
        ReadingsBody(
            device: DeviceID("hall" as StaticString), part: .main, quantity: CapabilityName(.temperature), unit: unit,
            resolution: resolution, absences: absences)
    }

    private var absences: [Absence] { [Absence(from: start, to: start + .hours(8))] }

    private func decoded(_ text: ReadingsResponseWriter, pages: [[UInt8]]) throws -> ReadingsBody {
        let bytes = try text.opening() + pages.joined() + text.closing
        return try JSONDecoder().decode(ReadingsBody.self, from: Data(bytes))
    }

    @Test func pagesOfAnySizeDecodeToTheSameReadings() throws {
        let values = [
            21.5, 1.0 / 3, -0.0, 0, 1e-7, 5e20, .greatestFiniteMagnitude, -.leastNonzeroMagnitude, 4, 123_456_789.125,
        ]
        let times: [Int64] = [
            0, 1, 999, 86_399_999, 86_400_000, 1_800_000_000_123, 253_402_300_799_999, -1, -86_400_001,
        ]
        let readings = times.flatMap { time in
            values.map { Reading(time: Timestamp(milliseconds: time), value: $0) }
        }
        for size in [1, 7, 1000] {
            var text = ReadingsResponseWriter(head(), of: .readings, as: .json)
            let pages = stride(from: 0, to: readings.count, by: size).map { index in
                text.rows(Array(readings[index..<min(index + size, readings.count)]))
            }
            let body = try decoded(text, pages: pages)
            #expect(body.readings == readings)
            #expect(body.unit == "°C" && body.device.rawValue == "hall" && body.resolution == .raw)
            #expect(body.changes.isEmpty && body.rollUps.isEmpty)
        }
    }

    /// Around changes to summer time, in zones with parts of an hour, and west of Greenwich.
    @Test(arguments: ["Europe/Stockholm", "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe", "UTC"])
    func timesOnTheClocksOfAPlaceAreTheSameMoments(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        var random = SeededGenerator(seed: 7)
        let changes: [Int64] = [1_774_746_000_000, 1_792_890_000_000, 0, 1_800_000_000_000]
        let times = changes.flatMap { change in
            (0..<200).map { _ in change + Int64.random(in: 0...7_200_000, using: &random) }
        }
        var text = ReadingsResponseWriter(head(), of: .readings, as: .csv, in: zone)
        let rows = text.rows(times.map { Reading(time: Timestamp(milliseconds: $0), value: 1) })
        let written = String(decoding: rows, as: UTF8.self).split(separator: "\r\n").map { line in
            String(line.prefix { $0 != "," })
        }
        #expect(written == times.map { Timestamp(milliseconds: $0).rfc3339(in: zone) })
        #expect(written.map { Timestamp(rfc3339: $0)?.milliseconds } == times)
    }

    @Test func rollUpsAndChangesDecodeUnchanged() throws {
        let hours = (0..<3).map { index in
            RollUp(
                start: start + .hours(index), count: index, minimum: -1.5, maximum: 1e9, first: 0.1, last: 0.2,
                mean: 1.234567, sum: 7, increase: 0.25, coverage: .milliseconds(Int64(index)))
        }
        var text = ReadingsResponseWriter(head(nil, resolution: .hour), of: .rollUps, as: .json)
        let body = try decoded(text, pages: [text.rows([] as [RollUp]), text.rows(hours), text.rows([] as [RollUp])])
        #expect(body.rollUps == hours && body.resolution == .hour && body.unit == nil)

        let values: [CapabilityValue] = [
            .boolean(true), .number(60), .text("say \"x\"\n\u{1B}é"), .color(hue: 120, saturation: 50),
        ]
        var states = ReadingsResponseWriter(head(nil), of: .changes, as: .json)
        let rows = try states.rows(values.map { ChangeBody(time: start, value: $0) })
        #expect(try decoded(states, pages: [rows]).changes.map(\.value) == values)
    }

    @Test func responseWithoutRowsIsComplete() throws {
        for kind in [ReadingsResponseWriter.Kind.readings, .changes, .rollUps] {
            let body = try decoded(ReadingsResponseWriter(head(), of: kind, as: .json), pages: [])
            #expect(body.readings.isEmpty && body.changes.isEmpty && body.rollUps.isEmpty)
            #expect(body.absences == absences)
        }
    }

    private func csv(_ text: ReadingsResponseWriter, rows: [UInt8]) throws -> String {
        String(decoding: try text.opening() + rows + text.closing, as: UTF8.self)
    }

    @Test func csvKeepsEveryDigit() throws {
        var text = ReadingsResponseWriter(head(), of: .readings, as: .csv)
        let rows = text.rows([Reading(time: start, value: 1.0 / 3), Reading(time: start + .days(1), value: -2)])
        #expect(
            try csv(text, rows: rows)
                == "time,value,unit\r\n2027-01-15T08:00:00.000Z,0.3333333333333333,°C\r\n"
                + "2027-01-16T08:00:00.000Z,-2.0,°C\r\n")
    }

    @Test func csvOfRollUpsHasAColumnForEachValue() throws {
        var text = ReadingsResponseWriter(head("kWh", resolution: .day), of: .rollUps, as: .csv)
        let rows = text.rows([
            RollUp(
                start: start, count: 2, minimum: 1, maximum: 2, first: 1, last: 2, mean: 1.5, sum: 3, increase: 1,
                coverage: .hours(1))
        ])
        #expect(
            try csv(text, rows: rows)
                == "start,count,minimum,maximum,first,last,mean,sum,increase,coverageMilliseconds,unit\r\n"
                + "2027-01-15T08:00:00.000Z,2,1.0,2.0,1.0,2.0,1.5,3.0,1.0,3600000,kWh\r\n")
    }

    @Test(arguments: [
        ("locked", "locked"), ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("=1+1", "'=1+1"),
        ("@x", "'@x"), ("a\nb", "a\\u{a}b"), ("\u{1B}[2J", "\\u{1b}[2J"),
    ])
    func csvTextsAreQuotedAndEscaped(value: String, field: String) throws {
        var text = ReadingsResponseWriter(head(nil), of: .changes, as: .csv)
        let rows = try text.rows([ChangeBody(time: start, value: .text(value))])
        #expect(try csv(text, rows: rows).hasSuffix(",\(field),\r\n"))
    }
}
