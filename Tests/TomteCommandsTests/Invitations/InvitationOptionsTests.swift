import ArgumentParser
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

/// The options of `tomte invite`, and the link that it shows.
@Suite struct InvitationOptionsTests {
    @Test(arguments: [
        ("08-18", "08:00-18:00"), ("8-18:30", "08:00-18:30"), ("22:00-06:00", "22:00-06:00"), ("0-24", "00:00-24:00"),
    ])
    func hoursAreReadAsPeopleTypeThem(text: String, expected: String) {
        #expect(HoursArgument(argument: text)?.text == expected)
    }

    @Test(arguments: ["", "8", "8-", "-8", "25-26", "8-8", "8-18-20", "8:60-9", "08:00:00-9", "a-b", "８-18", "+8-9"])
    func invalidHoursAreRefused(text: String) { #expect(HoursArgument(argument: text) == nil) }

    /// The template, the days, the hours, whether any time is wanted, and the window.
    private static let windows: [(InvitationTemplate?, String?, String?, Bool, String?)] = [
        (nil, nil, nil, false, nil), (nil, "tue", nil, false, "tue 00:00-24:00"),
        (nil, nil, "08-18", false, "daily 08:00-18:00"), (.cleaner, nil, nil, false, "mon-fri 08:00-18:00"),
        (.cleaner, "tue", nil, false, "tue 08:00-18:00"), (.cleaner, "tue", "9-12", false, "tue 09:00-12:00"),
        (.cleaner, nil, nil, true, nil), (.neighbour, nil, nil, false, nil),
        (.babysitter, nil, nil, false, "daily 15:00-24:00"),
    ]

    @Test(arguments: windows)
    func optionsReplaceWhatTheTemplateFillsIn(
        template: InvitationTemplate?, days: String?, hours: String?, isAnyTime: Bool, expected: String?
    ) throws {
        let terms = InvitationTerms(
            template: template, days: days, hours: hours.flatMap { HoursArgument(argument: $0) }, isAnyTime: isAnyTime)
        #expect(try terms.window.flatMap { WeeklyWindow($0) } == expected.flatMap { WeeklyWindow($0) })
    }

    @Test func permissionsReplaceThoseOfTheTemplate() {
        #expect(InvitationTerms(template: .cleaner).allPermissions == [.controlDevices])
        #expect(InvitationTerms(template: .family).allPermissions.isEmpty)
        let terms = InvitationTerms(template: .cleaner, permissions: [.viewEnergy])
        #expect(terms.allPermissions == [.viewEnergy])
    }

    @Test(arguments: [
        ["invite", "anna", "--days", "15"], ["invite", "anna", "--days", "0"], ["invite", "anna", "--minutes", "4"],
        ["invite", "anna", "--days", "1", "--minutes", "10"], ["invite", "anna", "--role", "guest"],
        ["invite", "anna", "--hours", "8"], ["invite", "anna", "--template", "burglar"],
    ])
    func contradictoryOrInvalidOptionsAreRefused(words: [String]) {
        #expect(throws: (any Error).self) { try TomteCommand.parseAsRoot(words) }
    }

    // MARK: - The link

    private static let link = InvitationLink(
        host: "tomte.local", port: 8443, id: InvitationID("4tq9m2xk7b3c8d5e"), secret: "b3BlbiBzZXNhbWUgMTYgYg",
        publicKeyFingerprint: String(repeating: "c3", count: 32), expiresAt: Timestamp(milliseconds: 1_800_000_000_000))

    @Test func linkIsParsedFromItsText() {
        #expect(InvitationLink(Self.link.text) == Self.link)
        #expect(InvitationLink(" \(Self.link.text)\n") == Self.link)
        #expect(Self.link.text.hasPrefix("https://tomte.local:8443/#invite=4tq9m2xk7b3c8d5e&secret="))
    }

    @Test(arguments: [
        ("https://", "http://"), ("https://tomte.local:8443", "https://"), ("#", "?"), ("invite=", "pair="),
        ("invite=4t", "invite=-"), ("secret=", "no="), ("key=", "no="), ("until=2027", "until=soon"),
    ])
    func otherTextIsNoLink(_ part: String, other: String) {
        #expect(InvitationLink(Self.link.text.replacing(part, with: other)) == nil)
    }

    @Test func expiredLinkIsRefused() {
        #expect(throws: CLIError.self) { try Self.link.check(now: Timestamp(milliseconds: 1_800_000_000_000)) }
        #expect(throws: Never.self) { try Self.link.check(now: Timestamp(milliseconds: 1_799_999_999_999)) }
    }
}
