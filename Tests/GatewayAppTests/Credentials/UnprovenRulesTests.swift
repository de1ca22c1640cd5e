import GatewayCore
import TestSupport
import Testing

@testable import GatewayApp

/// That the broker confines devices could not be proven: that is examined again until it is, and said no longer.
@Suite(.timeLimit(.minutes(2))) struct UnprovenRulesTests {
    private func findings(_ home: GatedHome) async -> [String] {
        await CredentialCheck.of(home.issuer)().findings.map(\.code)
    }

    @Test func rulesAreExaminedAgainOnceTheReasonIsGone() async throws {
        try await GatedHome.with { home in
            home.gate.set(verdict: .unproven("The disk is full."))
            await home.issuer.refresh()
            #expect(await findings(home) == ["credentials.unproven"])
            let before = home.gate.steps.count { $0 == .examine }
            async let _: Void = home.issuer.keepProving(every: .milliseconds(1))
            try await eventually("they are examined again") { home.gate.steps.count { $0 == .examine } >= before + 3 }
            #expect(await findings(home) == ["credentials.unproven"])
            home.gate.set(verdict: .confined)
            try await eventually("nothing is said of it") { await findings(home).isEmpty }
        }
    }

    /// What was proven, or was found to leak, is not examined without a reason.
    @Test(arguments: [ConfinementProbe.Verdict.confined, .leaks("a")])
    func knownVerdictsStand(_ verdict: ConfinementProbe.Verdict) async throws {
        try await GatedHome.with { home in
            home.gate.set(verdict: verdict)
            await home.issuer.refresh()
            let before = home.gate.steps.count { $0 == .examine }
            home.gate.set(verdict: .unproven("It must not be asked."))
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await home.issuer.keepProving(every: .zero) }
                for _ in 0..<1000 { await Task.yield() }
                group.cancelAll()
            }
            #expect(home.gate.steps.count { $0 == .examine } == before)
        }
    }
}
