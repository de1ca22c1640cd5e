import GRDB
import HomeCertificates
import HomeModel
import Testing

@testable import GatewayCore

@Suite struct TokenTests {
    private func service(_ home: CoreHome) async throws -> (PersonID, Identity) {
        let console = try #require(CoreHome.console)
        return (try await home.peopleService.add(name: "Grafana", role: .service, as: console).id, console)
    }

    @Test func tokenHasItsScopeUntilItIsRevoked() async throws {
        try await withCore { home in
            let (person, console) = try await service(home)
            let (token, text) = try await home.tokens.create(
                for: person, name: "Scraper", scope: [.viewMetrics], days: 90, key: nil, as: console)
            let identity = try #require(await home.sessions.identity(token: text.exposedText, key: nil))
            let policy = await home.people.policy
            #expect(policy.decide(identity, permission: .viewMetrics, at: home.clock.decisionTime()).isAllowed)
            #expect(!policy.decide(identity, permission: .viewEnergy, at: home.clock.decisionTime()).isAllowed)
            try await home.tokens.revoke(token.id, as: console)
            #expect(await home.sessions.identity(token: text.exposedText, key: nil) == nil)
        }
    }

    /// The streams end also when the revocation cannot be stored.
    @Test(arguments: [true, false]) func revokedTokenEndsOnlyItsOwnStreams(_ isDatabaseFailing: Bool) async throws {
        try await withCore { home in
            let (person, console) = try await service(home)
            var (tokens, readers): ([TokenID], [Int]) = ([], [])
            for name in ["One", "Two"] {
                let (token, text) = try await home.tokens.create(
                    for: person, name: name, scope: [.viewEnergy], days: 90, key: nil, as: console)
                let identity = try #require(await home.sessions.identity(token: text.exposedText, key: nil))
                tokens.append(token.id)
                readers.append(await home.feed.subscribe(as: identity).id)
            }
            if isDatabaseFailing {
                try await DatabaseQueue(path: "\(home.folder)/home.sqlite").write {
                    try $0.execute(
                        sql: """
                            CREATE TRIGGER stuck BEFORE DELETE ON service_token
                            BEGIN SELECT RAISE(ABORT, 'stuck'); END
                            """)
                }
            }
            let isDone = (try? await home.tokens.revoke(tokens[0], as: console)) != nil
            #expect(isDone != isDatabaseFailing)
            #expect(await home.feed.readers[readers[0]]?.isEnded == true)
            #expect(await home.feed.readers[readers[1]]?.isEnded == false)
        }
    }

    @Test func tokenCannotCreateTokens() async throws {
        try await withCore { home in
            let (person, console) = try await service(home)
            let (_, text) = try await home.tokens.create(
                for: person, name: "Scraper", scope: ServiceToken.permitted, days: 1, key: .filled("k"), as: console)
            let identity = try #require(await home.sessions.identity(token: text.exposedText, key: .filled("k")))
            await #expect(throws: ActionRefusal.self) {
                try await home.tokens.create(
                    for: person, name: "More", scope: [.viewEnergy], days: 1, key: nil, as: identity)
            }
            #expect(await home.sessions.identity(token: text.exposedText, key: nil) == nil)
        }
    }

    /// Columns: scope, days, whether it is bound to a key, the field that is named.
    @Test(arguments: [
        ([Permission.controlDevices], 10, false, "key"), ([.managePeople], 10, true, "scope"),
        ([], 10, true, "scope"), ([.viewEnergy], 0, true, "days"), ([.viewEnergy], 91, true, "days"),
        ([], 91, true, "days"),
    ])
    func tokenWithAnInvalidPropertyIsRefused(_ scope: [Permission], days: Int, isBound: Bool, field: String)
        async throws
    {
        try await withCore { home in
            let (person, console) = try await service(home)
            await #expect {
                try await home.tokens.create(
                    for: person, name: "Token", scope: Set(scope), days: days, key: isBound ? .filled("k") : nil,
                    as: console)
            } throws: { error in
                guard case .invalid(let named, _, _) = error as? ActionRefusal else { return false }
                return named == field
            }
        }
    }

    @Test func tokenForAMemberIsRefused() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            await #expect(throws: ActionRefusal.self) {
                try await home.tokens.create(
                    for: kim, name: "Token", scope: [.viewEnergy], days: 1, key: nil, as: console)
            }
        }
    }
}
