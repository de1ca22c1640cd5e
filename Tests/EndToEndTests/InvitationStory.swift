import GatewayWire
import HomeModel
import ProofOfPossession
import TestSupport
import Testing

/// Invitations are made at the terminal, outlive a killed gateway, and let clients in over HTTPS.
@Suite(.timeLimit(.minutes(15))) struct InvitationStory {
    @Test func sentInvitationsLetTerminalsAndBrowsersIn() async throws {
        try await withHome { home in
            #expect(try await home.tomte("rooms", "add", "Hall").status == 0)
            try await terminalIsLetInByItsNumber(home)
            try await browserIsLetInByEqualDigitsAfterAKill(home)
            try await invitationsAreListedAndRevoked(home)
        }
    }

    private func terminalIsLetInByItsNumber(_ home: HomeUnderTest) async throws {
        let sent = try await home.tomte(
            "invite", "Kim", "--new", "--template", "cleaner", "--days-of-week", "tue", "--hours", "08-18", "--rooms",
            "Hall", "--number", "--json"
        ).json(SentInvitationBody.self)
        let number = try #require(sent.number)
        #expect(try await home.tomte("people", "grants", "--json").json([GrantBody].self).isEmpty)
        let wrong = number == "000000" ? "000001" : "000000"
        #expect(try await home.remotes.pair("kim", payload: sent.link, more: "--number", wrong).status == 4)
        #expect(try await home.remotes.pair("kim", payload: sent.link, more: "--number", number).status == 0)
        let grants = try await home.tomte("people", "grants", "--json").json([GrantBody].self)
        #expect(grants.map(\.person) == [PersonID("kim")] && grants.first?.rooms == [RoomID("hall")])
        #expect(grants.first?.windows == ["tue 08:00-18:00"])
        #expect(try await home.remotes("kim", "devices", "list").status == 0)
        #expect(try await home.remotes.pair("again", payload: sent.link, more: "--number", number).status == 4)
    }

    private func browserIsLetInByEqualDigitsAfterAKill(_ home: HomeUnderTest) async throws {
        let sent = try await home.tomte("invite", "kim", "--days", "7", "--json").json(SentInvitationBody.self)
        let link = try #require(InvitationLink(sent.link))
        await home.killGateway()
        try await home.startGateway()
        try await home.withHTTPS { http in
            let browser = try HTTPSTestClient(port: home.httpsPort, http: http)
            let path = "/invitations/\(link.id)"
            let opened = try await browser.send(
                "POST", path: "\(path)/open", body: InvitationSecretBody(secret: link.secret)
            ).json(OpenedInvitationBody.self)
            #expect(opened.person == "Kim" && opened.inviter == nil && opened.admission == .approval)
            let nonce = PairingNonce.random()
            let commitment = PairingComparison.commitment(to: nonce, key: browser.key.thumbprint)
            let answer = try await browser.send(
                "POST", path: "\(path)/commitment",
                body: CommitmentBody(secret: link.secret, commitment: commitment, clientName: "Browser")
            ).json(PairingNonceBody.self)
            let reveal = PairingNonceBody(nonce: nonce.text)
            #expect(try await browser.send("POST", path: "\(path)/reveal", body: reveal).status == 204)
            #expect(try await browser.send("POST", path: "\(path)/session").status == 202)
            let digits = PairingComparison.digits(
                invitation: link.id, client: nonce, gateway: try #require(PairingNonce(answer.nonce)),
                key: browser.key.thumbprint, gatewayKey: link.publicKeyFingerprint)
            let listed = try await home.tomte("invitations", "--json").json([InvitationBody].self)
            #expect(listed.map(\.digits) == [digits] && listed.map(\.state) == [.waiting])
            let id = link.id.rawValue
            #expect(try await home.tomte("invitations", "approve", id, "1").status == 4)
            #expect(try await home.tomte("invitations", "approve", id, digits).status == 0)
            let session = try await browser.send("POST", path: "\(path)/session").json(SessionBody.self)
            await browser.use(session)
            #expect(try await browser.send("GET", path: "/home").status == 200)
        }
    }

    private func invitationsAreListedAndRevoked(_ home: HomeUnderTest) async throws {
        let sent = try await home.tomte("invite", "kim", "--minutes", "5", "--number", "--json")
            .json(SentInvitationBody.self)
        let id = sent.invitation.id.rawValue
        #expect(try await home.tomte("invitations").output.contains(id))
        #expect(try await home.tomte("invitations", "revoke", id).status == 0)
        #expect(try await home.tomte("invitations", "revoke", id).status == 3)
        let number = try #require(sent.number)
        #expect(try await home.remotes.pair("late", payload: sent.link, more: "--number", number).status == 4)
        #expect(try await home.tomte("invite", "kim", "--devices", "nothing").status == 64)
        #expect(try await home.tomte("invite", "kim", "--template", "cleaner").status == 64)
        let entries = try await home.tomte("audit", "list", "--json").output
        #expect(!entries.contains(try #require(InvitationLink(sent.link)).secret))
    }
}
