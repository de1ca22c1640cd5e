import Foundation
import HomeCertificates
import HomeModel
import HomeStorage
import Testing

@testable import GatewayCore

/// Somebody sets the wall clock while the gateway runs: nobody's session or token ends by it, or lives longer.
@Suite(.timeLimit(.minutes(1))) struct JumpingClockTests {
    private static let jumps: [Duration] = [.days(18_262), .zero - .hours(1), .zero - .days(20_000)]

    @Test(arguments: jumps) func aSessionAndItsStreamEndAfterAnHourOfTheirs(_ jump: Duration) async throws {
        try await withCore { home in
            let tokens = try await home.pair("Kim", .member)
            let identity = try await home.identity(tokens)
            let reader = await home.feed.watch(as: identity)
            _ = await home.feed.take(reader.id)
            home.time.advance(by: .seconds(1800))
            home.time.set(to: home.clock.now() + jump, isSynchronised: true)
            await home.feed.lookAfter(at: home.clock.decisionTime(), home.clock.uptime())
            #expect(await home.feed.readers[reader.id]?.isEnded == false)
            _ = await home.feed.take(reader.id)
            #expect(try await home.identity(tokens).client == tokens.client.id)
            home.time.advance(by: .seconds(1800))
            await home.feed.lookAfter(at: home.clock.decisionTime(), home.clock.uptime())
            #expect(await home.feed.readers[reader.id]?.isEnded == true)
            #expect(await home.sessions.identity(access: tokens.access.exposedText, key: .filled("k")) == nil)
            // The next pair of tokens is to be had all the same, and no longer than ever.
            let next = try await home.clients.renew(tokens.refresh.exposedText, key: .filled("k"))
            home.time.advance(by: .hours(7 * 24 + 1))
            await #expect(throws: ActRefusal.self) {
                try await home.clients.renew(next.refresh.exposedText, key: .filled("k"))
            }
        }
    }

    @Test(arguments: jumps) func aServiceTokenEndsAfterItsDays(_ jump: Duration) async throws {
        try await withCore { home in
            let text = try await home.token(days: 2)
            home.time.advance(by: .days(1))
            let again = try await home.afterRestart(inBoot: nil)
            await again.anchor()
            home.time.set(to: home.clock.now() + jump, isSynchronised: true)
            for register in [home.sessions, again] {
                let identity = try #require(await register.identity(token: text, key: nil))
                #expect(identity.until == home.clock.uptime() + .days(1))
            }
            home.time.advance(by: .days(1))
            for register in [home.sessions, again] { #expect(await register.identity(token: text, key: nil) == nil) }
        }
    }

    @Test func acrossABootTheWallClockCountsUntilItIsKnown() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Kim", .member)
            let service = try await home.token(days: 1)
            home.time.advance(by: .seconds(1800))
            let now = home.clock.now()
            home.time.boot(at: now + .days(18_262))
            let again = try await home.afterRestart(inBoot: UUID())
            await again.anchor()
            func isIn() async -> [Bool] {
                let session = await again.identity(access: tokens.access.exposedText, key: .filled("k"))
                return [session != nil, await again.identity(token: service, key: nil) != nil]
            }
            #expect(await isIn() == [false, false])
            home.time.set(to: now, isSynchronised: true)
            await again.anchor()
            #expect(await isIn() == [true, true])
            home.time.set(to: now + .days(18_262), isSynchronised: true)
            await again.anchor()
            #expect(await isIn() == [true, true])
            home.time.advance(by: .seconds(1800))
            #expect(await isIn() == [false, true])
            home.time.advance(by: .days(1))
            #expect(await isIn() == [false, false])
        }
    }

    /// Whether the token was over long ago, or is good for another day.
    @Test(arguments: [(Duration.days(2), false), (.zero, true)])
    func aStreamOfATokenEndsWhenTheClockSaysThatItEndsEarlier(_ away: Duration, _ isGood: Bool) async throws {
        try await withCore { home in
            let service = try await home.token(days: 1)
            let now = home.clock.now()
            home.time.boot(at: now - .days(30))
            let again = try await home.afterRestart(inBoot: UUID())
            func watch() async throws -> Int {
                await home.feed.watch(as: try #require(await again.identity(token: service, key: nil))).id
            }
            let early = try await watch()
            await home.feed.end(shortenedBy: again.anchor())
            #expect(await home.feed.readers[early]?.isEnded == false)
            home.time.set(to: now + away, isSynchronised: true)
            await home.feed.end(shortenedBy: again.anchor())
            #expect(await home.feed.readers[early]?.isEnded == true)
            #expect((await again.identity(token: service, key: nil) != nil) == isGood)
            guard isGood else { return }
            let late = try await watch()
            await home.feed.end(shortenedBy: again.anchor())
            #expect(await home.feed.readers[late]?.isEnded == false)
        }
    }

    @Test func aStreamOfASessionEndsToo() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Kim", .member)
            let now = home.clock.now()
            home.time.boot(at: now)
            let again = try await home.afterRestart(inBoot: UUID())
            let identity = try #require(
                await again.identity(access: tokens.access.exposedText, key: .filled("k")))
            let reader = await home.feed.watch(as: identity)
            home.time.set(to: now + .seconds(1800), isSynchronised: true)
            await home.feed.end(shortenedBy: again.anchor())
            #expect(await home.feed.readers[reader.id]?.isEnded == true)
        }
    }

    @Test func aCodeEndsAfterFiveMinutes() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let person = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            for (wait, isGood) in [(Duration.seconds(299), true), (.seconds(300), false)] {
                let code = try await home.pairing.invite(person, scope: nil, isApproved: true, as: console).code.exposed
                home.time.set(to: home.clock.now() + (isGood ? .days(18_262) : .zero - .hours(1)), isSynchronised: true)
                home.time.advance(by: wait)
                let pairing = try? await home.pairing.request(
                    code, key: .filled("k"), clientName: "Phone", from: "home")
                #expect((pairing != nil) == isGood)
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

    /// What the next run of the gateway knows; in another boot when the machine was started too.
    fileprivate func afterRestart(inBoot boot: UUID?) async throws -> SessionRegister {
        SessionRegister(
            try await database.sessions.load(), in: database.sessions, people: people,
            clock: boot.map(time.clock) ?? clock)
    }
}
