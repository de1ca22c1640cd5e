import Foundation
import HomeModel
import Testing

struct TimeZoneNameTests {
    @Test(
        arguments: [
            ("Europe/Stockholm", "Europe/Stockholm"), ("Asia/Kolkata", "Asia/Kolkata"),
            ("Asia/Calcutta", "Asia/Calcutta"),
            ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
            ("America/Port-au-Prince", "America/Port-au-Prince"), ("Etc/GMT+5", "Etc/GMT+5"), ("UTC", "GMT"),
            ("GMT", "GMT"),
        ])
    func ianaNameIsAccepted(_ name: String, identifier: String) {
        #expect(TimeZone(iana: name)?.identifier == identifier)
    }

    @Test(arguments: [
        "", "/", "Europe", "Europe/", "/Stockholm", "Europe//Stockholm", "europe/stockholm", "Europe/Stockholm ",
        "Europe/Stockholm\0x", "Europe/Stockhölm", "Europe/../Europe/Stockholm", "../../etc/passwd", "Mars/Olympus",
        "Etc/Unknown", "EST", "PST8PDT", "GMT+1", "+01:00", "Factory", "localtime", "SystemV/EST5",
        "posix/Europe/Stockholm",
        "Europe/" + String(repeating: "a", count: 100_000),
    ])
    func otherNameIsRefused(_ name: String) {
        #expect(TimeZone(iana: name) == nil)
    }

    @Test func everyZoneWithACityIsAccepted() {
        let names = TimeZone.knownTimeZoneIdentifiers
        #expect(names.count > 400)
        #expect(names.filter { TimeZone(iana: $0) == nil } == [])
    }

    @Test(
        arguments: [
            ("UTC", true), ("GMT", true), ("Etc/UTC", true), ("Etc/GMT", true), ("Europe/London", false),
            ("Atlantic/Reykjavik", false), ("Etc/GMT+5", false), ("Europe/Stockholm", false),
        ])
    func onlyUTCIsUTC(_ name: String, isUTC: Bool) throws {
        #expect(try #require(TimeZone(identifier: name)).isUTC == isUTC)
    }
}
