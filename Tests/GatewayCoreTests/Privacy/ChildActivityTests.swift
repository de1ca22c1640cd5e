import HomeModel
import Testing

@testable import AuditTrail
@testable import GatewayCore

/// What children do is in the audit log, and in no list by person: not even an owner gets their names in the activity or
/// beside commands.
@Suite(.timeLimit(.minutes(10))) struct ChildActivityTests {
    private static let lamp: DeviceID = DeviceID("lamp")

    /// A home in which Cia, a child, switched the lamp on and was refused the heater, and Mia, a member, switched it off.
    private func withChild(_ body: @Sendable (CoreHome) async throws -> Void) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            for (name, role) in [("Olga", Role.owner), ("Ada", .admin), ("Mia", .member), ("Cia", .child)] {
                _ = try await home.peopleService.add(name: name, role: role, as: console)
            }
            try await home.add(Self.lamp, capabilities: [.lamp])
            for (name, value) in [("cia", true), ("mia", false)] {
                home.time.advance(by: .seconds(600))
                _ = try await home.send(
                    .boolean(value), to: Self.lamp,
                    as: CoreHome.identity(PersonID(slugging: name, fallback: PersonID("x"))))
            }
            let cia = try CoreHome.identity(PersonID("cia"))
            await #expect(throws: ActionRefusal.self) { try await home.actions.require(.modifySettings, of: cia) }
            try await body(home)
        }
    }

    private func actors(_ home: CoreHome, as person: String, query: ActivityQuery) async throws -> [String?] {
        let identity = try CoreHome.identity(PersonID(slugging: person, fallback: PersonID("x")))
        return try await home.activity.list(query, as: identity).entries.map(\.actor)
    }

    /// Columns: the reader, and the actors of the commands to the lamp that they see, newest first.
    @Test(
        arguments: [
            ("olga", ["mia", nil]), ("ada", ["mia", nil]), ("mia", ["mia", nil]), ("cia", [nil, "cia"]),
        ] as [(String, [String?])])
    func childIsNamedOnlyToItself(_ reader: String, actors: [String?]) async throws {
        try await withChild { home in
            let seen = try await self.actors(
                home, as: reader, query: ActivityQuery(device: Self.lamp, category: .control, limit: 200))
            #expect(seen == actors)
        }
    }

    @Test(arguments: ["olga", "ada", "mia"]) func childHasNoListByPerson(_ reader: String) async throws {
        try await withChild { home in
            let query = ActivityQuery(person: PersonID("cia"), limit: 200)
            let seen = try await actors(home, as: reader, query: query)
            let own = try await actors(home, as: "cia", query: query)
            #expect(seen.isEmpty && own.count >= 2)
        }
    }

    @Test func refusalsOfAChildAreOnlyInTheAuditLog() async throws {
        try await withChild { home in
            let failed = ActivityQuery(onlyFailed: true, limit: 200)
            let seen = try await actors(home, as: "olga", query: failed)
            let own = try await actors(home, as: "cia", query: failed)
            #expect(seen.isEmpty && own == ["cia"])
        }
    }

    @Test func auditLogNamesTheChild() async throws {
        try await withChild { home in
            let records = try await home.audit.records(AuditFilter(actor: "cia"))
            #expect(records.contains { $0.entry.event == .deviceControl && $0.entry.success })
            #expect(records.contains { !$0.entry.success })
        }
    }

    @Test(arguments: [("olga", false), ("mia", false), ("cia", true)])
    func sendersOfCommandsDoNotNameTheChild(_ reader: String, sees: Bool) async throws {
        try await withChild { home in
            let identity = try CoreHome.identity(PersonID(slugging: reader, fallback: PersonID("x")))
            let cia = try CoreHome.identity(PersonID("cia"))
            let senders = await home.commands.senders(shownTo: identity)
            let records = try await home.commands.list(of: Self.lamp, atMost: 20, as: identity)
            let shown = records.compactMap { senders.sender(of: $0) }
            #expect(shown.contains("\(cia)") == sees)
            // The senders that are no children are as before.
            let mia = try CoreHome.identity(PersonID("mia"))
            #expect(shown.contains("\(mia)") == (reader != "cia"))
        }
    }

    /// A person who is no child any more is named again: the role of now decides.
    @Test func grownChildIsNamed() async throws {
        try await withChild { home in
            let console = try #require(CoreHome.console)
            _ = try await home.peopleService.change(PersonID("cia"), role: .member, isConfirmed: true, as: console)
            let query = ActivityQuery(device: Self.lamp, category: .control, limit: 200)
            #expect(try await actors(home, as: "olga", query: query) == ["mia", "cia"])
        }
    }
}
