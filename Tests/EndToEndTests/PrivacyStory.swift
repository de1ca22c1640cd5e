import Foundation
import GatewayWire
import HomeModel
import TestSupport
import Testing

/// Anna claims a home and Bo is paired: both see the privacy notice once. Then each sees what the home stores, and only
/// Anna sees how much.
@Suite struct PrivacyStory {
    private static let heading = "What this home keeps about you"

    @Test(.timeLimit(.minutes(15))) func peopleSeeWhatTheHomeStores() async throws {
        try await withHome { home in
            let remotes = home.remotes
            try await peopleSeeTheNoticeOnce(remotes)
            try await annaSeesHowMuchIsStored(remotes)
            try await boSeesTheKindsOnly(remotes)
            try await amountsGrowWithTheHome(home)
        }
    }

    private func peopleSeeTheNoticeOnce(_ remotes: RemoteTerminals) async throws {
        let payload = try await remotes.claimPayload()
        let claimed = try await remotes.pair("anna", payload: payload, more: "--owner-name", "Anna")
        #expect(claimed.status == 0 && claimed.output.contains(Self.heading), "\(claimed.output) \(claimed.errors)")
        #expect(try await remotes.console("people", "add", "Bo", "--role", "member").status == 0)
        let invitation = try await remotes.invitation(of: "bo")
        #expect(try await remotes.pair("bo", payload: invitation).output.contains(Self.heading))
        // Bo's second terminal does not show it again.
        let second = try await remotes.pair("bo-laptop", payload: try await remotes.invitation(of: "bo"))
        #expect(second.status == 0 && !second.output.contains(Self.heading))
        let notice = try await remotes("bo", "privacy", "notice")
        #expect(
            notice.output.contains(Self.heading)
                && notice.output.contains("You saw version \(PrivacyNotice.version) on "))
        let seen = try await remotes.console("privacy", "notice", "--json", "--as", "anna")
        #expect(try seen.json(PrivacyNoticeBody.self).seenVersion == PrivacyNotice.version)
    }

    private func annaSeesHowMuchIsStored(_ remotes: RemoteTerminals) async throws {
        let privacy = try await remotes("anna", "privacy", "show", "--json").json(PrivacyBody.self)
        let kinds = Dictionary(uniqueKeysWithValues: privacy.kinds.map { ($0.id, $0) })
        #expect(kinds["personNames"]?.rows == 2)
        #expect(kinds["pairedClients"]?.rows == 3)
        #expect(kinds["noticesSeen"]?.rows == 2)
        for id in ["auditLog", "sealedSecrets", "certificates", "database"] {
            #expect((kinds[id]?.bytes ?? 0) > 0, "\(id)")
        }
        // What a browser or a terminal keeps is not known here.
        #expect(kinds["browserIdentities"].map { $0.bytes == nil } == true)
        let list = try await remotes("anna", "privacy")
        #expect(list.status == 0 && list.output.contains("Names of people") && list.output.contains("ROWS"))
        let one = try await remotes("anna", "privacy", "show", "auditlog")
        #expect(one.output.contains("90 to 1095 days") && one.output.contains("files in audit: *.segment"))
        let named = try await remotes("anna", "privacy", "show", "Audit", "log")
        #expect(named.status == 0 && named.output == one.output)
        #expect(try await remotes("anna", "privacy", "show", "nothing").status == 4)
    }

    private func boSeesTheKindsOnly(_ remotes: RemoteTerminals) async throws {
        let privacy = try await remotes("bo", "privacy", "show", "--json").json(PrivacyBody.self)
        #expect(privacy.kinds.count > 50)
        #expect(privacy.kinds.allSatisfy { $0.rows == nil && $0.bytes == nil })
        #expect(try await !remotes("bo", "privacy", "show").output.contains("ROWS"))
    }

    /// The amounts are measured again after a while, also by an owner who asks all the time.
    private func amountsGrowWithTheHome(_ home: HomeUnderTest) async throws {
        for name in ["Hall", "Attic"] { #expect(try await home.tomte("rooms", "add", name).status == 0) }
        try await eventually("the rooms are counted") {
            let privacy = try await home.tomte("privacy", "show", "--json").json(PrivacyBody.self)
            return privacy.kinds.first { $0.id == "rooms" }?.rows == 2
        }
    }
}
