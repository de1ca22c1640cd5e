import HomeModel
import AuditTrail
import Testing

@testable import GatewayCore

@Suite struct AuditReaderTests {
    private func reader(_ home: CoreHome) -> AuditReader {
        AuditReader(audit: home.audit, people: home.people, actions: home.actions)
    }

    @Test(
        arguments: [
            (.owner, nil), (.admin, nil), (.member, ["console as actor"]), (.child, []), (.guest, []), (.service, []),
        ] as [(Role, [String]?)])
    func auditVisibilityDependsOnTheRole(role: Role, actors: [String]?) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let person = try await home.peopleService.add(name: "Actor", role: role, as: console)
            let identity = try CoreHome.identity(person.id)
            try await home.actions.writeEntry(.settingsChange, by: identity)
            let read = try? await reader(home).list(AuditFilter(), as: identity).records
            if let actors, actors.isEmpty {
                #expect(read == nil)
                let refused = try await home.audit.records(AuditFilter(actor: "console as actor", success: false))
                #expect(refused.first?.entry.metadata == ["permission": "viewAudit"])
                await #expect(throws: ActionRefusal.self) { try await reader(home).heads(as: identity) }
            } else {
                let found = Set(try #require(read).map(\.entry.actor))
                #expect(found == Set(actors ?? ["console", "console as actor"]))
                #expect(try await reader(home).heads(as: identity).heads.count == 3)
            }
        }
    }

    @Test func exportIsAuditedAndContainsEveryEntry() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            for number in 0..<2500 {
                _ = try await home.audit.append(AuditEntry(.settingsChange, actor: "console", target: "\(number)"))
            }
            var export = try await reader(home).export(AuditFilter(), as: console)
            var records: [AuditRecord] = []
            while let page = try await export.next() { records += page }
            #expect(records.count == 2501 && records.first?.entry.event == .dataExport)
            #expect(records.dropFirst().map(\.entry.target) == (0..<2500).reversed().map { "\($0)" })
        }
    }

    @Test func exportStopsWhenItsReaderLosesTheRight() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let ada = try await home.peopleService.add(name: "Ada", role: .admin, as: console)
            for number in 0..<1500 {
                _ = try await home.audit.append(AuditEntry(.settingsChange, actor: "gateway", target: "\(number)"))
            }
            var export = try await reader(home).export(AuditFilter(), as: CoreHome.identity(ada.id))
            #expect(try await export.next()?.count == 1000)
            _ = try await home.peopleService.change(ada.id, role: .member, as: console)
            await #expect(throws: ActionRefusal.self) { try await export.next() }
        }
    }

    @Test(arguments: [Role.member, .child, .guest]) func rolesWithoutTheExportRightCannotExport(role: Role) async throws
    {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let person = try await home.peopleService.add(name: "Kim", role: role, as: console)
            await #expect(throws: ActionRefusal.self) {
                try await reader(home).export(AuditFilter(), as: CoreHome.identity(person.id))
            }
            #expect(try await home.audit.records(AuditFilter(event: .dataExport)).allSatisfy { !$0.entry.success })
        }
    }

    @Test func exportFailsWhenItCannotBeAudited() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            await home.audit.close()
            await #expect(throws: ActionRefusal.self) { try await reader(home).export(AuditFilter(), as: console) }
        }
    }

    @Test func entriesContainTheRequestIDAndTheClient() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(DeviceID("lamp"), capabilities: [.lamp])
            let identity = try #require(Self.session(of: "console-less"))
            try await RequestID.$current.withValue("request-1") {
                try await home.actions.writeEntry(.settingsChange, by: identity)
                _ = try await home.send(.boolean(true), to: DeviceID("lamp"), as: console)
                _ = try? await home.send(.boolean(true), to: DeviceID("nothing"), as: console)
            }
            let entries = try await home.audit.records(AuditFilter()).map(\.entry)
            #expect(entries.count == 4 && entries.allSatisfy { $0.requestID == "request-1" })
            let events = entries.map(\.event)
            #expect(events.contains(.deviceControl) && events.contains(.deviceOutcome))
            #expect(entries.last?.client == ClientID("phone") && entries.last?.actor == "console-less")
            try await home.actions.writeEntry(.settingsChange, by: console)
            #expect(try await home.audit.records(AuditFilter(limit: 1)).first?.entry.requestID == nil)
        }
    }

    /// The identity of a person with a session at a paired client.
    private static func session(of person: String) -> Identity? {
        guard let key = KeyThumbprint(String(repeating: "a", count: 43)), let person = PersonID(person) else {
            return nil
        }
        let client = Client(
            id: ClientID("phone"), person: person, name: DisplayName("Phone" as StaticString), key: key, scope: nil,
            pairedAt: Timestamp(milliseconds: 0))
        let now = SettableTime().clock.reading()
        let token = TokenDigest(bytes: [1])
        let session = Session(id: SessionID("s"), client: client.id, access: token, refresh: token, renewedAt: now)
        return AuthenticatedSession(session, of: client, token: token, key: key, stepUps: [], at: now).map(
            Identity.session)
    }
}
