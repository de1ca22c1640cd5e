import DeviceProtocols
import Foundation
@testable import GatewayApp
import GatewayCore
import HomeCertificates
import HomeModel
import MosquittoBroker
import MosquittoTransport
import Testing
import TestSupport

/// The probe before a credential is issued, with a running broker whose access rules the tests break.
@Suite(.timeLimit(.minutes(10))) struct AccessRulesProbeTests {
    @Test func confinedCredentialIsIssued() async throws {
        try await ProvisioningHome.with { home in
            _ = try await home.provision("lamp")
            let plug = try await home.provision("plug", family: .tasmota, mac: "A4:CF:12:00:1B:2C")
            #expect(plug.port == Int(home.settings.compatibilityPort) && plug.password?.count == 32)
            #expect(await home.issuer.verdict == .confined)
            let listed = try await home.issuer.credentials()
            #expect(listed.map(\.root.rawValue) == ["lamp", "plug"])
            #expect(listed.map(\.proof) == [.certificate, .password])
            #expect(home.roots.root(ofMAC: "a4cf12001b2c") == "plug")
            #expect(home.roots.root(ofMAC: "A4CF12001B2D") == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(home.folder)/keys") == [])
        }
    }

    @Test(arguments: [
        ("topic readwrite #", DeviceFamily.homie), ("topic readwrite #", .shelly), ("topic read #", .homie),
        ("topic write #", .shelly), ("pattern readwrite #", .generic), ("topic read other/#", .homie),
        ("topic write tasmota/discovery/#", .shelly), ("topic read tasmota/discovery/#", .homie),
    ])
    func brokenAccessFileIsDetectedByDeliveries(rule: String, family: DeviceFamily) async throws {
        try await ProvisioningHome.with { home in
            _ = try await home.provision("other")
            home.faults.set(rule: rule)
            await #expect {
                _ = try await home.provision("lamp", family: family)
            } throws: { error in
                guard case .unconfined(let finding) = error as? CredentialError else { return false }
                return finding.contains("lamp") || finding.contains("tomte-probe")
            }
            let health = await CredentialCheck.of(home.issuer)()
            #expect(health.findings.map(\.code).contains("credentials.unconfined"))
            #expect(try await !home.issuer.credentials().contains { $0.root.rawValue == "lamp" })
            // The next credential removes the finding when the access file is correct again.
            home.faults.set(rule: nil)
            _ = try await home.provision("lamp", family: family)
            #expect(await CredentialCheck.of(home.issuer)().findings == [])
        }
    }

    @Test func brokenAccessFileIsDetectedAfterARevocation() async throws {
        try await ProvisioningHome.with { home in
            for name in ["lamp", "other"] { _ = try await home.provision(name) }
            home.faults.set(rule: "topic readwrite #")
            try await home.issuer.revoke("lamp")
            #expect(await CredentialCheck.of(home.issuer)().findings.map(\.code) == ["credentials.unconfined"])
        }
    }

    @Test func concurrentCredentialsAreAllProbed() async throws {
        try await ProvisioningHome.with { home in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...12 {
                    group.addTask {
                        _ = try await home.provision(
                            "device-\(number)", family: number.isMultiple(of: 3) ? .esphome : .homie)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await home.issuer.credentials().count == 12)
            #expect(await home.issuer.verdict == .confined)
        }
    }

    @Test func reservedRootsAndUsedAddressesAreRefused() async throws {
        try await ProvisioningHome.with { home in
            for name in DeviceFamilies.reservedRoots.sorted() + ["tomte", "tomte-witness"] {
                await #expect { _ = try await home.provision(name) } throws: { error in
                    if case .reserved = error as? CredentialError { true } else { false }
                }
            }
            _ = try await home.provision("plug", family: .tasmota, mac: "A4:CF:12:00:1B:2C")
            await #expect {
                _ = try await home.provision("plug-2", family: .tasmota, mac: "A4:CF:12:00:1B:2C")
            } throws: { error in
                "\(error)".contains("belongs to “plug”")
            }
            #expect(try await home.issuer.credentials().count == 1)
        }
    }
}

/// The gateway repeats an inconclusive probe until it has a verdict, and then removes the finding.
@Suite(.timeLimit(.minutes(10))) struct UnprovenRulesTests {
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
