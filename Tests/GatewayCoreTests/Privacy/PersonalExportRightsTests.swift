import AuditTrail
import Foundation
import HomeModel
import Testing

@testable import GatewayCore

/// Who gets whose data, and when an export that began ends.
@Suite(.timeLimit(.minutes(10))) struct PersonalExportRightsTests {
    private static let people: KeyValuePairs<String, Role> = [
        "Olga": .owner, "Ada": .admin, "Mia": .member, "Kim": .child, "Gus": .guest, "Scraper": .service,
    ]

    private func withPeople(_ body: @Sendable (CoreHome, PersonalExportService) async throws -> Void) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            for (name, role) in Self.people {
                _ = try await home.peopleService.add(name: name, role: role, as: console)
            }
            try await body(home, home.makeExports())
        }
    }

    /// Columns: the asker, and the people whose data they get.
    @Test(
        arguments: [
            ("olga", ["olga", "ada", "mia", "kim", "gus", "scraper"]),
            ("ada", ["ada", "mia", "kim", "gus", "scraper"]),
            ("mia", ["mia"]), ("kim", ["kim"]), ("gus", ["gus"]),
        ])
    func roleDecidesWhoseDataIsExported(asker: String, permitted: [String]) async throws {
        try await withPeople { home, exports in
            let identity = try CoreHome.identity(try #require(PersonID(asker)))
            let everyone = Self.people.map { $0.key.lowercased() }
            for name in everyone {
                let id = try #require(PersonID(name))
                let export = try? await exports.open(id, as: identity)
                #expect((export != nil) == permitted.contains(name), "\(asker) \(name)")
            }
            let granted = try await home.audit.records(AuditFilter(event: .dataExport, actor: asker, success: true))
            #expect(granted.reversed().map { $0.entry.concerned ?? "" } == permitted)
            #expect(granted.allSatisfy { $0.entry.metadata["what"] == "person" })
            let refused = try await home.audit.records(AuditFilter(event: .dataExport, actor: asker, success: false))
            #expect(refused.isEmpty == (permitted.count == everyone.count))
        }
    }

    @Test func consoleNamesThePerson() async throws {
        try await withPeople { _, exports in
            let console = try #require(CoreHome.console)
            await #expect(throws: ActionRefusal.self) { try await exports.open(nil, as: console) }
            #expect(try await exports.open(PersonID("mia"), as: console).head.person.id == PersonID("mia"))
            await #expect(throws: ActionRefusal.self) { try await exports.open(PersonID("nothing"), as: console) }
        }
    }

    /// A wall panel, and a phone on which no PIN was entered.
    @Test(arguments: [Set<Permission>([.controlDevices]), nil]) func sessionWithoutPINIsRefused(
        scope: Set<Permission>?
    ) async throws {
        try await withPeople { home, exports in
            let identity = try session(of: PersonID("mia"), scope: scope)
            await #expect(throws: ActionRefusal.self) { try await exports.open(nil, as: identity) }
            let granted = try await home.audit.records(AuditFilter(event: .dataExport, success: true))
            #expect(granted.isEmpty && exports.runningCount == 0)
        }
    }

    @Test func exportThatCannotBeAuditedDoesNotBegin() async throws {
        try await withPeople { home, exports in
            await home.audit.close()
            let mia = try CoreHome.identity(PersonID("mia"))
            await #expect(throws: ActionRefusal.self) { try await exports.open(nil, as: mia) }
            #expect(exports.runningCount == 0)
        }
    }

    // MARK: - The end

    /// The change happens after some parts; from then on the reader gets nothing more.
    @Test(arguments: [0, 1, 5, 19]) func exportOfRemovedPersonEndsWithAnError(after parts: Int) async throws {
        try await withPeople { home, exports in
            let console = try #require(CoreHome.console)
            let export = try await exports.open(PersonID("mia"), as: console)
            try await expectEnd(of: export, in: home, after: parts) {
                try await home.peopleService.remove(PersonID("mia"), as: console)
            }
        }
    }

    /// The erasure waits for no export, and nothing that the export still writes names the person again.
    @Test(arguments: [0, 1, 5, 19]) func erasureEndsTheExportAndLeavesNoName(after parts: Int) async throws {
        try await withPeople { home, exports in
            let mia: PersonID = PersonID("mia")
            let console = try #require(CoreHome.console)
            let export = try await exports.open(mia, as: CoreHome.identity(PersonID("ada")))
            let taken = MutexBox(0)
            await #expect(throws: ActionRefusal.self) {
                try await CollectedExport.run(export) { count in
                    taken.withLock { $0 = count }
                    guard count == parts else { return }
                    let erasure = try await home.erasures.erase(mia, confirming: "Mia", as: console)
                    #expect(erasure.erasure.finishedAt != nil)
                }
            }
            #expect(taken.withLock { $0 } <= parts + 1 && exports.runningCount == 0)
            await #expect(throws: ActionRefusal.self) { try await exports.open(mia, as: console) }
            let entries = try await home.audit.records(AuditFilter(event: .dataExport)).map(\.entry)
            #expect(entries.first?.success == false)
            #expect(entries.allSatisfy { $0.concerned?.hasPrefix(AuditEntry.pseudonymMark) == true })
            #expect(try await exports.exportsByOthers(as: CoreHome.identity(mia)).isEmpty)
        }
    }

    @Test func exportEndsWhenItsReaderLosesTheRight() async throws {
        try await withPeople { home, exports in
            let console = try #require(CoreHome.console)
            let export = try await exports.open(PersonID("mia"), as: CoreHome.identity(PersonID("ada")))
            try await expectEnd(of: export, in: home, after: 3) {
                _ = try await home.peopleService.change(PersonID("ada"), role: .member, as: console)
            }
        }
    }

    @Test func exportByAnAdminEndsWhenThePersonBecomesOwner() async throws {
        try await withPeople { home, exports in
            let console = try #require(CoreHome.console)
            let export = try await exports.open(PersonID("mia"), as: CoreHome.identity(PersonID("ada")))
            try await expectEnd(of: export, in: home, after: 3) {
                _ = try await home.peopleService.change(PersonID("mia"), role: .owner, isConfirmed: true, as: console)
            }
        }
    }

    private func expectEnd(
        of export: PersonalExport, in home: CoreHome, after parts: Int, change: @Sendable () async throws -> Void
    ) async throws {
        let taken = MutexBox(0)
        await #expect(throws: ActionRefusal.self) {
            try await CollectedExport.run(export) { count in
                taken.withLock { $0 = count }
                if count == parts { try await change() }
            }
        }
        // The part during which the change happened, and no further page of rows.
        #expect(taken.withLock { $0 } <= parts + 1)
        let last = try await home.audit.records(AuditFilter(event: .dataExport, success: false)).first
        #expect(last?.entry.metadata["failure"] == "interrupted" && last?.entry.concerned == "mia")
    }

    @Test func readerThatBreaksOffEndsTheExport() async throws {
        struct Gone: Error {}
        try await withPeople { home, exports in
            let mia = try CoreHome.identity(PersonID("mia"))
            await #expect(throws: Gone.self) {
                let export = try await exports.open(nil, as: mia)
                try await CollectedExport.run(export) { if $0 == 4 { throw Gone() } }
            }
            #expect(exports.runningCount == 0)
            let last = try await home.audit.records(AuditFilter(event: .dataExport)).first
            #expect(last?.entry.metadata["failure"] == "interrupted")
        }
    }

    // MARK: - Limits

    @Test func threeExportsRunAtOnceAndOneByEachAsker() async throws {
        try await withPeople { _, exports in
            let kim: PersonID = PersonID("kim")
            let olga = try CoreHome.identity(PersonID("olga"))
            var first: PersonalExport? = try await exports.open(kim, as: olga)
            await #expect(throws: ActionRefusal.self) { try await exports.open(PersonID("gus"), as: olga) }
            // An export by another one does not keep people from their own.
            let own = try await exports.open(nil, as: CoreHome.identity(kim))
            let third = try await exports.open(kim, as: try #require(CoreHome.console))
            #expect(first?.head.person.id == kim && exports.runningCount == 3)
            let mia = try CoreHome.identity(PersonID("mia"))
            await #expect(throws: ActionRefusal.self) { try await exports.open(nil, as: mia) }
            // An export that never ran ends with its last reference.
            first = nil
            #expect(exports.runningCount == 2)
            #expect(try await exports.open(nil, as: mia).head.person.id == PersonID("mia"))
            withExtendedLifetime(own) {}
            withExtendedLifetime(third) {}
        }
    }

    // MARK: - What the person sees

    @Test func personSeesInTheActivityWhoExportedTheirData() async throws {
        try await withPeople { home, exports in
            _ = try await exports.open(PersonID("mia"), as: CoreHome.identity(PersonID("ada")))
            for (name, isSeen) in [("mia", true), ("gus", false), ("kim", false), ("olga", true)] {
                let reader = try CoreHome.identity(try #require(PersonID(name)))
                let entries = try await home.activity.list(ActivityQuery(limit: 200), as: reader).entries
                let exported = entries.filter { $0.exported == "mia" }
                #expect(exported.map(\.actor) == (isSeen ? ["ada"] : []), "\(name)")
                #expect(exported.allSatisfy { $0.device == nil })
            }
        }
    }

    @Test func clientsOfThePersonLearnOfTheExport() async throws {
        try await withPeople { home, exports in
            let (ada, mia) = (try CoreHome.identity(PersonID("ada")), try CoreHome.identity(PersonID("mia")))
            var events = LiveEvents(of: await home.feed.subscribe(as: mia))
            _ = try await exports.open(nil, as: mia)
            #expect(try await exports.exportsByOthers(as: mia).isEmpty)
            _ = try await exports.open(PersonID("mia"), options: ExportOptions(includesReadings: true), as: ada)
            var isSeen = false
            while !isSeen, let event = await events.next() {
                if case .ownHomeChanged(let person) = event { isSeen = person == PersonID("mia") }
            }
            #expect(isSeen)
            let notices = try await exports.exportsByOthers(as: mia)
            #expect(notices.map(\.name?.text) == ["Ada"] && notices.map(\.actor) == ["console as ada"])
            #expect(notices.allSatisfy { $0.includesReadings })
            // Exports of other data by the person do not push it out of the list.
            for _ in 0..<100 {
                _ = try await home.audit.append(AuditEntry(.dataExport, severity: .security, actor: "mia"))
            }
            #expect(try await exports.exportsByOthers(as: mia) == notices)
            #expect(try await exports.exportsByOthers(as: ada).isEmpty)
            home.time.advance(by: .days(31))
            #expect(try await exports.exportsByOthers(as: mia).isEmpty)
            let panel = try session(of: PersonID("mia"), scope: [.controlDevices])
            await #expect(throws: ActionRefusal.self) { try await exports.exportsByOthers(as: panel) }
            await #expect(throws: ActionRefusal.self) {
                try await exports.exportsByOthers(as: try #require(CoreHome.console))
            }
        }
    }

    /// The clock was ahead at the first export, and right at the second.
    @Test func laterExportHasTheLargerNumberAtAnyTime() async throws {
        try await withPeople { home, exports in
            let mia: PersonID = PersonID("mia")
            let now = home.clock.now()
            for (name, time) in [("ada", now + .days(300)), ("olga", now)] {
                home.time.set(to: time, isSynchronised: true)
                _ = try await exports.open(mia, as: CoreHome.identity(try #require(PersonID(name))))
            }
            let notices = try await exports.exportsByOthers(as: CoreHome.identity(mia))
            #expect(notices.map(\.name?.text) == ["Olga", "Ada"])
            let numbers = notices.map(\.sequence)
            #expect(numbers == numbers.sorted(by: >) && Set(numbers).count == 2)
        }
    }

    private func session(of person: PersonID, scope: Set<Permission>?) throws -> Identity {
        let now = ClockSnapshot(wall: Timestamp(milliseconds: 0), uptime: .zero, boot: UUID(), isKnown: true)
        let key = try #require(KeyThumbprint(String(repeating: "k", count: 43)))
        let client = Client(
            id: ClientID("panel"), person: person, name: DisplayName("Panel" as StaticString), key: key, scope: scope,
            pairedAt: now.wall)
        let token = TokenDigest(bytes: [1])
        let session = Session(
            id: SessionID("session"), client: client.id, access: token, refresh: TokenDigest(bytes: [2]),
            renewedAt: now)
        return .session(
            try #require(
                AuthenticatedSession(session, of: client, token: token, key: key, stepUps: [], at: now)))
    }
}

extension ActivityEntry {
    fileprivate var exported: String? {
        guard case .act(let act, _) = content else { return nil }
        return act.main.entry.exportedPerson
    }
}
