import Foundation
import HomeModel
import SeededRandom
import Testing

struct TariffTableTests {
    @Test(arguments: ["2026-12-01", "1970-01-01", "9999-12-31", "2024-02-29", "2000-02-29"])
    func dateIsReadAsWritten(text: String) {
        #expect(LocalDate(text)?.description == text)
    }

    @Test(arguments: [
        "", "2026-13-01", "2026-00-10", "2026-02-29", "2100-02-29", "2026-04-31", "2026-1-1", "26-01-01", "2026-01-01T",
        "2026/01/01", "1969-12-31", "-026-01-01", "2026-01-0a", "２０２６-01-01",
    ])
    func otherTextIsNoDate(text: String) {
        #expect(LocalDate(text) == nil)
    }

    /// The first moment of the date: on days with 23 and 25 hours, without a midnight, and in zones with odd offsets.
    @Test(arguments: [
        ("Europe/Stockholm", "2026-03-29", "2026-03-28T23:00:00Z"),
        ("Europe/Stockholm", "2026-03-30", "2026-03-29T22:00:00Z"),
        ("Europe/Stockholm", "2026-10-25", "2026-10-24T22:00:00Z"),
        ("Europe/Stockholm", "2026-10-26", "2026-10-25T23:00:00Z"),
        ("Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00Z"),
        ("Asia/Kathmandu", "2026-12-01", "2026-11-30T18:15:00Z"),
        ("Pacific/Kiritimati", "2026-12-01", "2026-11-30T10:00:00Z"),
        ("GMT", "2026-12-01", "2026-12-01T00:00:00Z"),
    ])
    func dateBeginsAtItsFirstMoment(identifier: String, date: String, start: String) throws {
        let zone = try #require(TimeZone(identifier: identifier))
        #expect(try #require(LocalDate(date)).start(in: zone) == Timestamp(rfc3339: start))
    }

    @Test func versionAppliesFromMidnightUntilTheNextOne() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Stockholm"))
        let timeline = try table(["2026-11-01", "2026-12-01"]).timeline(in: zone)
        let midnight = try #require(Timestamp(rfc3339: "2026-11-30T23:00:00Z"))
        #expect(timeline.index(at: midnight - .milliseconds(1)) == 0)
        #expect(timeline.index(at: midnight) == 1)
        #expect(timeline.index(at: Timestamp(milliseconds: .max)) == 1)
        let first = try #require(Timestamp(rfc3339: "2026-10-31T23:00:00Z"))
        #expect(timeline.index(at: first) == 0)
        #expect(timeline.index(at: first - .milliseconds(1)) == nil)
        #expect(TariffTable().timeline(in: zone).index(at: first) == nil)
    }

    /// The oracle compares the date that a calendar shows with the dates of the versions.
    @Test(arguments: UInt64(1)...200)
    func versionIsThatOfTheLocalDate(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let names = [
            "Europe/Stockholm", "America/New_York", "Asia/Kathmandu", "Asia/Beirut", "Australia/Lord_Howe",
            "America/Asuncion", "America/Havana", "Atlantic/Azores", "Pacific/Chatham", "GMT",
        ]
        let zone = try #require(TimeZone(identifier: names.randomElement(using: &random) ?? "GMT"))
        let days = Set((0..<8).map { _ in Int.random(in: 18_000..<22_000, using: &random) })
        let dates = days.sorted().compactMap {
            LocalDate(Timestamp(milliseconds: Int64($0) * 86_400_000), in: .gmt)
        }
        let table = try table(dates.map(\.description).shuffled(using: &random))
        #expect(table.versions.map(\.validFrom) == dates, "seed \(seed)")
        let timeline = table.timeline(in: zone)
        for _ in 0..<50 {
            let day = Int64(days.randomElement(using: &random) ?? 0) + Int64.random(in: -1...1, using: &random)
            let time = Timestamp(milliseconds: day * 86_400_000 + Int64.random(in: 0..<86_400_000, using: &random))
            let date = try #require(LocalDate(time, in: zone))
            #expect(
                timeline.index(at: time) == dates.lastIndex { $0 <= date }, "seed \(seed), \(zone.identifier), \(time)")
        }
    }

    @Test func tableHasOneVersionForADateAndALimit() throws {
        let one = try tariff("2026-12-01")
        #expect(TariffTable([one, one]) == nil)
        let dates = (0...TariffTable.maximumVersions).compactMap {
            LocalDate(Timestamp(milliseconds: Int64($0) * 86_400_000), in: .gmt)
        }
        let versions = try dates.map { try tariff($0.description) }
        #expect(TariffTable(versions) == nil)
        #expect(TariffTable(Array(versions.dropLast()))?.versions.count == TariffTable.maximumVersions)
    }

    private func table(_ dates: [String]) throws -> TariffTable {
        let versions = try dates.map(tariff)
        return try #require(TariffTable(versions))
    }

    private func tariff(_ date: String) throws -> Tariff {
        Tariff(
            validFrom: try #require(LocalDate(date)), currency: try #require(Currency("SEK")),
            price: try #require(MoneyAmount("1.85")))
    }
}
