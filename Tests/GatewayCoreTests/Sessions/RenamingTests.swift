import HomeCertificates
import HomeModel
import Testing

@testable import HomeStore
@testable import GatewayCore

/// The name is the only property of a client or token that can be changed.
@Suite struct RenamingTests {
    @Test func memberRenamesOnlyTheirOwnClients() async throws {
        try await withCore { home in
            let kim = try await home.pair("Kim", role: .member, key: "k")
            let bo = try await home.pair("Bo", role: .member, key: "b")
            let asKim = try await home.identity(kim)
            let renamed = try await home.clients.rename(kim.client.id, name: "Tablet", as: asKim)
            #expect(renamed.name.text == "Tablet")
            #expect(try await home.clients.list(as: asKim) == [renamed])
            #expect(try await home.database.sessions.load().clients.contains(renamed))
            // Its session continues.
            #expect(try await home.identity(kim).client == kim.client.id)
            await #expect(throws: ActionRefusal.self) {
                try await home.clients.rename(bo.client.id, name: "X", as: asKim)
            }
            await #expect(throws: ActionRefusal.self) {
                try await home.clients.rename(kim.client.id, name: "", as: asKim)
            }
        }
    }

    @Test func scopedSessionRenamesOnlyItsOwnClient() async throws {
        try await withCore { home in
            let phone = try await home.pair("Anna", role: .owner, key: "p")
            let invitation = try await home.pairing.invite(
                phone.client.person, scope: [.controlDevices], isApproved: true, as: #require(CoreHome.console))
            let waiting = try await home.pairing.request(
                invitation.code.exposed, key: .filled("w"), clientName: "Wall", from: "wall")
            let panel = try #require(try await home.pairing.finish(waiting.id, key: .filled("w")))
            let asPanel = try await home.identity(panel)
            _ = try await home.clients.rename(panel.client.id, name: "Hall", as: asPanel)
            await #expect(throws: ActionRefusal.self) {
                try await home.clients.rename(phone.client.id, name: "Mine", as: asPanel)
            }
        }
    }

    @Test(arguments: [(Role.admin, Role.member, true), (.admin, .owner, false), (.member, .guest, false)])
    func rightToRenameAClientDependsOnBothRoles(actor: Role, person: Role, isAllowed: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let asker = try await home.peopleService.add(name: "Asker", role: actor, as: console).id
            let client = try await home.pair("Kim", role: person).client
            let renamed = try? await home.clients.rename(client.id, name: "New", as: CoreHome.identity(asker))
            #expect((renamed != nil) == isAllowed)
        }
    }

    @Test func renamedTokenStaysValid() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let grafana = try await home.peopleService.add(name: "Grafana", role: .service, as: console).id
            let (token, text) = try await home.tokens.create(
                for: grafana, name: "Scraper", scope: [.viewMetrics], days: 1, key: nil, as: console)
            var expected = token
            expected.name = try DisplayName("Prometheus")
            #expect(try await home.tokens.rename(token.id, name: "Prometheus", as: console) == expected)
            #expect(try await home.database.sessions.load().tokens == [expected])
            #expect(await home.sessions.identity(token: text.exposedText, key: nil) != nil)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            await #expect(throws: ActionRefusal.self) {
                try await home.tokens.rename(token.id, name: "Mine", as: CoreHome.identity(kim))
            }
        }
    }
}
