import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import GatewayAPI

/// The export of the service history as JSON and CSV.
@Suite struct ServiceHistoryTextTests {
    private static let entries = (0..<3).map { number in
        ServiceEntryBody(
            ServiceEntry(
                id: ServiceEntryID(slugging: "e\(number)", fallback: ServiceEntryID("e")),
                subject: number == 2 ? .device(DeviceID("lamp")) : .appliance(ApplianceID("pump")),
                subjectName: DisplayName("Pump" as StaticString),
                details: ServiceDetails(
                    day: LocalDate("2026-01-10") ?? .first, title: "=HYPERLINK(\"x\")", note: "a,\nb",
                    cost: Money(MoneyAmount(hundredThousandths: 24_950_000), currency: .krona), doneBy: "~abc",
                    provider: "-1+1"),
                addedBy: "console", addedAt: Timestamp(milliseconds: 0)),
            doneByName: nil, addedByName: nil)
    }

    private func text(_ form: ServiceHistoryText.Form, pages: [[ServiceEntryBody]]) throws -> String {
        var text = ServiceHistoryText(form)
        return try text.opening + pages.map { try text.rows($0) }.joined() + text.closing
    }

    @Test(arguments: [[], [0], [1, 2], [0, 3], [1, 1, 1]]) func jsonIsOneArrayHoweverItIsPaged(_ sizes: [Int]) throws {
        var rest = Self.entries[...]
        let pages = sizes.map { size in
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
        let json = try text(.json, pages: pages)
        let read = try JSONDecoder().decode([ServiceEntryBody].self, from: Data(json.utf8))
        #expect(read.map(\.id) == pages.joined().map(\.id))
    }

    @Test func csvHasACellForEachColumnAndNoFormula() throws {
        let lines = try text(.csv, pages: [Self.entries]).components(separatedBy: "\r\n")
        #expect(lines.first == ServiceHistoryText.heading && lines.last == "" && lines.count == 5)
        #expect(
            lines[1]
                == "2026-01-10,Pump,\"'=HYPERLINK(\"\"x\"\")\",249.50,SEK,~abc,'-1+1,\"a, b\",pump,,e0,console,"
                + "1970-01-01T00:00:00.000Z")
        #expect(lines[3].contains(",,lamp,e2,"))
    }
}
