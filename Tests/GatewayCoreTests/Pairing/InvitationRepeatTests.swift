import AuditTrail
import GRDB
import HomeModel
import HomeStore
import ProofOfPossession
import Testing

@testable import GatewayCore
@testable import HomeStore
@testable import SQLiteDatabase

/// A response that is lost: the same key gets its tokens again for some minutes, and another key does not.
@Suite struct InvitationRepeatTests {
    /// An invitation whose client came in, and the response was lost.
    private struct Lost {
        let sent: SentInvitation
        let phone = InvitedClient(key: "k")
        let first: IssuedTokens

        init(_ admission: Invitation.Admission, in home: CoreHome) async throws {
            sent = try await home.invite(admission, lifetime: .seconds(300))
            if admission == .approval {
                let console = try #require(CoreHome.console)
                let nonce = try await phone.commit(sent, to: home.invitations)
                try await phone.reveal(sent, to: home.invitations)
                try await home.invitations.approve(
                    sent.invitation.id, digits: phone.digits(sent, gateway: nonce), as: console)
            }
            first = try await Self.tokens(sent, of: phone, from: home.invitations)
        }

        func tokensAgain(from service: InvitationService) async throws(ActionRefusal) -> IssuedTokens {
            try await Self.tokens(sent, of: phone, from: service)
        }

        func isRefused(by service: InvitationService, to client: InvitedClient? = nil) async -> Bool {
            await GatewayCoreTests.isRefused { () async throws(ActionRefusal) in
                _ = try await Self.tokens(sent, of: client ?? phone, from: service)
            }
        }

        private static func tokens(
            _ sent: SentInvitation, of client: InvitedClient, from service: InvitationService
        ) async throws(ActionRefusal) -> IssuedTokens {
            if let number = sent.number?.exposedText {
                return try await client.present(sent, number: number, to: service)
            }
            guard let tokens = try await service.finish(sent.invitation.id, key: client.key) else { throw .notFound }
            return tokens
        }
    }

    @Test(arguments: Invitation.Admission.allCases)
    func sameKeyGetsTokensOfTheSameClientAgain(admission: Invitation.Admission) async throws {
        try await withCore { home in
            let lost = try await Lost(admission, in: home)
            let again = try await lost.tokensAgain(from: home.invitations)
            #expect(again.client.id == lost.first.client.id)
            #expect(try await home.identity(again).client == lost.first.client.id)
            #expect(await home.sessions.identity(access: lost.first.access.exposedText, key: lost.phone.key) == nil)
            #expect(await home.sessions.allClients.count == 1)
            #expect(await lost.isRefused(by: home.invitations, to: InvitedClient(key: "o")))
            let entries = try await home.audit.records(AuditFilter(target: again.client.id.rawValue)).map(\.entry)
            #expect(entries.compactMap { $0.metadata["act"] } == ["reissue", "paired"])
        }
    }

    @Test(arguments: Invitation.Admission.allCases)
    func tokensAreGivenAgainAfterARestart(admission: Invitation.Admission) async throws {
        try await withCore { home in
            let lost = try await Lost(admission, in: home)
            let (service, sessions) = try await home.restartedInvitationsAndSessions()
            #expect(await lost.isRefused(by: service, to: InvitedClient(key: "o")))
            let again = try await lost.tokensAgain(from: service)
            #expect(again.client.id == lost.first.client.id)
            #expect(await sessions.identity(access: again.access.exposedText, key: lost.phone.key) != nil)
        }
    }

    /// The gateway stops between the write of the client and the write of the used invitation.
    @Test(arguments: Invitation.Admission.allCases)
    func clientWhoseUseWasNotStoredGetsItsTokensAfterARestart(admission: Invitation.Admission) async throws {
        try await withCore { home in
            try await home.database.people.pool.connections.write {
                try $0.execute(
                    sql: """
                        CREATE TRIGGER stuck BEFORE UPDATE ON invitation WHEN NEW.used_by LIKE '%admittedAt%'
                        BEGIN SELECT RAISE(ABORT, 'stuck'); END
                        """)
            }
            let lost = try await Lost(admission, in: home)
            #expect(try await home.database.invitations.load().map(\.isAdmitted) == [false])
            let (service, _) = try await home.restartedInvitationsAndSessions()
            #expect(await lost.isRefused(by: service, to: InvitedClient(key: "o")))
            #expect(try await lost.tokensAgain(from: service).client.id == lost.first.client.id)
            try await home.database.people.pool.connections.write { try $0.execute(sql: "DROP TRIGGER stuck") }
            await service.invitations.saveUnsaved()
            #expect(try await home.database.invitations.load().map(\.isAdmitted) == [true])
        }
    }

    @Test(arguments: Invitation.Admission.allCases)
    func tokensAreNotGivenAgainAfterTenMinutesOrARevocation(admission: Invitation.Admission) async throws {
        try await withCore { home in
            let lost = try await Lost(admission, in: home)
            home.time.advance(by: Invitation.repeatTime - .seconds(1))
            _ = try await lost.tokensAgain(from: home.invitations)
            home.time.advance(by: .seconds(1))
            #expect(await lost.isRefused(by: home.invitations))
        }
        try await withCore { home in
            let lost = try await Lost(admission, in: home)
            try await home.sessions.revoke(lost.first.client.id)
            #expect(await lost.isRefused(by: home.invitations))
            #expect(await home.sessions.allClients.isEmpty)
        }
    }

    /// The late first response arrives after the second: the client may use either, once.
    @Test func refreshTokenOfTheFirstAnswerIsValidUntilTheSecondIsUsed() async throws {
        for isSecondUsed in [false, true] {
            try await withCore { home in
                let lost = try await Lost(.number, in: home)
                let again = try await lost.tokensAgain(from: home.invitations)
                if isSecondUsed { _ = try await home.identity(again) }
                let renewed = try? await home.clients.renew(lost.first.refresh.exposedText, key: lost.phone.key)
                #expect((renewed != nil) == !isSecondUsed)
            }
        }
    }

    @Test func requestsOfOneClientAtOnceGetTheSameNonce() async throws {
        try await withCore { home in
            let sent = try await home.invite(.approval)
            let phone = InvitedClient(key: "k")
            let nonces = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<6 {
                    group.addTask { try? await phone.commit(sent, to: home.invitations).text }
                }
                return await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(nonces.count == 1 && !nonces.contains(nil))
        }
    }
}
