import HomeCertificates
import HomeModel
import Testing

@testable import GatewayCore

@Suite struct StreamQuotaTests {
    @Test func clientMayHoldEightStreamsAtOnce() async throws {
        try await withCore { home in
            let identity = try await home.identity(home.pair("Kim", role: .member))
            let quota = StreamQuota()
            var permits = try (0..<8).map { _ in try quota.reserve(for: identity) }
            #expect(throws: ActionRefusal.self) { try quota.reserve(for: identity) }
            permits.removeLast()
            permits.append(try quota.reserve(for: identity))
            #expect(throws: ActionRefusal.self) { try quota.reserve(for: identity) }
            // Other people have quotas of their own.
            _ = try quota.reserve(for: await home.identity(home.pair("Bo", role: .member, key: "b")))
            withExtendedLifetime(permits) {}
        }
    }

    @Test func personMayHoldSixteenStreamsOverAllClients() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let first = try await home.pair("Kim", role: .member, key: "0")
            var clients = [try await home.identity(first)]
            for key in ["1", "2"] as [Character] {
                let invited = try await home.pairing.invite(
                    first.client.person, scope: nil, isApproved: true, as: console)
                let waiting = try await home.pairing.request(
                    invited.code.exposed, key: .filled(key), clientName: "Phone", from: "home")
                let tokens = try #require(try await home.pairing.finish(waiting.id, key: .filled(key)))
                clients.append(try await home.identity(tokens))
            }
            let quota = StreamQuota()
            var permits = try clients.prefix(2).flatMap { client in
                try (0..<8).map { _ in try quota.reserve(for: client) }
            }
            #expect(throws: ActionRefusal.self) { try quota.reserve(for: clients[2]) }
            permits.removeLast()
            permits.append(try quota.reserve(for: clients[2]))
            #expect(throws: ActionRefusal.self) { try quota.reserve(for: clients[2]) }
            withExtendedLifetime(permits) {}
        }
    }

    @Test func tokenMayHoldSixteenStreamsAndTheConsoleAnyNumber() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let person = try await home.peopleService.add(name: "Screen", role: .service, as: console).id
            let (_, text) = try await home.tokens.create(
                for: person, name: "Screen", scope: [.viewEnergy], days: 1, key: nil, as: console)
            let token = try #require(await home.sessions.identity(token: text.exposedText, key: nil))
            let quota = StreamQuota()
            let permits = try (0..<16).map { _ in try quota.reserve(for: token) }
            #expect(throws: ActionRefusal.self) { try quota.reserve(for: token) }
            for identity in [console, try CoreHome.identity(person)] {
                withExtendedLifetime(try (0..<100).map { _ in try quota.reserve(for: identity) }) {}
            }
            withExtendedLifetime(permits) {}
        }
    }
}
