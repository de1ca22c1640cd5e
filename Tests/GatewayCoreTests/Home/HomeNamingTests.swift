import HomeModel
import HomeStorage
import Testing

@testable import GatewayCore

@Suite struct HomeNamingTests {
    private func naming(_ home: CoreHome, _ registry: HomeRegistry? = nil) -> HomeNaming {
        HomeNaming(registry: registry ?? home.registry, feed: home.feed, acts: home.acts, configured: "Home")
    }

    @Test func aHomeIsCalledWhatPeopleSaidLast() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            #expect(await naming(home).name == "Home")
            try await naming(home).rename(to: " Gården ", as: console)
            try await naming(home).rename(to: "Villa Solbacka", as: console)
            #expect(await naming(home).name == "Villa Solbacka")
            let nextStart = try await HomeRegistry(loading: home.database.registry)
            #expect(await naming(home, nextStart).name == "Villa Solbacka")
            let written = try await home.audit.records(AuditFilter()).map(\.entry)
            #expect(written.count { $0.event == .settingsChange && $0.metadata == ["act": "renameHome"] } == 2)
        }
    }

    @Test(arguments: ["", "  ", "<b>", String(repeating: "a", count: 101), "a\u{202E}b"])
    func whatIsNoNameChangesNothing(_ text: String) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            await #expect {
                try await naming(home).rename(to: text, as: console)
            } throws: { error in
                if case .invalid("name", _, _) = error as? ActRefusal { true } else { false }
            }
            #expect(await naming(home).name == "Home")
        }
    }

    @Test(arguments: [Role.member, .child, .guest])
    func onlyWhoChangesSettingsNamesTheHome(_ role: Role) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let bo = try await home.peopleService.add(name: "Bo", role: role, as: console).id
            await #expect(throws: ActRefusal.self) {
                try await naming(home).rename(to: "Bo", as: CoreHome.identity(bo))
            }
            #expect(await naming(home).name == "Home")
        }
    }
}
