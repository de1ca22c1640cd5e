import HomeCertificates
import HomeModel
import Testing

@testable import GatewayCore

@Suite struct ReaderSeatsTests {
    @Test func aClientHasEightAndAnEndedStreamFreesOne() async throws {
        try await withCore { home in
            let identity = try await home.identity(home.pair("Kim", .member))
            let seats = ReaderSeats()
            var taken = try (0..<8).map { _ in try seats.take(for: identity) }
            #expect(throws: ActRefusal.self) { try seats.take(for: identity) }
            taken.removeLast()
            taken.append(try seats.take(for: identity))
            #expect(throws: ActRefusal.self) { try seats.take(for: identity) }
            // Nobody else is kept out.
            _ = try seats.take(for: await home.identity(home.pair("Bo", .member, key: "b")))
            withExtendedLifetime(taken) {}
        }
    }

    @Test func aPersonHasSixteenOverAllClients() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let first = try await home.pair("Kim", .member, key: "0")
            var clients = [try await home.identity(first)]
            for key in ["1", "2"] as [Character] {
                let invited = try await home.pairing.invite(
                    first.client.person, scope: nil, isApproved: true, as: console)
                let waiting = try await home.pairing.request(
                    invited.code.exposed, key: .filled(key), clientName: "Phone", from: "home")
                let tokens = try #require(try await home.pairing.finish(waiting.id, key: .filled(key)))
                clients.append(try await home.identity(tokens))
            }
            let seats = ReaderSeats()
            var taken = try clients.prefix(2).flatMap { client in try (0..<8).map { _ in try seats.take(for: client) } }
            #expect(throws: ActRefusal.self) { try seats.take(for: clients[2]) }
            taken.removeLast()
            taken.append(try seats.take(for: clients[2]))
            #expect(throws: ActRefusal.self) { try seats.take(for: clients[2]) }
            withExtendedLifetime(taken) {}
        }
    }

    @Test func aTokenHasSixteenAndTheConsoleAsManyAsItLikes() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let person = try await home.peopleService.add(name: "Screen", role: .service, as: console).id
            let (_, text) = try await home.tokens.create(
                for: person, name: "Screen", scope: [.viewEnergy], days: 1, key: nil, as: console)
            let token = try #require(await home.sessions.identity(token: text.exposedText, key: nil))
            let seats = ReaderSeats()
            let taken = try (0..<16).map { _ in try seats.take(for: token) }
            #expect(throws: ActRefusal.self) { try seats.take(for: token) }
            for identity in [console, try CoreHome.identity(person)] {
                withExtendedLifetime(try (0..<100).map { _ in try seats.take(for: identity) }) {}
            }
            withExtendedLifetime(taken) {}
        }
    }
}
