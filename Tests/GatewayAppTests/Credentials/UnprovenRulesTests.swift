import GatewayCore
import TestSupport
import Testing

@testable import GatewayApp

/// The gateway repeats an inconclusive probe until it has a verdict, and then removes the finding.
@Suite(.timeLimit(.minutes(2))) struct UnprovenRulesTests {
    private func findings(_ home: ScriptedBrokerHome) async -> [String] {
        await CredentialCheck.of(home.issuer)().findings.map(\.code)
    }

    @Test func inconclusiveProbeIsRepeated() async throws {
        try await ScriptedBrokerHome.with { home in
            home.accessControl.set(verdict: .inconclusive("The disk is full."))
            await home.issuer.refresh()
            #expect(await findings(home) == ["credentials.unproven"])
            let before = home.accessControl.steps.count { $0 == .examine }
            async let _: Void = home.issuer.repeatFailedProbes(every: .milliseconds(1))
            try await eventually("the probe is repeated") {
                home.accessControl.steps.count { $0 == .examine } >= before + 3
            }
            #expect(await findings(home) == ["credentials.unproven"])
            home.accessControl.set(verdict: .confined)
            try await eventually("the finding is removed") { await findings(home).isEmpty }
        }
    }

    /// A conclusive verdict, positive or negative, is not probed again without a reason.
    @Test(arguments: [AccessRulesProbe.Verdict.confined, .leaks("a")])
    func conclusiveProbeIsNotRepeated(verdict: AccessRulesProbe.Verdict) async throws {
        try await ScriptedBrokerHome.with { home in
            home.accessControl.set(verdict: verdict)
            await home.issuer.refresh()
            let before = home.accessControl.steps.count { $0 == .examine }
            home.accessControl.set(verdict: .inconclusive("This probe must not run."))
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await home.issuer.repeatFailedProbes(every: .zero) }
                for _ in 0..<1000 { await Task.yield() }
                group.cancelAll()
            }
            #expect(home.accessControl.steps.count { $0 == .examine } == before)
        }
    }
}
