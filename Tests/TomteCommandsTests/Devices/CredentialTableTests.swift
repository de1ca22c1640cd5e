import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct CredentialTableTests {
    private static let issued = Timestamp(rfc3339: "2026-11-28T23:30:00Z")
    private static let clock = HomeClockText(zone: TimeZone(identifier: "Europe/Stockholm") ?? .gmt)

    private func credential(_ name: StaticString, mac: MACAddress? = nil, isEnding: Bool = false)
        -> ListedCredentialBody
    {
        ListedCredentialBody(
            root: DeviceID(name), devices: [], dialect: DeviceFamily(rawValue: "tasmota"), proof: .certificate,
            mac: mac,
            issuedAt: Self.issued, expiresAt: Self.issued.map { $0 + .days(365) }, isEnding: isEnding)
    }

    @Test func everyCredentialIsShownInFullOnATerminal() throws {
        let mac = try #require(MACAddress("02:A5:EA:F7:67:42"))
        let table = CredentialTable.table(
            [credential("bathroom-heating"), credential("desk", mac: mac), credential("old", isEnding: true)],
            clock: Self.clock)
        let lines = table.lines(limit: 80).map(\.plain)
        let text = lines.joined(separator: "\n")
        for part in ["bathroom-heating", "02:A5:EA:F7:67:42", "2027-11-29", "revoked"] { #expect(text.contains(part)) }
        #expect(lines.allSatisfy { $0.count <= 80 } && !text.contains("…"), "\(text)")
    }
}
