import GRDB
import HomeCertificates
import HomeModel
import Testing

@testable import HomeStore
@testable import GatewayCore
@testable import AuditTrail
@testable import SQLiteDatabase

@Suite struct SessionTests {
    @Test func tokenWithoutItsKeyIsRefused() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Kim", role: .member)
            #expect(await home.sessions.identity(access: tokens.access.exposedText, key: .filled("o")) == nil)
            #expect(await home.sessions.identity(access: tokens.refresh.exposedText, key: .filled("k")) == nil)
            #expect(await home.sessions.identity(access: "x", key: .filled("k")) == nil)
            #expect(try await home.identity(tokens).client == tokens.client.id)
            await #expect(throws: ActionRefusal.self) {
                try await home.clients.renew(tokens.refresh.exposedText, key: .filled("o"))
            }
        }
    }

    @Test func renewalInvalidatesTheOldTokens() async throws {
        try await withCore { home in
            let first = try await home.pair("Kim", role: .member)
            home.time.advance(by: .seconds(3600))
            #expect(await home.sessions.identity(access: first.access.exposedText, key: .filled("k")) == nil)
            let second = try await home.clients.renew(first.refresh.exposedText, key: .filled("k"))
            #expect(try await home.identity(second).client == first.client.id)
            #expect(await home.sessions.identity(access: first.access.exposedText, key: .filled("k")) == nil)
        }
    }

    @Test func lostRenewalCanBeRepeated() async throws {
        try await withCore { home in
            let first = try await home.pair("Kim", role: .member)
            _ = try await home.clients.renew(first.refresh.exposedText, key: .filled("k"))
            home.time.advance(by: .seconds(60))
            let again = try await home.clients.renew(first.refresh.exposedText, key: .filled("k"))
            #expect(try await home.identity(again).client == first.client.id)
        }
    }

    @Test func reusedRefreshTokenEndsTheSession() async throws {
        try await withCore { home in
            let first = try await home.pair("Kim", role: .member)
            let second = try await home.clients.renew(first.refresh.exposedText, key: .filled("k"))
            _ = try await home.identity(second)
            home.time.advance(by: .seconds(10))
            await #expect(throws: ActionRefusal.self) {
                try await home.clients.renew(first.refresh.exposedText, key: .filled("k"))
            }
            #expect(await home.sessions.identity(access: second.access.exposedText, key: .filled("k")) == nil)
            let reasons = try await home.audit.records(AuditFilter(event: .clientRevoke)).map(\.entry.metadata)
            #expect(reasons.contains(["reason": "tokenReused"]))
        }
    }

    @Test func lastSeenTimeOfAClientIsStoredToTheMinute() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let tokens = try await home.pair("Kim", role: .member)
            home.time.advance(by: .seconds(125))
            let minute = Timestamp(milliseconds: home.clock.now().milliseconds / 60_000 * 60_000)
            func storedTime() async throws -> Timestamp? {
                try await home.database.sessions.load().clients.first?.lastSeen
            }
            let paired = try await storedTime()
            _ = try await home.identity(tokens)
            #expect(try await home.clients.list(as: console).map(\.lastSeen) == [minute])
            #expect(try await storedTime() == paired, "a request does not wait for the disk")
            await home.sessions.saveUnsaved()
            #expect(try await storedTime() == minute && paired != minute)
            // A request with an invalid token does not change the time.
            home.time.advance(by: .seconds(600))
            #expect(await home.sessions.identity(access: "x", key: .filled("k")) == nil)
            #expect(try await home.clients.list(as: console).map(\.lastSeen) == [minute])
        }
    }

    /// The deletion of a revoked client failed at first, and must not wait for other writes.
    @Test func revokedClientIsDeletedBeforeLastSeenTimesAreStored() async throws {
        try await withCore { home in
            let kim = try await home.pair("Kim", role: .member)
            let bo = try await home.pair("Bo", role: .member, key: "b")
            let connections = home.database.sessions.pool.connections
            try await connections.write { db in
                try db.execute(
                    sql: """
                        CREATE TABLE note (clients INTEGER);
                        CREATE TRIGGER noted AFTER UPDATE OF last_seen ON client
                        BEGIN INSERT INTO note SELECT count(*) FROM client; END;
                        CREATE TRIGGER stuck BEFORE DELETE ON client BEGIN SELECT RAISE(ABORT, 'stuck'); END;
                        """)
            }
            await #expect(throws: StorageError.self) { try await home.sessions.revoke(kim.client.id) }
            try await connections.write { try $0.execute(sql: "DROP TRIGGER stuck") }
            home.time.advance(by: .seconds(120))
            _ = try #require(await home.sessions.identity(access: bo.access.exposedText, key: .filled("b")))
            await home.sessions.saveUnsaved()
            #expect(try await connections.read { try Int.fetchAll($0, sql: "SELECT clients FROM note") } == [1])
        }
    }

    @Test(arguments: [(Role.member, 7 * 24), (.guest, 24)])
    func unusedSessionEnds(_ role: Role, hours: Int) async throws {
        try await withCore { home in
            let tokens = try await home.pair("Kim", role: role)
            home.time.advance(by: .hours(hours + 1))
            await #expect(throws: ActionRefusal.self) {
                try await home.clients.renew(tokens.refresh.exposedText, key: .filled("k"))
            }
        }
    }

    @Test func guestSessionEndsWithTheLastGrant() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let tokens = try await home.pair("Kim", role: .guest)
            for hours in [1, 2] {
                _ = try await home.grants.give(
                    Grant(
                        id: GrantID("new"), person: tokens.client.person, effect: .allow, permissions: [.viewEnergy],
                        conditions: AccessConditions(notAfter: home.clock.now() + .seconds(Int64(hours) * 600))),
                    as: console)
            }
            home.time.advance(by: .seconds(601))
            #expect(try await home.identity(tokens).person == tokens.client.person)
            home.time.advance(by: .seconds(600))
            #expect(await home.sessions.identity(access: tokens.access.exposedText, key: .filled("k")) == nil)
        }
    }

    @Test func sessionsAndRevocationsSurviveARestart() async throws {
        try await withCore { home in
            let kim = try await home.pair("Kim", role: .member, key: "k")
            let bo = try await home.pair("Bo", role: .member, key: "b")
            try await home.clients.revoke(bo.client.id, as: #require(CoreHome.console))
            let kept = try await home.database.sessions.load()
            let again = SessionRegistry(kept, in: home.database.sessions, people: home.people, clock: home.clock)
            #expect(await again.identity(access: kim.access.exposedText, key: .filled("k")) != nil)
            #expect(await again.identity(access: bo.access.exposedText, key: .filled("b")) == nil)
        }
    }

    @Test func signOutEndsTheSessionAndItsStream() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Kim", role: .member)
            let identity = try await home.identity(tokens)
            let events = await home.feed.subscribe(as: identity)
            try await home.clients.signOut(as: identity)
            for await _ in events.batches {}
            #expect(await home.sessions.identity(access: tokens.access.exposedText, key: .filled("k")) == nil)
        }
    }

    @Test func memberRevokesOnlyTheirOwnClients() async throws {
        try await withCore { home in
            let kim = try await home.pair("Kim", role: .member, key: "k")
            let bo = try await home.pair("Bo", role: .member, key: "b")
            let asKim = try await home.identity(kim)
            await #expect(throws: ActionRefusal.self) { try await home.clients.revoke(bo.client.id, as: asKim) }
            #expect(try await home.clients.list(as: asKim).map(\.id) == [kim.client.id])
            try await home.clients.revoke(kim.client.id, as: asKim)
            #expect(await home.sessions.identity(access: kim.access.exposedText, key: .filled("k")) == nil)
        }
    }

    @Test func removedPersonLosesSessionsAndPIN() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let tokens = try await home.pair("Kim", role: .member)
            let identity = try await home.identity(tokens)
            try await home.pins.set("482915", current: nil, of: tokens.client.person, as: identity)
            let events = await home.feed.subscribe(as: identity)
            try await home.peopleService.remove(tokens.client.person, as: console)
            for await _ in events.batches {}
            #expect(await home.sessions.identity(access: tokens.access.exposedText, key: .filled("k")) == nil)
            let kept = try await home.database.sessions.load()
            #expect(kept.clients.isEmpty && kept.sessions.isEmpty && kept.pins.isEmpty)
            // The next person of that name gets another id.
            #expect(try await home.peopleService.add(name: "Kim", role: .member, as: console).id == PersonID("kim-2"))
        }
    }

    @Test func lastOwnerCannotBeRemovedOrDemoted() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let anna = try await home.peopleService.add(name: "Anna", role: .owner, as: console).id
            await #expect(throws: ActionRefusal.self) { try await home.peopleService.remove(anna, as: console) }
            await #expect(throws: ActionRefusal.self) {
                try await home.peopleService.change(anna, role: .admin, as: console)
            }
            _ = try await home.peopleService.add(name: "Bo", role: .owner, as: console)
            #expect(try await home.peopleService.change(anna, role: .admin, as: console).role == .admin)
        }
    }
}
