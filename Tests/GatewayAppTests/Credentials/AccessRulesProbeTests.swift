import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import MosquittoBroker
import MosquittoTransport
import Testing

@testable import GatewayApp

/// The probe before a credential is issued, with a running broker whose access rules the tests break.
@Suite(.timeLimit(.minutes(5))) struct AccessRulesProbeTests {
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
            for name in ["homie", "tasmota", "zigbee2mqtt", "tomte-witness"] {
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
