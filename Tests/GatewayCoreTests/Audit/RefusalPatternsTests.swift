import HomeModel
import TestSupport
import Testing

@testable import GatewayCore

struct RefusalPatternsTests {
    private let kim = RefusalPatterns.Asker(person: PersonID("kim"), client: ClientID("phone"))

    private func refused(_ count: Int, every pause: Duration) -> (patterns: RefusalPatterns, now: Duration) {
        var (patterns, now) = (RefusalPatterns(), Duration.hours(1))
        for _ in 0..<count {
            patterns.note(kim, at: now)
            now += pause
        }
        return (patterns, now)
    }

    @Test(
        arguments: [(9, .seconds(1), 0), (10, .seconds(1), 1), (10, .seconds(66), 1), (100, .seconds(67), 0)]
            as [(
                Int, Duration, Int
            )])
    func tenWithinTenMinutesAreMany(_ count: Int, _ pause: Duration, _ notices: Int) {
        var (patterns, now) = refused(count, every: pause)
        #expect(patterns.unusual(at: now).count == notices)
    }

    @Test func theSameIsNewsOnceAnHourAndForgottenAfterADay() {
        var (patterns, _) = refused(500, every: .seconds(1))
        #expect(patterns.unusual(at: .hours(25) - .seconds(1)).map(\.pattern) == [.many(10)])
        // Raised with the tenth, at nine seconds.
        #expect(patterns.unusual(at: .hours(25) + .seconds(9)) == [])
        var (again, now) = refused(3700, every: .seconds(1))
        #expect(again.unusual(at: now + .hours(23)).count == 1)
        #expect(again.unusual(at: .hours(26) + .seconds(9)).count == 0)
    }

    @Test(arguments: [(Duration.hours(6), 0), (.hours(6) + .seconds(1), 1)])
    func moreThanSixHoursAreFar(_ away: Duration, _ notices: Int) {
        var patterns = RefusalPatterns()
        for _ in 0..<3 { patterns.note(kim, wanting: "lamp", away: away, at: .hours(1)) }
        #expect(patterns.unusual(at: .hours(1)).count == notices)
    }

    @Test func manyAskersTakeNoMoreThanTheirRoom() {
        var patterns = RefusalPatterns()
        for number in 0..<1000 {
            let id = ClientID(slugging: "client-\(number)", fallback: ClientID("client"))
            let asker = RefusalPatterns.Asker(person: PersonID("kim"), client: id)
            for _ in 0..<10 { patterns.note(asker, at: .seconds(3600 + number)) }
        }
        let unusual = patterns.unusual(at: .seconds(4600))
        #expect(unusual.count == RefusalPatterns.mostAskers)
        #expect(unusual.first?.client == ClientID("client-999"))
    }
}

@Suite(.timeLimit(.minutes(1))) struct RefusalWatchTests {
    private let lamp = DeviceID("lamp" as StaticString)

    private func watching(_ home: CoreHome, _ body: (RefusalWatch) async throws -> Void) async throws {
        let watch = RefusalWatch(audit: home.audit, people: home.people, registry: home.registry, clock: home.clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await watch.run() }
            try await body(watch)
            group.cancelAll()
        }
    }

    /// Ten refusals of somebody else: whatever was refused before has been looked at by then.
    private func settle(_ watch: RefusalWatch, _ home: CoreHome) async throws {
        let cia = try await home.pair("Cia", .child, key: "c")
        let identity = try await home.identity(cia)
        for _ in 0..<10 { _ = try? await home.peopleService.list(as: identity) }
        try await eventually("the refusals are unusual") {
            await watch.unusual.contains { $0.person == cia.client.person }
        }
    }

    @Test(arguments: [9, 10]) func whoIsRefusedAgainAndAgainIsNoticed(_ count: Int) async throws {
        try await withCore { home in
            try await watching(home) { watch in
                let kim = try await home.pair("Kim", .child)
                let identity = try await home.identity(kim)
                for _ in 0..<count {
                    await #expect(throws: ActRefusal.self) { try await home.peopleService.list(as: identity) }
                }
                // A value that is wrong is no refusal.
                try await home.add(lamp, [.lamp])
                #expect(try await home.send(.number(1), to: lamp, as: identity).outcome == .invalid)
                try await settle(watch, home)
                let notice = UnusualRefusal(person: kim.client.person, client: kim.client.id, pattern: .many(10))
                #expect(await watch.unusual.filter { $0.person == kim.client.person } == (count == 10 ? [notice] : []))
            }
        }
    }

    @Test func questionsForAPINAreNoRefusals() async throws {
        try await withCore { home in
            try await watching(home) { watch in
                let kim = try await home.pair("Kim", .owner)
                let identity = try await home.identity(kim)
                for _ in 0..<20 {
                    await #expect { try await home.acts.require(StepUp.people, of: identity) } throws: {
                        guard case .denied(.stepUpNeeded(.people))? = $0 as? ActRefusal else { return false }
                        return true
                    }
                }
                try await settle(watch, home)
                #expect(await watch.unusual.filter { $0.person == kim.client.person }.isEmpty)
            }
        }
    }

    @Test(arguments: [(5, false), (10, true)])
    func aGuestFarFromTheirTimeIsNoticed(_ hours: Int, _ isFar: Bool) async throws {
        try await withCore { home in
            try await watching(home) { watch in
                try await home.add(lamp, [.lamp])
                let kim = try await home.pair("Kim", .guest)
                let console = try #require(CoreHome.console)
                _ = try await home.grants.give(
                    Grant(
                        id: GrantID("new"), person: kim.client.person, effect: .allow, permissions: [.controlDevices],
                        conditions: AccessConditions(notBefore: home.clock.now() + .hours(hours))), as: console)
                let identity = try await home.identity(kim)
                #expect(try await home.send(.boolean(true), to: lamp, as: identity).outcome == .refused)
                try await settle(watch, home)
                let notice = UnusualRefusal(
                    person: kim.client.person, client: kim.client.id,
                    pattern: .farFromWindow(target: "lamp", away: .hours(hours)))
                #expect(await watch.unusual.filter { $0.person == kim.client.person } == (isFar ? [notice] : []))
            }
        }
    }
}
