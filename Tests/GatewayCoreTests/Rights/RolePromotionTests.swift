import GRDB
import HomeCertificates
import HomeModel
import TestSupport
import Testing

@testable import SQLiteDatabase
@testable import HomeStore
@testable import GatewayCore
@testable import AuditTrail

/// A person who prepared a client or a PIN for another person gains nothing by the promotion of that person.
@Suite struct RolePromotionTests {
    private let pin = "482915"

    private func paired(
        _ home: CoreHome, person: PersonID, key: Character, by inviter: Identity,
        approving approver: Identity? = nil
    ) async throws -> IssuedTokens {
        let code = try await home.pairing.invite(person, scope: nil, isApproved: approver == nil, as: inviter).code
        let waiting = try await home.pairing.request(
            code.exposed, key: .filled(key), clientName: "Tablet \(key)", from: "\(key)")
        if let approver { try await home.pairing.approve(waiting.id, as: approver) }
        return try #require(try await home.pairing.finish(waiting.id, key: .filled(key)))
    }

    private func needsConfirmation(_ act: () async throws -> Void) async throws -> String? {
        do {
            try await act()
            return nil
        } catch ActionRefusal.confirmationNeeded(let sentence) {
            return sentence
        }
    }

    @Test func promotionRevokesClientsThatALowerRoleApproved() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let admin = try CoreHome.identity(try await home.pair("Ada", role: .admin, key: "a").client.person)
            let owner = try CoreHome.identity(try await home.pair("Olga", role: .owner, key: "o").client.person)
            let mia = try await home.peopleService.add(name: "Mia", role: .member, as: console).id
            let prepared = try await paired(home, person: mia, key: "s", by: admin)
            let approved = try await paired(home, person: mia, key: "l", by: admin, approving: owner)
            let byConsole = try await paired(home, person: mia, key: "c", by: console)
            try await home.pins.set(pin, current: nil, of: mia, as: home.identity(prepared))
            let open = try await home.pairing.invite(mia, scope: nil, isApproved: true, as: admin)

            let sentence = try await needsConfirmation {
                _ = try await home.peopleService.change(mia, role: .owner, as: owner)
            }
            let text = try #require(sentence)
            #expect(text.contains("Tablet s") && !text.contains("Tablet l") && !text.contains("Tablet c"))
            #expect(text.contains("PIN"))
            #expect(await home.people.person(mia)?.role == .member)
            #expect(await home.sessions.allClients.count == 5)

