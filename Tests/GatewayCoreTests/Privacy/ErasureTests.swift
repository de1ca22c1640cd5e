import AuditTrail
import Foundation
import GRDB
import HomeCertificates
import HomeModel
import Logging
import Synchronization
import Testing

@testable import GatewayCore
@testable import HomeStore
@testable import SQLiteDatabase

@Suite struct ErasureTests {
    private func add(_ name: String, role: Role, to home: CoreHome) async throws -> PersonID {
        try await home.peopleService.add(name: name, role: role, as: try #require(CoreHome.console)).id
    }

    /// Returns nil when the erasure began, else the code of the refusal.
    private func refusal(
        of person: PersonID, name: String, in home: CoreHome, as identity: Identity
    ) async -> String? {
        do throws(ActionRefusal) {
            _ = try await home.erasures.erase(person, confirming: name, as: identity)
            return nil
        } catch {
            switch error {
            case .denied(.stepUpNeeded): return "stepUpNeeded"
            case .denied: return "denied"
            case .notFound: return "notFound"
            case .conflict: return "conflict"
            case .invalid(_, let code, _): return code
            default: return "\(error)"
            }
        }
    }

    @Test func erasedPersonHasNoRowsAndNoName() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let olga = try await add("Olga", role: .owner, to: home)
            let tokens = try await home.pair("Anna", role: .admin)
            let anna = tokens.client.person
            let progress = try await home.erasures.erase(anna, confirming: "Anna", as: console)
            #expect(progress.step == nil && progress.erasure.finishedAt != nil)
            #expect(await home.people.person(anna) == nil)
            #expect(await home.sessions.identity(access: tokens.access.exposedText, key: tokens.client.key) == nil)
            let (people, _, _) = try await home.database.people.load()
            #expect(people.map(\.id) == [olga])
            #expect(try await home.database.sessions.load().clients.isEmpty)
            let entries = try await home.audit.records().map(\.entry)
            #expect(!entries.contains { $0.concerned == anna.rawValue || $0.actor == anna.rawValue })
            let last = try #require(entries.first { $0.event == .dataErase && $0.metadata["act"] == "end" })
            #expect(last.actor == "gateway" && last.concerned == progress.erasure.pseudonym)
            #expect(await home.audit.verify().allSatisfy(\.isProven))
            #expect(await home.audit.verify().compactMap(\.erased).reduce(0, +) > 0)
            #expect(try await home.erasures.list(as: console).map(\.erasure) == [progress.erasure])
        }
    }

    @Test(
        arguments: [
            (Role.owner, Role.owner, nil), (.owner, .child, nil), (.admin, .member, nil), (.admin, .owner, "denied"),
            (.member, .guest, "denied"), (.child, .guest, "denied"),
        ] as [(Role, Role, String?)])
    func rightToErasePeopleIsThatToManageThem(actor: Role, erased: Role, code: String?) async throws {
        try await withCore { home in
            _ = try await add("Olga", role: .owner, to: home)
            let identity = try CoreHome.identity(try await add("Actor", role: actor, to: home))
            let other = try await add("Other", role: erased, to: home)
            #expect(await refusal(of: other, name: "Other", in: home, as: identity) == code)
            #expect(await (home.people.person(other) == nil) == (code == nil))
        }
    }

    @Test(
        arguments: [
            (Role.owner, nil), (.admin, nil), (.member, nil), (.guest, nil), (.child, "denied"), (.service, "denied"),
        ] as [(Role, String?)])
    func peopleButChildrenMayEraseThemselves(role: Role, code: String?) async throws {
        try await withCore { home in
            _ = try await add("Olga", role: .owner, to: home)
            let person = try await add("Kim", role: role, to: home)
            #expect(await refusal(of: person, name: "Kim", in: home, as: try CoreHome.identity(person)) == code)
        }
    }

    @Test func erasureNeedsTheNameAndAPIN() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await add("Olga", role: .owner, to: home)
            let tokens = try await home.pair("Anna", role: .admin)
            let anna = tokens.client.person
            let phone = try await home.identity(tokens)
            #expect(await refusal(of: anna, name: "Anna", in: home, as: phone) == "stepUpNeeded")
            for name in ["", "anna", "Ann", "Olga"] {
                #expect(await refusal(of: anna, name: name, in: home, as: console) == "notConfirmed", "“\(name)”")
            }
            #expect(await home.people.person(anna) != nil)
            #expect(await refusal(of: anna, name: " Anna ", in: home, as: console) == nil)
        }
    }

    @Test func lastOwnerIsNotErased() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let olga = try await add("Olga", role: .owner, to: home)
            #expect(await refusal(of: olga, name: "Olga", in: home, as: console) == "conflict")
            #expect(await home.people.person(olga) != nil)
            #expect(try await home.erasures.list(as: console).isEmpty)
        }
    }

    /// Of two owners who erase each other at once, one stays.
    @Test func twoOwnersDoNotEraseEachOther() async throws {
        try await withCore { home in
            let first = try await add("First", role: .owner, to: home)
            let second = try await add("Second", role: .owner, to: home)
            async let one = refusal(of: first, name: "First", in: home, as: try CoreHome.identity(second))
            async let two = refusal(of: second, name: "Second", in: home, as: try CoreHome.identity(first))
            let codes = try await [one, two]
            #expect(codes.count { $0 == nil } == 1, "\(codes)")
            #expect(await home.people.allPeople.count == 1)
            #expect(await home.people.hasOwner)
        }
    }

    @Test func concurrentRequestsForOnePersonGetOneErasure() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await add("Olga", role: .owner, to: home)
            let anna = try await add("Anna", role: .member, to: home)
            let begun = await withTaskGroup(of: ErasureID?.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try? await home.erasures.erase(anna, confirming: "Anna", as: console).erasure.id
                    }
                }
                return await group.reduce(into: Set<ErasureID>()) { ids, id in if let id { ids.insert(id) } }
            }
            #expect(begun.count == 1)
            #expect(try await home.erasures.list(as: console).count == 1)
        }
    }

    @Test func erasuresOfSeveralPeopleAtOnceAllEnd() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await add("Olga", role: .owner, to: home)
            var people: [PersonID: String] = [:]
            for number in 0..<6 { people[try await add("Kim \(number)", role: .guest, to: home)] = "Kim \(number)" }
            await withTaskGroup(of: Void.self) { group in
                for (person, name) in people {
                    group.addTask { _ = try? await home.erasures.erase(person, confirming: name, as: console) }
                }
            }
            let erasures = try await home.erasures.list(as: console)
            #expect(erasures.count == people.count && erasures.allSatisfy { $0.step == nil })
            #expect(Set(erasures.map(\.erasure.pseudonym)).count == people.count)
            #expect(await home.people.allPeople.map(\.name.text) == ["Olga"])
        }
    }

    @Test func erasureThatAlwaysFailsDoesNotBlockThoseBehindIt() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await add("Olga", role: .owner, to: home)
            let anna = try await add("Anna", role: .member, to: home)
            let kim = try await add("Kim", role: .member, to: home)
            let hash = home.core.stores.personHasher.hash(of: anna).rawValue
            try await home.database.people.pool.write { db in
                try db.execute(
                    sql: """
                        CREATE TRIGGER refusal BEFORE INSERT ON retired_person_hash WHEN NEW.hash = '\(hash)'
                        BEGIN SELECT RAISE(ABORT, 'refused'); END
                        """)
            }
            let failing = try await home.erasures.erase(anna, confirming: "Anna", waitingAtMost: .zero, as: console)
            #expect(failing.step != nil)
            let next = try await home.erasures.erase(
                kim, confirming: "Kim", waitingAtMost: .seconds(300), as: console)
            #expect(next.step == nil)
            #expect(await home.core.stores.erasures.unfinished.map(\.person) == [anna])
        }
    }

    /// Otherwise the store of the messages keeps its earlier content.
    @Test func erasureEndsOnlyWhenTheMessagesAreStoredAgain() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await add("Olga", role: .owner, to: home)
            let anna = try await add("Anna", role: .member, to: home)
            let attempts = Mutex(0)
            let residents = ResidentServices(
                on: home.core, links: [home.link], issuer: home.issuer, configurator: home.configurator,
                saveMessages: {
                    let attempt = attempts.withLock { count in
                        count += 1
                        return count
                    }
                    if attempt == 1 { throw CoreHome.Missing() }
                }, logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await residents.erasures.run() }
                let progress = try await residents.erasures.erase(
                    anna, confirming: "Anna", waitingAtMost: .seconds(300), as: console)
                let count = attempts.withLock { $0 }
                #expect(progress.step == nil && count == 2)
                group.cancelAll()
            }
        }
    }

    @Test func personWhoWasRemovedEarlierIsErasedByTheirID() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await add("Olga", role: .owner, to: home)
            let admin = try CoreHome.identity(try await add("Ada", role: .admin, to: home))
            let anna = try await add("Anna", role: .member, to: home)
            try await home.peopleService.remove(anna, as: console)
            #expect(try await home.audit.records(AuditFilter(target: anna.rawValue)).isEmpty == false)
            #expect(await refusal(of: anna, name: "anna", in: home, as: admin) == "denied")
            #expect(await refusal(of: anna, name: "Anna", in: home, as: console) == "notConfirmed")
            #expect(await refusal(of: anna, name: "anna", in: home, as: console) == nil)
            #expect(try await home.audit.records(AuditFilter(target: anna.rawValue)).isEmpty)
            #expect(await refusal(of: anna, name: "anna", in: home, as: console) == "conflict")
            #expect(await refusal(of: PersonID("unknown"), name: "unknown", in: home, as: console) == "notFound")
        }
    }

    /// The ids of erased people are never given again, and people with similar ids are never taken for each other.
    @Test func laterPersonOfTheSameNameHasAnotherIDAndStays() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await add("Olga", role: .owner, to: home)
            var pseudonyms: Set<String> = []
            for expected in ["anna", "anna-2", "anna-3"] {
                let anna = try await add("Anna", role: .member, to: home)
                #expect(anna.rawValue == expected)
                let neighbour = try await add("Anna 9", role: .guest, to: home)
                let progress = try await home.erasures.erase(anna, confirming: "Anna", as: console)
                pseudonyms.insert(progress.erasure.pseudonym)
                #expect(await home.people.person(neighbour) != nil)
                #expect(try await home.audit.records(AuditFilter(target: neighbour.rawValue)).count == 1)
                try await home.peopleService.remove(neighbour, as: console)
            }
            #expect(pseudonyms.count == 3)
            // After a restart too.
            let again = try await PeopleRegistry(
                loading: home.database.people, timeZone: .gmt, hasher: home.core.stores.personHasher)
            let next = try await again.add(name: DisplayName("Anna" as StaticString), role: .guest) { _ in }
            #expect(next.id.rawValue == "anna-4")
        }
    }

    /// A pairing and an invitation that were on their way when the person who allowed them was erased.
    @Test func approvalByAnErasedPersonIsNotStored() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await add("Olga", role: .owner, to: home)
            let kim = try await add("Kim", role: .member, to: home)
            let anna = try await add("Anna", role: .admin, to: home)
            _ = try await home.erasures.erase(anna, confirming: "Anna", as: console)
            for approver in ["anna", "console as anna"] {
                let approval = ClientApproval(approver: approver, role: .admin)
                #expect(approval.person == anna)
                let client = Client(
                    id: ClientID("late"), person: kim, name: DisplayName("Tablet" as StaticString), key: .filled("l"),
                    scope: nil, pairedAt: home.clock.now(), approval: approval)
                let issued = try await home.sessions.open(client)
                #expect(issued == nil)
                let invitation = Invitation(
                    id: .random(), person: kim, inviter: Inviter(approval: approval, person: anna),
                    admission: .approval, secret: TokenDigest(bytes: [1]), number: nil, grants: [], scope: nil,
                    lifetime: .seconds(600), createdAt: home.core.invitations.clocks())
                let isAdded = try await home.core.invitations.add(invitation, madeBy: home.people.hash(of: anna))
                #expect(!isAdded)
            }
            #expect(await home.sessions.allClients.isEmpty)
            #expect(try await home.database.sessions.load().clients.isEmpty)
            #expect(await home.core.invitations.all.isEmpty)
            #expect(try await home.database.invitations.load().isEmpty)
        }
    }

    /// The person acts while they are erased: what was sent gets its true outcome, under the pseudonym only.
    @Test func commandInFlightEndsUnderThePseudonym() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await add("Olga", role: .owner, to: home)
            let anna = try await add("Anna", role: .member, to: home)
            let identity = try CoreHome.identity(anna)
            try await home.add(
                DeviceID("lamp"), capabilities: [Capability(CapabilityName(.switch), isCommanded: true)])
            await home.link.intercept { _ in
                _ = try? await home.erasures.erase(anna, confirming: "Anna", as: console)
            }
            let record = try await home.send(.boolean(true), to: DeviceID("lamp"), as: identity)
            #expect(record.outcome == .confirmed)
            let pseudonym = try #require(try await home.erasures.list(as: console).first?.erasure.pseudonym)
            #expect(record.sender == "console as \(pseudonym)")
            let entries = try await home.audit.records(AuditFilter(target: "lamp")).map(\.entry)
            #expect(entries.contains { $0.event == .deviceOutcome })
            #expect(entries.allSatisfy { !$0.actor.contains("anna") && $0.metadata.isEmpty })
            // The next command of the person is refused.
            let refused = try await home.send(.boolean(false), to: DeviceID("lamp"), as: identity)
            #expect(refused.outcome == .refused)
            #expect(try await !home.audit.records().contains { $0.entry.actor.contains("anna") })
        }
    }
}
