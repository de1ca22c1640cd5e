import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct ClientTableTests {
    private static let now = Timestamp(rfc3339: "2026-11-28T14:58:00Z") ?? Timestamp(milliseconds: 0)
    private static let clock = HomeClockText(zone: TimeZone(identifier: "Europe/Stockholm") ?? .gmt)

    private func clients() throws -> [ClientBody] {
        let names = [
            ("ms1bn3wm5essqvsv", "anna", "Chromium on Linux"), ("99t8qsx5jafmzyn8", "elisabet", "Safari on iPhone"),
        ]
        let documents = names.map { id, person, name in
            """
            {"id": "\(id)", "person": "\(person)", "name": "\(name)", "thumbprint": "4wgw lBpX 8c2k", "isThis": false,
            "pairedAt": "2026-11-20T23:30:00Z", "isLocked": false, "lastSeen": "2026-11-28T14:46:00Z",
            "approvedBy": "console"}
            """
        }
        return try JSONDecoder().decode([ClientBody].self, from: Data("[\(documents.joined(separator: ","))]".utf8))
    }

    /// On the day on which a phone is lost, its owner must find it in this list.
    @Test(arguments: [60, 80]) func everyClientIsShownInFullOnATerminal(columns: Int) throws {
        let lines = ClientTable.table(try clients(), clock: Self.clock, now: Self.now).lines(limit: columns)
        let text = lines.map(\.plain).joined(separator: "\n")
        for part in [
            "ms1bn3wm5essqvsv", "Chromium on Linux", "Safari on iPhone", "elisabet", "12 min ago", "4wgw lBpX 8c2k",
        ] {
            #expect(text.contains(part), "\(part): \(text)")
        }
        #expect(lines.allSatisfy { $0.width <= columns } && !text.contains("…"))
    }

    @Test func firstLineSaysWhoHasTheClientAndWhenItWasSeen() throws {
        let lines = ClientTable.table(try clients(), clock: Self.clock, now: Self.now).lines(limit: 80).map(\.plain)
        #expect(
            lines.contains("99t8qsx5jafmzyn8  Safari on iPhone   elisabet  12 min ago  2026-11-21 00:30"), "\(lines)")
    }

    @Test func timesOfGrantsAreThoseOfTheHome() throws {
        let grant = """
            {"id": "allow-1", "person": "kim", "permissions": ["viewEnergy"], "rooms": [], "devices": [],
            "capabilities": [], "notAfter": "2026-11-30T14:58:13.058Z", "windows": [], "uses": 0}
            """
        let body = try JSONDecoder().decode(GrantBody.self, from: Data(grant.utf8))
        #expect(body.words(at: Self.clock.minute) == "viewEnergy · everywhere · until 2026-11-30 15:58")
        #expect(body.words(at: Self.clock.named).hasSuffix("until 2026-11-30 15:58 (Europe/Stockholm)"))
    }
}