            _ = try await home.peopleService.change(mia, role: .owner, isConfirmed: true, as: owner)
            #expect(await home.people.person(mia)?.role == .owner)
            let left = await home.sessions.allClients.filter { $0.person == mia }.map(\.id)
            #expect(Set(left) == [approved.client.id, byConsole.client.id])
            #expect(await !home.pins.has(mia))
            await #expect(throws: ActionRefusal.self) {
                try await home.pairing.request(open.code.exposed, key: .filled("x"), clientName: "Late", from: "x")
            }
            let entries = try await home.audit.records(AuditFilter(event: .clientRevoke)).map(\.entry)
            #expect(entries.map(\.target) == [prepared.client.id.rawValue] && entries[0].metadata["reason"] == "raised")
            // A new owner sets a PIN without the console.
            try await home.pins.set(pin, current: nil, of: mia, as: home.identity(approved))
        }
    }

    @Test func pairingThatAnAdminApprovedFailsAfterAPromotionToOwner() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let admin = try CoreHome.identity(try await home.pair("Ada", role: .admin, key: "a").client.person)
            let mia = try await home.peopleService.add(name: "Mia", role: .member, as: console).id
            let code = try await home.pairing.invite(mia, scope: nil, isApproved: true, as: admin).code
            let waiting = try await home.pairing.request(
                code.exposed, key: .filled("s"), clientName: "Tablet", from: "s")
            _ = try await home.people.change(mia, name: nil, role: .owner)
            await #expect(throws: ActionRefusal.self) { try await home.pairing.finish(waiting.id, key: .filled("s")) }
        }
    }

    /// Columns: the new role, the role of the approver (nil for the console), whether the client stays.
    @Test(
        arguments: [
            (Role.owner, Role.owner, true), (.owner, .admin, false), (.owner, nil, true), (.admin, .admin, true),
            (.admin, .owner, true), (.admin, nil, true), (.child, .admin, true),
        ] as [(Role, Role?, Bool)])
    func clientStaysIfItsApproverMayInviteTheNewRole(_ role: Role, approver: Role?, stays: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let mia = try await home.peopleService.add(name: "Mia", role: .guest, as: console).id
            var inviter = console
            if let approver {
                inviter = try CoreHome.identity(
                    try await home.peopleService.add(name: "Approver", role: approver, as: console).id)
            }
            let tokens = try await paired(home, person: mia, key: "s", by: inviter)
            try await home.pins.set(pin, current: nil, of: mia, as: home.identity(tokens))
            let sentence = try await needsConfirmation {
                _ = try await home.peopleService.change(mia, role: role, as: console)
            }
            #expect((sentence == nil) == stays)
            #expect(await home.pins.has(mia))
        }
    }

    @Test func clientWithoutARecordedApproverIsNotTrusted() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Mia", role: .member)
            try await home.pins.set(pin, current: nil, of: tokens.client.person, as: home.identity(tokens))
            try await home.database.people.pool.write { db in
                try db.execute(sql: "UPDATE client SET approved_by = NULL, approved_as = NULL")
                try db.execute(sql: "UPDATE pin SET set_at = NULL")
            }
            let kept = try await home.database.sessions.load()
            #expect(kept.clients.map(\.approval) == [nil] && kept.pins.values.map(\.setAt) == [nil])
            let sessions = SessionRegistry(kept, in: home.database.sessions, people: home.people, clock: home.clock)
            let secrets = try SecretStore.open(folder: "\(home.folder)/secrets", credentials: nil)
            let pins = PINRegistry(
                kept.pins, hasher: try .quick(secrets), store: home.database.sessions, sessions: sessions)
            let personRemoval = PersonRemoval(
                sessions: sessions, pins: pins, layouts: home.core.layouts, preferences: home.core.preferences,
                notices: home.core.notices, consents: home.core.consents,
                pendingPairings: PendingPairings(clock: home.clock),
                invitations: home.core.invitations,
                feed: home.feed)
            let leftovers = await RolePromotion(personRemoval: personRemoval, actions: home.actions)
                .leftovers(of: tokens.client.person, raisedTo: .owner)
            #expect(leftovers.clients.map(\.id) == [tokens.client.id] && leftovers.hasPIN)
        }
    }

    @Test func approverOfAClientIsStored() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let ada = try await home.pair("Ada", role: .admin, key: "a").client.person
            let mia = try await home.peopleService.add(name: "Mia", role: .member, as: console).id
            let tokens = try await paired(home, person: mia, key: "s", by: CoreHome.identity(ada))
            let stored = try await home.database.sessions.load().clients.first { $0.id == tokens.client.id }
            #expect(stored?.approval == ClientApproval(approver: "console as \(ada)", role: .admin))
        }
    }

    @Test(arguments: 0..<6) func ownersWhoRemoveEachOtherLeaveOneIntact(_ round: Int) async throws {
        try await withCore { home in
            let (olga, omar) = (
                try await home.pair("Olga", role: .owner, key: "o"), try await home.pair("Omar", role: .owner, key: "m")
            )
            let both = [olga, omar]
            for tokens in both {
                try await home.pins.set(pin, current: nil, of: tokens.client.person, as: home.identity(tokens))
            }
            let asOlga = try await home.identity(olga), asOmar = try await home.identity(omar)
            async let first: Void? = try? home.peopleService.remove(omar.client.person, as: asOlga)
            async let second: Void? = try? home.peopleService.remove(olga.client.person, as: asOmar)
            _ = await (first, second)
            let left = await home.people.allPeople.map(\.id)
            #expect(left.count == 1)
            for tokens in both where left.contains(tokens.client.person) {
                #expect(await home.sessions.clients[tokens.client.id] != nil)
                #expect(await home.pins.has(tokens.client.person))
                _ = try await home.identity(tokens)
            }
        }
    }

    /// The client is being stored when its person is promoted.
    @Test(.timeLimit(.minutes(10))) func clientPairedDuringAPromotionIsRefused() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let admin = try CoreHome.identity(try await home.pair("Ada", role: .admin, key: "a").client.person)
            let mia = try await home.peopleService.add(name: "Mia", role: .member, as: console).id
            let code = try await home.pairing.invite(mia, scope: nil, isApproved: true, as: admin).code
            let waiting = try await home.pairing.request(
                code.exposed, key: .filled("s"), clientName: "Tablet", from: "s")
            let database = try await PausedDatabase(.clients, change: .insert, of: home)
            async let finished = try? home.pairing.finish(waiting.id, key: .filled("s"))
            try await database.waitForChanges(1)
            async let promoted = home.peopleService.change(mia, role: .owner, as: console)
            try await waitForEntry("role", in: home)
            database.answer(true)
            #expect(try await promoted.role == .owner)
            #expect(await finished == nil)
            #expect(await home.sessions.allClients.filter { $0.person == mia }.isEmpty)
            let stored = try await home.database.sessions.load().clients
            #expect(stored.filter { $0.person == mia }.isEmpty)
            let entries = try await home.audit.records(AuditFilter(event: .pairingSuccess)).map(\.entry)
            #expect(entries.first?.metadata["failure"] == "overtaken")
        }
    }

    /// The PIN is being stored when its client is revoked because of the promotion.
    @Test(.timeLimit(.minutes(10))) func pinSetDuringAPromotionIsCleared() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let admin = try CoreHome.identity(try await home.pair("Ada", role: .admin, key: "a").client.person)
            let mia = try await home.peopleService.add(name: "Mia", role: .member, as: console).id
            let prepared = try await home.identity(try await paired(home, person: mia, key: "s", by: admin))
            let database = try await PausedDatabase(.pins, change: .insert, of: home)
            async let set: Void? = try? home.pins.set(pin, current: nil, of: mia, as: prepared)
            try await database.waitForChanges(1)
            async let promoted = home.peopleService.change(mia, role: .owner, isConfirmed: true, as: console)
            try await eventually("the entry is written") {
                (try? await home.audit.records(AuditFilter(event: .clientRevoke)))?.isEmpty == false
            }
            database.answer(true)
            #expect(try await promoted.role == .owner)
            _ = await set
            #expect(await !home.pins.has(mia))
            #expect(try await home.database.sessions.load().pins.isEmpty)
        }
    }

    /// Waits for the audit entry of a change of policy.
    private func waitForEntry(_ act: String, in home: CoreHome) async throws {
        try await eventually("the entry is written") {
            let records = try? await home.audit.records(AuditFilter(event: .policyChange))
            return records?.contains { $0.entry.metadata["act"] == act } ?? false
        }
    }

    /// A client that the new role would not keep is refused as soon as the promotion has begun. A promotion that was not
    /// confirmed changes nothing.
    @Test func onlyAPromotionInProgressRefusesClientsOfTheOldRole() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let admin = try CoreHome.identity(try await home.pair("Ada", role: .admin, key: "a").client.person)
            let mia = try await home.peopleService.add(name: "Mia", role: .member, as: console).id
            let byAdmin = ClientApproval(approver: "\(admin)", role: .admin)
            let prepared = try await paired(home, person: mia, key: "s", by: admin)
            await #expect(throws: ActionRefusal.self) {
                _ = try await home.peopleService.change(mia, role: .owner, as: console)
            }
            #expect(await home.people.isCovered(mia, by: byAdmin))
            #expect(await home.people.stableRole(of: mia) == .member)
            await home.people.beginPromotion(of: mia, to: .owner)
            #expect(await !home.people.isCovered(mia, by: byAdmin))
            #expect(await home.people.isCovered(mia, by: .console))
            await home.people.endPromotion(of: mia, to: .owner)
            #expect(await home.people.isCovered(mia, by: byAdmin))
            _ = try await home.identity(prepared)
        }
    }

    /// The registry refuses the removal, and does not begin it.
    @Test func lastOwnerCannotBeRemoved() async throws {
        try await withCore { home in
            let olga = try await home.pair("Olga", role: .owner, key: "o")
            let isRemoved = try await home.people.remove(olga.client.person) {
                Issue.record("the removal began although it was refused")
            }
            #expect(!isRemoved)
        }
    }
}
