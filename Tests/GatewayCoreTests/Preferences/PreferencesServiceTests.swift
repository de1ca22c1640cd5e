import AuditTrail
import HomeModel
import Testing

@testable import GatewayCore
@testable import HomeStore

@Suite(.timeLimit(.minutes(10))) struct PreferencesServiceTests {
    private let chosen = Preferences(language: LanguageTag("sv"), theme: .dark)

    @Test func personHasTheirOwnPreferencesUntilTheyAreRemoved() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let service = service(home)
            let anna = try await home.peopleService.add(name: "Anna", role: .guest, as: console).id
            let identity = try CoreHome.identity(anna)
            #expect(await service.preferences(for: identity) == Preferences())
            #expect(await service.preferences(for: console) == nil)
            var events = LiveEvents(of: await home.feed.subscribe(as: identity))
            for _ in 0..<2 { try await service.set(chosen, as: identity) }
            #expect(await events.next()?.isOfOwnHome == true)
            #expect(await service.preferences(for: identity) == chosen)
            let next = try await PreferencesRegistry(loading: home.database.preferences)
            #expect(await next.preferences(of: anna) == chosen)
            let entries = try await home.audit.records(AuditFilter()).map(\.entry)
            // Preferences are personal data, which the log never contains.
            let metadata = entries.filter { $0.metadata["act"] == "preferences" }.map(\.metadata)
            #expect(metadata == [["act": "preferences"]])
            try await home.peopleService.remove(anna, as: console)
            #expect(try await home.database.preferences.load().isEmpty)
            #expect(await home.core.preferences.preferences(of: anna) == nil)
        }
    }

    @Test func consoleAndWallPanelCannotChangePreferences() async throws {
        try await withCore { home in
            let service = service(home)
            await #expect {
                try await service.set(chosen, as: try #require(CoreHome.console))
            } throws: { if case ActionRefusal.conflict = $0 { true } else { false } }
            let panel = try await home.identity(home.pair("Olle", role: .member, scope: [.viewEnvironment]))
            await #expect {
                try await service.set(chosen, as: panel)
            } throws: { if case ActionRefusal.denied(.outOfScope) = $0 { true } else { false } }
        }
    }

    private func service(_ home: CoreHome) -> PreferencesService {
        PreferencesService(
            preferences: home.core.preferences, feed: home.feed, personal: PersonalSettings(actions: home.actions))
    }
}
