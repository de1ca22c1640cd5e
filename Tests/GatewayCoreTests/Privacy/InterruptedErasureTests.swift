import AuditTrail
import DeviceProtocols
import Foundation
import GRDB
import HomeCertificates
import Glibc
import HomeModel
import Logging
import SegmentedLog
import Synchronization
import TestSupport
import Testing

@testable import GatewayCore
@testable import HomeStore
@testable import SQLiteDatabase

/// Erasures that end at the next start, and what runs while a person is erased.
@Suite struct InterruptedErasureTests {
    /// Journals an erasure, as a gateway does before its first step.
    private func journaled(_ person: PersonID, in home: CoreHome) async throws -> JournaledErasure {
        try await home.core.stores.erasures.begin(
            JournaledErasure(
                erasure: Erasure(
                    id: .random(), pseudonym: try await home.audit.pseudonym(of: person),
                    requestedAt: home.clock.now()),
                hash: home.core.stores.personHasher.hash(of: person), person: person))
    }

    /// The services that the next start makes from the same stores.
    private func restarted(_ home: CoreHome) async throws -> CoreServices {
        try await CoreServices.load(
            from: home.core.stores, timeZone: .gmt, clock: home.clock,
            logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() }, detailLevel: DeviceFamilies.detailLevel)
    }

    @Test(arguments: 0...ErasureStep.allCases.count) func erasureIsFinishedAtTheNextStart(stepsDone: Int) async throws {
        try await withCore { home in
            _ = try await home.pair("Olga", role: .owner, key: "o")
            let tokens = try await home.pair("Zquxanna", role: .member, key: "z")
            let person = tokens.client.person
            let erasure = try await journaled(person, in: home)
            let stored = StoredErasure(of: home.core.stores)
            for step in ErasureStep.allCases.prefix(stepsDone) { try await stored.run(step, of: person, in: erasure) }
            let next = try await restarted(home)
            #expect(await next.people.person(person) == nil)
            #expect(await next.sessions.identity(access: tokens.access.exposedText, key: tokens.client.key) == nil)
            let left = await home.core.stores.erasures.erasures
            #expect(left.map(\.person) == [nil] && left.first?.erasure.finishedAt != nil)
            #expect(try ByteSearch(["Zquxanna", "zquxanna"]).hits(in: home.folder).isEmpty)
            #expect(await home.audit.verify().allSatisfy(\.isProven))
            // The start after that has nothing to do.
            let ends = try await home.audit.records(AuditFilter(event: .dataErase)).count
            _ = try await restarted(home)
            #expect(try await home.audit.records(AuditFilter(event: .dataErase)).count == ends)
        }
    }

    /// A file that cannot be removed does not keep the home from starting: the person has no rights, and the gateway repeats
    /// the steps until they succeed.
    @Test func startGoesOnWhenALaterStepFails() async throws {
        try await withCore { home in
            _ = try await home.pair("Olga", role: .owner, key: "o")
            let person = try await home.pair("Zquxanna", role: .member, key: "z").client.person
            _ = try await journaled(person, in: home)
            let obstacle = "\(home.folder)/home.sqlite.version-3"
            try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
            let next = try await restarted(home)
            #expect(await next.people.person(person) == nil)
            #expect(await home.core.stores.erasures.unfinished.map(\.person) == [person])
            try FileManager.default.removeItem(atPath: obstacle)
            let residents = ResidentServices(
                on: next, links: [home.link], issuer: home.issuer, configurator: home.configurator,
                logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() })
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await residents.erasures.run() }
                try await eventually("the erasure is finished") {
                    await home.core.stores.erasures.unfinished.isEmpty
                }
                group.cancelAll()
            }
            #expect(try ByteSearch(["Zquxanna", "zquxanna"]).hits(in: home.folder).isEmpty)
        }
    }

    /// Each retry of the journal would add another entry to the audit log.
    @Test func endIsRecordedOnceWhenTheJournalFailsSeveralTimes() async throws {
        try await withCore { home in
            _ = try await home.pair("Olga", role: .owner, key: "o")
            let person = try await home.pair("Zquxanna", role: .member, key: "z").client.person
            let isFull = Mutex(false)
            var disk = DiskCalls.system
            disk.write = { descriptor, bytes, offset in
                guard !isFull.withLock({ $0 }) else {
                    errno = ENOSPC
                    return -1
                }
                return pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
            }
            let stores = home.core.stores
            let journal = await ErasureJournal.open(
                folder: home.folder, name: "other.journal", key: home.auditKeys.sealing, disk: disk)
            let failing = CoreStores(
                database: stores.database, audit: stores.audit, restrictions: stores.restrictions, erasures: journal,
                incidents: stores.incidents, pinHasher: stores.pinHasher, personHasher: stores.personHasher,
                crashReports: stores.crashReports, attachments: stores.attachments)
            let erasure = try await journal.begin(
                JournaledErasure(
                    erasure: Erasure(id: .random(), pseudonym: "~0123456789abcdef", requestedAt: home.clock.now()),
                    hash: stores.personHasher.hash(of: person), person: person))
            isFull.withLock { $0 = true }
            for _ in 0..<3 {
                await #expect(throws: ErasureFailure.self) {
                    try await StoredErasure(of: failing).finish(erasure, at: home.clock.now())
                }
            }
            isFull.withLock { $0 = false }
            try await StoredErasure(of: failing).finish(erasure, at: home.clock.now())
            #expect(await journal.unfinished.isEmpty)
            let ends = try await home.audit.records(AuditFilter(event: .dataErase)).map(\.entry)
            #expect(ends.count { $0.metadata["act"] == "end" } == 1)
        }
    }

    /// The gateway died between the intent and the decision that the last owner stays.
    @Test func journaledErasureOfTheLastOwnerIsWithdrawnAtTheNextStart() async throws {
        try await withCore { home in
            let olga = try await home.pair("Olga", role: .owner).client.person
            _ = try await journaled(olga, in: home)
            let next = try await restarted(home)
            #expect(await next.people.person(olga)?.role == .owner)
            #expect(await home.core.stores.erasures.erasures.isEmpty)
        }
    }

    /// The export of the erased person ends, and that of another person goes on and names them no more.
    @Test func runningExportsFollowTheErasure() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await home.peopleService.add(name: "Olga", role: .owner, as: console)
            let anna = try await home.peopleService.add(name: "Anna", role: .admin, as: console).id
            for number in 0..<1200 {
                _ = try await home.audit.append(
                    AuditEntry(.settingsChange, actor: anna.rawValue, role: .admin, target: "setting-\(number)"))
            }
            let reader = AuditReader(audit: home.audit, people: home.people, actions: home.actions)
            var own = try await reader.export(AuditFilter(), as: try CoreHome.identity(anna))
            var other = try await reader.export(AuditFilter(), as: console)
            #expect(try await own.next()?.contains { $0.entry.actor == "anna" } == true)
            #expect(try await other.next()?.contains { $0.entry.actor == "anna" } == true)
            let progress = try await home.erasures.erase(anna, confirming: "Anna", as: console)
            do {
                _ = try await own.next()
                Issue.record("the export of the erased person goes on")
            } catch {
                #expect(error is ActionRefusal)
            }
            let rest = try #require(try await other.next())
            #expect(rest.contains { $0.entry.actor == progress.erasure.pseudonym })
            #expect(!rest.contains { $0.entry.actor == "anna" || $0.entry.concerned == "anna" })
        }
    }

    /// An id that an earlier version kept in clear becomes a hash at the next start, and is still never given again.
    @Test func retiredIDsOfEarlierVersionsBecomeHashes() async throws {
        try await withCore { home in
            try await home.database.people.pool.write { db in
                try db.execute(sql: "INSERT INTO retired_person (id) VALUES ('zquxanna')")
            }
            let next = try await restarted(home)
            #expect(await next.people.isRetired(PersonID("zquxanna")))
            #expect(await !next.people.isRetired(PersonID("zquxanna-2")))
            let person = try await next.people.add(name: DisplayName("Zquxanna" as StaticString), role: .guest) { _ in }
            #expect(person.id.rawValue == "zquxanna-2")
            let clear = try await home.database.people.pool.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM retired_person")
            }
            #expect(clear == 0)
        }
    }
}
