import SeededRandom
import Foundation
import HomeModel
import Testing

struct TimestampTests {
    @Test(
        arguments: [
            ("2026-03-10T12:00:00Z", 1_773_144_000_000), ("2026-03-10T12:00:00.5Z", 1_773_144_000_500),
            ("2026-03-10T12:00:00.123456789Z", 1_773_144_000_123), ("2026-03-10T12:00:00.9999Z", 1_773_144_000_999),
            ("2026-03-10T13:00:00+01:00", 1_773_144_000_000), ("2026-03-10T06:30:00.007-05:30", 1_773_144_000_007),
            ("2026-03-10t12:00:00z", 1_773_144_000_000), ("2026-03-10T12:00:00-00:00", 1_773_144_000_000),
            ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999Z", -1), ("2024-02-29T00:00:00Z", 1_709_164_800_000),
            ("2000-02-29T00:00:00Z", 951_782_400_000), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ] as [(String, Int64)])
    func rfc3339TextIsParsed(_ text: String, milliseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "Z", "now", "2026-03-10", "2026-03-10T12:00:00", "2026-03-10 12:00:00Z", "20260310T120000Z",
        "2026-03-10T12:00:00ZZ", "2026-03-10T12:00:00Z\n", " 2026-03-10T12:00:00Z", "2026-03-10T12:00Z",
        "2026-02-30T12:00:00Z", "2025-02-29T12:00:00Z", "1900-02-29T12:00:00Z", "2026-04-31T12:00:00Z",
        "2026-00-10T12:00:00Z", "2026-13-10T12:00:00Z", "2026-03-00T12:00:00Z", "2026-03-32T12:00:00Z",
        "2026-03-10T24:00:00Z", "2026-03-10T12:60:00Z", "2026-03-10T12:00:61Z", "2026-03-10T12:00:00.Z",
        "2026-03-10T12:00:00,5Z", "2026-03-10T12:00:00+24:00", "2026-03-10T12:00:00+01:60", "2026-03-10T12:00:00+0100",
        "2026-03-10T12:00:00+1", "2026-3-1T1:1:1Z", "+026-03-10T12:00:00Z", "-026-03-10T12:00:00Z",
        "10000-01-01T00:00:00Z",
        "2026-03--1T12:00:00Z", "٢٠٢٦-03-10T12:00:00Z", "2026-03-10T12:00:00.٥Z", "1773144000000",
        "2026-03-10T12:00:00\u{0}Z",
        "2026-03-10T12:00:00.00000000000000000000000000000000Z",
    ])
    func invalidTextIsRefused(_ text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_773_144_000_001, "2026-03-10T12:00:00.001Z"),
            (1_709_164_800_000, "2024-02-29T00:00:00.000Z"), (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"), (.max, "9999-12-31T23:59:59.999Z"),
            (.min, "0000-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func timestampsAreFormattedAsRFC3339(_ milliseconds: Int64, expected: String) {
        #expect(Timestamp(milliseconds: milliseconds).rfc3339 == expected)
    }

    @Test(arguments: 1...20)
    func formattedTimesRoundTripToTheMillisecond(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let time = Timestamp(milliseconds: .random(in: -62_167_219_200_000...253_402_300_799_999, using: &random))
            #expect(Timestamp(rfc3339: time.rfc3339) == time)
        }
    }

    @Test(arguments: 1...20)
    func calendarAgreesWithFoundation(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let seconds = Int64.random(in: -11_676_096_000...253_402_300_799, using: &random)  // from the year 1600
            let time = Timestamp(milliseconds: seconds * 1000)
            let expected = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
            #expect(time.rfc3339 == expected.replacing("Z", with: ".000Z"))
        }
    }

    @Test(arguments: 1...20)
    func hostileTextsNeverTrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var bytes = Array("2026-03-10T12:00:00.123+01:00".utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let time = Timestamp(rfc3339: String(decoding: bytes, as: UTF8.self))
            #expect(time == nil || time?.rfc3339.utf8.count == 24)
        }
    }

    @Test func arithmeticSaturates() {
        let last = Timestamp(milliseconds: .max)
        let first = Timestamp(milliseconds: .min)
        #expect(last + .seconds(1) == last)
        #expect(first - .seconds(1) == first)
        #expect(noon + .seconds(Int64.max) == last)
        #expect(Timestamp(milliseconds: -1) - .seconds(Int64.max) == first)
        #expect(last - first == .milliseconds(Int64.max))
        #expect(first - last == .milliseconds(Int64.min))
        #expect(noon + .seconds(5) - noon == .seconds(5))
        #expect(noon - .hours(24) + .days(1) == noon)
    }

    @Test(
        arguments: [
            (Duration.seconds(1), 1000), (.milliseconds(-1), -1), (.nanoseconds(999_999), 0),
            (.seconds(Int64.max), .max),
            (.seconds(Int64.min), .min), (.milliseconds(Int64.max) + .milliseconds(1), .max),
            (.milliseconds(Int64.min) - .milliseconds(1), .min), (.milliseconds(Int64.max), .max),
        ] as [(Duration, Int64)])
    func durationsBecomeWholeMilliseconds(_ duration: Duration, expected: Int64) {
        #expect(duration.wholeMilliseconds == expected)
    }

    @Test(
        arguments: [
            (1.0005, 1000), (-0.0001, -1), (.infinity, .max), (-.infinity, .min), (.nan, .min), (1e300, .max),
        ] as [(Double, Int64)])
    func datesAreRoundedDownAndSaturate(_ seconds: Double, milliseconds: Int64) {
        #expect(Timestamp(Date(timeIntervalSince1970: seconds)).milliseconds == milliseconds)
    }

    @Test func timesAreEncodedAsText() throws {
        #expect(try String(decoding: JSONEncoder().encode([noon]), as: UTF8.self) == #"["2026-03-10T12:00:00.000Z"]"#)
        #expect(
            try JSONDecoder().decode([Timestamp].self, from: Data(#"["2026-03-10T13:00:00+01:00"]"#.utf8)) == [noon])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Timestamp].self, from: Data("[1773144000000]".utf8))
        }
    }

    @Test(
        arguments: [
            ("Europe/Stockholm", "2026-03-29T00:59:59.999Z", "2026-03-29T01:59:59.999+01:00"),
            ("Europe/Stockholm", "2026-03-29T01:00:00.000Z", "2026-03-29T03:00:00.000+02:00"),
            ("America/St_Johns", "2026-01-01T00:00:00.000Z", "2025-12-31T20:30:00.000-03:30"),
            ("Asia/Kathmandu", "2026-01-01T00:00:00.000Z", "2026-01-01T05:45:00.000+05:45"),
            ("UTC", "1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000+00:00"),
        ])
    func timeOnTheClocksOfAPlaceHasItsDifferenceToUTC(name: String, utc: String, local: String) throws {
        let time = try #require(Timestamp(rfc3339: utc))
        #expect(time.rfc3339(in: try #require(TimeZone(identifier: name))) == local)
        #expect(Timestamp(rfc3339: local) == time)
    }
}
