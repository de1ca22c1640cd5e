import GRDB
import HomeCertificates
import HomeModel
import TestSupport
import Testing

@testable import GatewayCore
@testable import HomeStorage

/// A way in that was prepared for another person does not make its maker an owner or admin.
@Suite struct RoleRaiseTests {
    private let pin = "482915"

    private func paired(
        _ home: CoreHome, _ person: PersonID, _ key: Character, by inviter: Identity,
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
        } catch ActRefusal.confirmationNeeded(let sentence) {
            return sentence
        }
    }

    @Test func aSleeperOfAnAdminIsTakenOutBeforeItsPersonIsAnOwner() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let admin = try CoreHome.identity(try await home.pair("Ada", .admin, key: "a").client.person)
            let owner = try CoreHome.identity(try await home.pair("Olga", .owner, key: "o").client.person)
            let mia = try await home.peopleService.add(name: "Mia", role: .member, as: console).id
            let sleeper = try await paired(home, mia, "s", by: admin)
            let looked = try await paired(home, mia, "l", by: admin, approving: owner)
            let own = try await paired(home, mia, "c", by: console)
            try await home.pins.set(pin, current: nil, of: mia, as: home.identity(sleeper))
            let open = try await home.pairing.invite(mia, scope: nil, isApproved: true, as: admin)

            let sentence = try await needsConfirmation {
                _ = try await home.peopleService.change(mia, role: .owner, as: owner)
            }
            let told = try #require(sentence)
            #expect(told.contains("Tablet s") && !told.contains("Tablet l") && !told.contains("Tablet c"))
            #expect(told.contains("PIN"))
            #expect(await home.people.person(mia)?.role == .member)
            #expect(await home.sessions.everyClient.count == 5)

            _ = try await home.peopleService.change(mia, role: .owner, isConfirmed: true, as: owner)
            #expect(await home.people.person(mia)?.role == .owner)
            let left = await home.sessions.everyClient.filter { $0.person == mia }.map(\.id)
            #expect(Set(left) == [looked.client.id, own.client.id])
            #expect(await !home.pins.has(mia))
            await #expect(throws: ActRefusal.self) {
                try await home.pairing.request(open.code.exposed, key: .filled("x"), clientName: "Late", from: "x")
            }
            let entries = try await home.audit.records(AuditFilter(event: .clientRevoke)).map(\.entry)
            #expect(entries.map(\.target) == [sleeper.client.id.rawValue] && entries[0].metadata["reason"] == "raised")
            // A new owner sets a PIN without the console.
            try await home.pins.set(pin, current: nil, of: mia, as: home.identity(looked))
        }
    }

    @Test func aPairingThatAnAdminApprovedDoesNotBecomeAnOwners() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let admin = try CoreHome.identity(try await home.pair("Ada", .admin, key: "a").client.person)
            let mia = try await home.peopleService.add(name: "Mia", role: .member, as: console).id
            let code = try await home.pairing.invite(mia, scope: nil, isApproved: true, as: admin).code
            let waiting = try await home.pairing.request(
                code.exposed, key: .filled("s"), clientName: "Tablet", from: "s")
            _ = try await home.people.change(mia, name: nil, role: .owner)
            await #expect(throws: ActRefusal.self) { try await home.pairing.finish(waiting.id, key: .filled("s")) }
        }
    }

    /// Who approved, what they may let in, and whether anything is kept from before this was written down.
    @Test(
        arguments: [
            (Role.owner, Role.owner, true), (.owner, .admin, false), (.owner, nil, true), (.admin, .admin, true),
            (.admin, .owner, true), (.admin, nil, true), (.child, .admin, true),
        ] as [(Role, Role?, Bool)])
    func whatStaysIsWhatMayBeLetIn(_ role: Role, _ approver: Role?, _ stays: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let mia = try await home.peopleService.add(name: "Mia", role: .guest, as: console).id
            var inviter = console
            if let approver {
                inviter = try CoreHome.identity(
                    try await home.peopleService.add(name: "Approver", role: approver, as: console).id)
            }
            let tokens = try await paired(home, mia, "s", by: inviter)
            try await home.pins.set(pin, current: nil, of: mia, as: home.identity(tokens))
            let sentence = try await needsConfirmation {
                _ = try await home.peopleService.change(mia, role: role, as: console)
            }
            #expect((sentence == nil) == stays)
            #expect(await home.pins.has(mia))
        }
    }

    @Test func whatWasNotWrittenDownIsNotTrusted() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Mia", .member)
            try await home.pins.set(pin, current: nil, of: tokens.client.person, as: home.identity(tokens))
            try await home.database.people.pool.write { db in
                try db.execute(sql: "UPDATE client SET approved_by = NULL, approved_as = NULL")
                try db.execute(sql: "UPDATE pin SET set_at = NULL")
            }
            let kept = try await home.database.sessions.load()
            #expect(kept.clients.map(\.approval) == [nil] && kept.pins.values.map(\.setAt) == [nil])
            let sessions = SessionRegister(kept, in: home.database.sessions, people: home.people, clock: home.clock)
            let secrets = try SecretStore.open(folder: "\(home.folder)/secrets", credentials: nil)
            let pins = PINRegister(
                kept.pins, hasher: try .quick(secrets), store: home.database.sessions, sessions: sessions)
            let departure = PersonDeparture(
                sessions: sessions, pins: pins, desk: PairingDesk(clock: home.clock), feed: home.feed)
            let leftovers = await RoleRaise(departure: departure, acts: home.acts)
                .leftovers(of: tokens.client.person, raisedTo: .owner)
            #expect(leftovers.clients.map(\.id) == [tokens.client.id] && leftovers.hasPIN)
        }
    }

    @Test func theApproverIsKeptOverARestart() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let ada = try await home.pair("Ada", .admin, key: "a").client.person
            let mia = try await home.peopleService.add(name: "Mia", role: .member, as: console).id
            let tokens = try await paired(home, mia, "s", by: CoreHome.identity(ada))
            let stored = try await home.database.sessions.load().clients.first { $0.id == tokens.client.id }
            #expect(stored?.approval == ClientApproval(approver: "console as \(ada)", role: .admin))
        }
    }

    @Test(arguments: 0..<6) func ofTwoOwnersWhoRemoveEachOtherTheOneWhoStaysKeepsEverything(_ round: Int) async throws {
        try await withCore { home in
            let (olga, omar) = (
                try await home.pair("Olga", .owner, key: "o"), try await home.pair("Omar", .owner, key: "m")
            )
            let both = [olga, omar]
            for tokens in both {
                try await home.pins.set(pin, current: nil, of: tokens.client.person, as: home.identity(tokens))
            }
            let asOlga = try await home.identity(olga), asOmar = try await home.identity(omar)
            async let first: Void? = try? home.peopleService.remove(omar.client.person, as: asOlga)
            async let second: Void? = try? home.peopleService.remove(olga.client.person, as: asOmar)
            _ = await (first, second)
            let left = await home.people.everyone.map(\.id)
            #expect(left.count == 1)
            for tokens in both where left.contains(tokens.client.person) {
                #expect(await home.sessions.clients[tokens.client.id] != nil)
                #expect(await home.pins.has(tokens.client.person))
                _ = try await home.identity(tokens)
            }
        }
    }

    /// The client is on its way to the disk when its person is raised.
    @Test(.timeLimit(.minutes(3))) func clientThatComesInDuringARaiseIsRefused() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let admin = try CoreHome.identity(try await home.pair("Ada", .admin, key: "a").client.person)
            let mia = try await home.peopleService.add(name: "Mia", role: .member, as: console).id
            let code = try await home.pairing.invite(mia, scope: nil, isApproved: true, as: admin).code
            let waiting = try await home.pairing.request(
                code.exposed, key: .filled("s"), clientName: "Tablet", from: "s")
            let disk = try await HeldDisk(.clients, .insert, of: home)
            async let finished = try? home.pairing.finish(waiting.id, key: .filled("s"))
            try await disk.isAsked(1)
            async let raised = home.peopleService.change(mia, role: .owner, as: console)
            try await isWritten("role", in: home)
            disk.answer(true)
            #expect(try await raised.role == .owner)
            #expect(await finished == nil)
            #expect(await home.sessions.everyClient.filter { $0.person == mia }.isEmpty)
            let onDisk = try await home.database.sessions.load().clients
            #expect(onDisk.filter { $0.person == mia }.isEmpty)
            let entries = try await home.audit.records(AuditFilter(event: .pairingSuccess)).map(\.entry)
            #expect(entries.first?.metadata["failure"] == "overtaken")
        }
    }

    /// The PIN is on its way to the disk when its client is taken out for the raise of its person.
    @Test(.timeLimit(.minutes(3))) func aPINThatIsSetDuringARaiseIsCleared() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let admin = try CoreHome.identity(try await home.pair("Ada", .admin, key: "a").client.person)
            let mia = try await home.peopleService.add(name: "Mia", role: .member, as: console).id
            let sleeper = try await home.identity(try await paired(home, mia, "s", by: admin))
            let disk = try await HeldDisk(.pins, .insert, of: home)
            async let set: Void? = try? home.pins.set(pin, current: nil, of: mia, as: sleeper)
            try await disk.isAsked(1)
            async let raised = home.peopleService.change(mia, role: .owner, isConfirmed: true, as: console)
            try await eventually("the entry is written") {
                (try? await home.audit.records(AuditFilter(event: .clientRevoke)))?.isEmpty == false
            }
            disk.answer(true)
            #expect(try await raised.role == .owner)
            _ = await set
            #expect(await !home.pins.has(mia))
            #expect(try await home.database.sessions.load().pins.isEmpty)
        }
    }

    /// Waits for the audit entry of a change of policy.
    private func isWritten(_ act: String, in home: CoreHome) async throws {
        try await eventually("the entry is written") {
            let records = try? await home.audit.records(AuditFilter(event: .policyChange))
            return records?.contains { $0.entry.metadata["act"] == act } ?? false
        }
    }

    /// A client that the new role would not keep is refused as soon as the raise has begun. A raise that was not confirmed
    /// leaves everything as it was.
    @Test func onlyARaiseUnderWayRefusesWhatTheOldRoleAllows() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let admin = try CoreHome.identity(try await home.pair("Ada", .admin, key: "a").client.person)
            let mia = try await home.peopleService.add(name: "Mia", role: .member, as: console).id
            let byAdmin = ClientApproval(approver: "\(admin)", role: .admin)
            let sleeper = try await paired(home, mia, "s", by: admin)
            await #expect(throws: ActRefusal.self) {
                _ = try await home.peopleService.change(mia, role: .owner, as: console)
            }
            #expect(await home.people.isCovered(mia, by: byAdmin))
            #expect(await home.people.settledRole(of: mia) == .member)
            await home.people.beginRaise(of: mia, to: .owner)
            #expect(await !home.people.isCovered(mia, by: byAdmin))
            #expect(await home.people.isCovered(mia, by: .console))
            await home.people.endRaise(of: mia, to: .owner)
            #expect(await home.people.isCovered(mia, by: byAdmin))
            _ = try await home.identity(sleeper)
        }
    }

    /// The register says no, and then nothing is taken.
    @Test func theLastOwnerLosesNothing() async throws {
        try await withCore { home in
            let olga = try await home.pair("Olga", .owner, key: "o")
            let isRemoved = try await home.people.remove(olga.client.person) { Issue.record("the decision was no") }
            #expect(!isRemoved)
        }
    }
}
