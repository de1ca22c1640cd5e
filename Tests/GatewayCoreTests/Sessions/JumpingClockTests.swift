import Foundation
import HomeCertificates
import HomeModel
import Testing

@testable import HomeStore
@testable import GatewayCore

/// The wall clock is set while the gateway runs: no session or token ends because of that, or lasts longer.
@Suite(.timeLimit(.minutes(10))) struct JumpingClockTests {
    private static let jumps: [Duration] = [.days(18_262), .zero - .hours(1), .zero - .days(20_000)]

    @Test(arguments: jumps) func sessionAndItsStreamEndAfterAnHourOfUptime(_ jump: Duration) async throws {
        try await withCore { home in
            let tokens = try await home.pair("Kim", role: .member)
            let identity = try await home.identity(tokens)
            let reader = await home.feed.subscribe(as: identity)
            _ = await home.feed.nextBatch(reader.id)
            home.time.advance(by: .seconds(1800))
            home.time.set(to: home.clock.now() + jump, isSynchronised: true)
            await home.feed.checkReaders(at: home.clock.decisionTime(), home.clock.uptime())
            #expect(await home.feed.readers[reader.id]?.isEnded == false)
            _ = await home.feed.nextBatch(reader.id)
            #expect(try await home.identity(tokens).client == tokens.client.id)
            home.time.advance(by: .seconds(1800))
            await home.feed.checkReaders(at: home.clock.decisionTime(), home.clock.uptime())
            #expect(await home.feed.readers[reader.id]?.isEnded == true)
            #expect(await home.sessions.identity(access: tokens.access.exposedText, key: .filled("k")) == nil)
            // The tokens can still be renewed, and the refresh token lasts no longer than usual.
            let next = try await home.clients.renew(tokens.refresh.exposedText, key: .filled("k"))
            home.time.advance(by: .hours(7 * 24 + 1))
            await #expect(throws: ActionRefusal.self) {
                try await home.clients.renew(next.refresh.exposedText, key: .filled("k"))
            }
        }
    }

    @Test(arguments: jumps) func serviceTokenEndsAfterItsDays(_ jump: Duration) async throws {
        try await withCore { home in
            let text = try await home.token(days: 2)
            home.time.advance(by: .days(1))
            let again = try await home.afterRestart(inBoot: nil)
            await again.anchor()
            home.time.set(to: home.clock.now() + jump, isSynchronised: true)
            for registry in [home.sessions, again] {
                let identity = try #require(await registry.identity(token: text, key: nil))
                #expect(identity.until == home.clock.uptime() + .days(1))
            }
            home.time.advance(by: .days(1))
            for registry in [home.sessions, again] { #expect(await registry.identity(token: text, key: nil) == nil) }
        }
    }

    @Test func wallClockDecidesAfterABootUntilItIsKnown() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Kim", role: .member)
            let service = try await home.token(days: 1)
            home.time.advance(by: .seconds(1800))
            let now = home.clock.now()
            home.time.boot(at: now + .days(18_262))
            let again = try await home.afterRestart(inBoot: UUID())
            await again.anchor()
            func areValid() async -> [Bool] {
                let session = await again.identity(access: tokens.access.exposedText, key: .filled("k"))
                return [session != nil, await again.identity(token: service, key: nil) != nil]
            }
            #expect(await areValid() == [false, false])
            home.time.set(to: now, isSynchronised: true)
            await again.anchor()
            #expect(await areValid() == [true, true])
            home.time.set(to: now + .days(18_262), isSynchronised: true)
            await again.anchor()
            #expect(await areValid() == [true, true])
            home.time.advance(by: .seconds(1800))
            #expect(await areValid() == [false, true])
            home.time.advance(by: .days(1))
            #expect(await areValid() == [false, false])
        }
    }

    /// Columns: how far the clock is set ahead, whether the token is still valid then.
    @Test(arguments: [(Duration.days(2), false), (.zero, true)])
    func tokenStreamEndsWhenTheKnownClockEndsItEarlier(_ offset: Duration, isValid: Bool) async throws {
        try await withCore { home in
            let service = try await home.token(days: 1)
            let now = home.clock.now()
            home.time.boot(at: now - .days(30))
            let again = try await home.afterRestart(inBoot: UUID())
            func subscribe() async throws -> Int {
                await home.feed.subscribe(as: try #require(await again.identity(token: service, key: nil))).id
            }
            let early = try await subscribe()
            await home.feed.end(shortenedBy: again.anchor())
            #expect(await home.feed.readers[early]?.isEnded == false)
            home.time.set(to: now + offset, isSynchronised: true)
            await home.feed.end(shortenedBy: again.anchor())
            #expect(await home.feed.readers[early]?.isEnded == true)
            #expect((await again.identity(token: service, key: nil) != nil) == isValid)
            guard isValid else { return }
            let late = try await subscribe()
            await home.feed.end(shortenedBy: again.anchor())
            #expect(await home.feed.readers[late]?.isEnded == false)
        }
    }

    @Test func sessionStreamEndsWhenTheKnownClockEndsItEarlier() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Kim", role: .member)
            let now = home.clock.now()
            home.time.boot(at: now)
            let again = try await home.afterRestart(inBoot: UUID())
            let identity = try #require(
                await again.identity(access: tokens.access.exposedText, key: .filled("k")))
            let reader = await home.feed.subscribe(as: identity)
            home.time.set(to: now + .seconds(1800), isSynchronised: true)
            await home.feed.end(shortenedBy: again.anchor())
            #expect(await home.feed.readers[reader.id]?.isEnded == true)
        }
    }

    @Test func pairingCodeEndsAfterFiveMinutesOfUptime() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let person = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            for (wait, isValid) in [(Duration.seconds(299), true), (.seconds(300), false)] {
                let code = try await home.pairing.invite(person, scope: nil, isApproved: true, as: console).code.exposed
                home.time.set(
                    to: home.clock.now() + (isValid ? .days(18_262) : .zero - .hours(1)), isSynchronised: true)
                home.time.advance(by: wait)
                let pairing = try? await home.pairing.request(
                    code, key: .filled("k"), clientName: "Phone", from: "home")
                #expect((pairing != nil) == isValid)
            }
        }
    }
}

extension CoreHome {
    fileprivate func token(days: Int) async throws -> String {
        guard let console = Self.console else { throw Missing() }
        let person = try await peopleService.add(name: "Scraper", role: .service, as: console).id
        return try await tokens.create(
            for: person, name: "Scraper", scope: [.viewMetrics], days: days, key: nil, as: console
        ).text.exposedText
    }

    /// The sessions that the next run of the gateway loads; `boot` is not nil when the machine was restarted too.
    fileprivate func afterRestart(inBoot boot: UUID?) async throws -> SessionRegistry {
        SessionRegistry(
            try await database.sessions.load(), in: database.sessions, people: people,
            clock: boot.map(time.clock) ?? clock)
    }
}
