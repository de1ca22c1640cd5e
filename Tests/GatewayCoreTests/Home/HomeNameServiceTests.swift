import DeviceProtocols
import HomeModel
import AuditTrail
import Testing

@testable import HomeStore
@testable import GatewayCore

@Suite struct HomeNameServiceTests {
    private func service(_ home: CoreHome, registry: HomeRegistry? = nil) -> HomeNameService {
        HomeNameService(registry: registry ?? home.registry, feed: home.feed, actions: home.actions, configured: "Home")
    }

    @Test func lastNameOfTheHomeIsKept() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            #expect(await service(home).name == "Home")
            try await service(home).rename(to: " Gården ", as: console)
            try await service(home).rename(to: "Villa Solbacka", as: console)
            #expect(await service(home).name == "Villa Solbacka")
            let nextStart = try await HomeRegistry(
                loading: home.database.registry, detailLevel: DeviceFamilies.detailLevel)
            #expect(await service(home, registry: nextStart).name == "Villa Solbacka")
            let entries = try await home.audit.records(AuditFilter()).map(\.entry)
            let names = entries.filter { $0.event == .settingsChange }.map(\.metadata)
            #expect(
                Set(names) == [
                    ["act": "renameHome", "name": "Gården"], ["act": "renameHome", "name": "Villa Solbacka"],
                ])
        }
    }

    @Test(arguments: ["", "  ", "<b>", String(repeating: "a", count: 101), "a\u{202E}b"])
    func invalidNameIsRefused(_ text: String) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            await #expect {
                try await service(home).rename(to: text, as: console)
            } throws: { error in
                if case .invalid("name", _, _) = error as? ActionRefusal { true } else { false }
            }
            #expect(await service(home).name == "Home")
        }
    }

    @Test(arguments: [Role.member, .child, .guest])
    func roleWithoutTheRightCannotRenameTheHome(_ role: Role) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let bo = try await home.peopleService.add(name: "Bo", role: role, as: console).id
            await #expect(throws: ActionRefusal.self) {
                try await service(home).rename(to: "Bo", as: CoreHome.identity(bo))
            }
            #expect(await service(home).name == "Home")
        }
    }
}
