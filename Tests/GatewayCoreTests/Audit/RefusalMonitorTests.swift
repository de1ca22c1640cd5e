import HomeModel
import TestSupport
import Testing

@testable import GatewayCore

@Suite(.timeLimit(.minutes(10))) struct RefusalMonitorTests {
    private let lamp = DeviceID("lamp" as StaticString)

    private func withMonitor(_ home: CoreHome, body: (RefusalMonitor) async throws -> Void) async throws {
        let monitor = RefusalMonitor(audit: home.audit, people: home.people, registry: home.registry, clock: home.clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await monitor.run() }
            try await body(monitor)
            group.cancelAll()
        }
    }

    /// Causes ten refusals of another person and waits for their notice. The monitor has then processed all earlier
    /// refusals.
    private func settle(_ monitor: RefusalMonitor, home: CoreHome) async throws {
        let cia = try await home.pair("Cia", role: .child, key: "c")
        let identity = try await home.identity(cia)
        for _ in 0..<10 { _ = try? await home.peopleService.list(as: identity) }
        try await eventually("the monitor reports the refusals") {
            await monitor.unusual.contains { $0.person == cia.client.person }
        }
    }

    @Test(arguments: [9, 10]) func tenRefusalsOfOnePersonRaiseANotice(_ count: Int) async throws {
        try await withCore { home in
            try await withMonitor(home) { monitor in
                let kim = try await home.pair("Kim", role: .child)
                let identity = try await home.identity(kim)
                for _ in 0..<count {
                    await #expect(throws: ActionRefusal.self) { try await home.peopleService.list(as: identity) }
                }
                // An invalid value does not count as a refusal.
                try await home.add(lamp, capabilities: [.lamp])
                #expect(try await home.send(.number(1), to: lamp, as: identity).outcome == .invalid)
                try await settle(monitor, home: home)
                let notice = UnusualRefusal(person: kim.client.person, client: kim.client.id, pattern: .many(10))
                #expect(
                    await monitor.unusual.filter { $0.person == kim.client.person } == (count == 10 ? [notice] : []))
            }
        }
    }

    @Test func noticeAboutAnErasedPersonEnds() async throws {
        try await withCore { home in
            try await withMonitor(home) { monitor in
                let console = try #require(CoreHome.console)
                _ = try await home.pair("Olga", role: .owner, key: "o")
                try await settle(monitor, home: home)
                _ = try await home.erasures.erase(PersonID("cia"), confirming: "Cia", as: console)
                #expect(await monitor.unusual.isEmpty)
            }
        }
    }

    @Test func stepUpRequestsDoNotCountAsRefusals() async throws {
        try await withCore { home in
            try await withMonitor(home) { monitor in
                let kim = try await home.pair("Kim", role: .owner)
                let identity = try await home.identity(kim)
                for _ in 0..<20 {
                    await #expect { try await home.actions.require(StepUp.people, of: identity) } throws: {
                        guard case .denied(.stepUpNeeded(.people))? = $0 as? ActionRefusal else { return false }
                        return true
                    }
                }
                try await settle(monitor, home: home)
                #expect(await monitor.unusual.filter { $0.person == kim.client.person }.isEmpty)
            }
        }
    }

    @Test(arguments: [(5, false), (10, true)])
    func guestCommandFarFromTheGrantedTimeRaisesANotice(_ hours: Int, isFar: Bool) async throws {
        try await withCore { home in
            try await withMonitor(home) { monitor in
                try await home.add(lamp, capabilities: [.lamp])
                let kim = try await home.pair("Kim", role: .guest)
                let console = try #require(CoreHome.console)
                _ = try await home.grants.give(
                    Grant(
                        id: GrantID("new"), person: kim.client.person, effect: .allow, permissions: [.controlDevices],
                        conditions: AccessConditions(notBefore: home.clock.now() + .hours(hours))), as: console)
                let identity = try await home.identity(kim)
                #expect(try await home.send(.boolean(true), to: lamp, as: identity).outcome == .refused)
                try await settle(monitor, home: home)
                let notice = UnusualRefusal(
                    person: kim.client.person, client: kim.client.id,
                    pattern: .farFromWindow(target: "lamp", away: .hours(hours)))
                #expect(await monitor.unusual.filter { $0.person == kim.client.person } == (isFar ? [notice] : []))
            }
        }
    }
}
