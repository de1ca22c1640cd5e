import GatewayCore
import HomeModel
import Testing

@testable import GatewayApp

@Suite struct ConsentCheckTests {
    /// Columns: the open questions, the pending deletions, the codes of the findings, and the state.
    @Test(
        arguments: [
            ([], [], [], "answered"), ([.presenceHistory], [], ["privacy.asksPresence"], "asked"),
            ([], [.presenceHistory], ["privacy.deletionWaits"], "deleting"),
            (
                [.crashReports, .presenceHistory], [.crashReports],
                ["privacy.asksCrashReports", "privacy.asksPresence", "privacy.deletionWaits"], "asked"
            ),
        ] as [([ConsentID], [ConsentID], [String], String)])
    func openQuestionsAndDeletionsAreNotices(
        _ awaited: [ConsentID], pending: [ConsentID], codes: [String], state: String
    ) {
        let health = ConsentCheck.health(awaited: awaited, pending: pending)
        #expect(health.findings.map(\.code) == codes && health.values["state"] == .text(state))
        // A question is no problem of the gateway, so it changes no status.
        #expect(health.findings.allSatisfy { $0.severity == .notice } && health.status == "ok")
    }

    /// People who were promised an erasure may still be stored, so this is a problem.
    @Test func damagedJournalOfErasuresFails() throws {
        let health = ConsentCheck.health(awaited: [], pending: [], damage: "The journal could not be read.")
        let finding = try #require(health.findings.first)
        #expect(finding.code == "privacy.erasuresDamaged" && finding.message == "The journal could not be read.")
        #expect(health.status != "ok")
    }

    /// The file may be good, so the remedy does not begin with its deletion.
    @Test func unreadableJournalOfErasuresFails() throws {
        let health = ConsentCheck.health(awaited: [], pending: [], unreadable: "The disk does not return it.")
        let finding = try #require(health.findings.first)
        #expect(finding.code == "privacy.erasuresUnreadable" && finding.message == "The disk does not return it.")
        #expect(health.status == "failing" && finding.remedy.hasPrefix("Check the disk"))
    }

    /// The new home is in order, but the old one is not gone.
    @Test func fileThatAWipeLeftIsReportedWithTheCommandThatDeletesIt() throws {
        let health = ConsentCheck.health(awaited: [], pending: [], left: ["/var/lib/tomte/external-broker/tomte.key"])
        let finding = try #require(health.findings.first)
        #expect(finding.code == "privacy.wipeLeft" && health.status == "warning")
        #expect(finding.remedy.contains("rm -r /var/lib/tomte/external-broker/tomte.key"))
    }

    /// Both answers are named in the same way.
    @Test(arguments: ConsentID.allCases) func questionNamesBothAnswers(_ id: ConsentID) throws {
        let finding = try #require(ConsentCheck.health(awaited: [id], pending: []).findings.first)
        #expect(finding.remedy.contains("tomte privacy consent \(id.rawValue)"))
        #expect(finding.remedy.contains("tomte privacy withdraw \(id.rawValue)"))
    }
}
