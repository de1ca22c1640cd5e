import GatewayCore
import HomeModel
import Testing

@testable import GatewayApp

/// An export contains each kind of data about people, or this list says why not.
@Suite struct ExportedKindsTests {
    private static let exported: [String: ExportSection] = [
        "personNames": .profile, "personRoles": .profile, "pinOrigins": .profile, "preferences": .preferences,
        "layouts": .layout, "noticesSeen": .notices, "consents": .consents, "pairedClients": .clients,
        "sessions": .sessions, "serviceTokens": .tokens, "grants": .grants, "invitations": .invitations,
        "maintenanceNotes": .applianceNotes, "serviceHistory": .serviceHistory, "maintenanceTasks": .maintenanceTasks,
        "attachments": .attachments, "photographs": .attachments, "auditLog": .audit, "incidents": .incidents,
        "incidentsSeen": .incidents,
    ]
    /// Secrets are left out too, without being named here.
    private static let leftOut: Set<String> = [
        // A key tells nothing about its person.
        "clientKeys",
        // About people who are not in the home any more, and who therefore get no export.
        "retiredPeople", "retiredPersonHashes", "erasures",
        // The same facts as in the clients and grants, until the database has stored them.
        "restrictions",
        // Only in the person's own browser.
        "browserSnapshots", "browserPreferences", "browserReminders",
    ]

    @Test func everyKindAboutPeopleIsExportedOrLeftOutWithAReason() {
        let kinds = DataInventory.kinds.filter { $0.subject == .person && $0.dataClass != .secret }.map(\.id)
        #expect(Set(kinds) == Set(Self.exported.keys).union(Self.leftOut))
        #expect(Self.leftOut.isDisjoint(with: Self.exported.keys))
    }

    @Test func everySectionContainsSomeKind() {
        // The commands are a view of the audit log.
        #expect(Set(Self.exported.values).union([.commands]) == Set(ExportSection.allCases))
    }
}
