import DeviceProtocols
import Concurrency
import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import TestSupport
import Testing

@testable import GatewayApp

/// Concurrent operations on one credential run one after the other.
@Suite(.timeLimit(.minutes(10))) struct CredentialOrderTests {
    /// The old credential stays revoked, whether the next one is issued or not.
    @Test(
        arguments: [DeviceFamily.shelly, .homie],
        [AccessRulesProbe.Verdict.confined, .inconclusive("The probe did not connect.")])
    func credentialRevokedDuringAProbeStaysRevoked(
        family: DeviceFamily, verdict: AccessRulesProbe.Verdict
    ) async throws {
        try await ScriptedBrokerHome.with { home in
            let porch = try CredentialID("porch")
            _ = try await home.provision("porch", family: family)
            let proof = home.accessControl.stop(at: .examine)
            home.accessControl.set(verdict: verdict)
            let next = Task { try await home.provision("porch", family: family) }
            await proof.waitUntilReached()
            let revocation = Task { try await home.issuer.revoke("porch") }
            try await eventually("the revocation waits for the lock") { home.issuer.lock.count(porch) == 2 }
            #expect(!home.accessControl.steps.contains(.takeOver("porch")))
            proof.resume()
            let result = await next.result
            #expect((try? result.get()) != nil || verdict != .confined)
            try await revocation.value
            #expect(try await home.certificates.records() == [])
            #expect(try await home.certificates.revoke(device: porch, now: Date()) == 0)
            #expect(home.issuer.lock.count(porch) == 0)
        }
    }

    /// The second device gets a new credential while the first one is being revoked.
    @Test(arguments: [true, false])
    func credentialIssuedDuringRevocationsIsNotRevoked(isAtStart: Bool) async throws {
        try await ScriptedBrokerHome.with { home in
            for name in ["attic", "porch"] { _ = try await home.provision(name) }
            home.accessControl.set(isBrokerGone: true)
            for name in ["attic", "porch"] {
                await #expect(throws: CredentialError.self) { try await home.issuer.revoke(name) }
            }
            home.accessControl.set(isBrokerGone: false)
            let cut = home.accessControl.stop(at: .takeOver("attic"))
            let ending = Task { isAtStart ? await home.issuer.refresh() : await home.issuer.retryRevocations() }
            await cut.waitUntilReached()
            _ = try await home.provision("porch")
            let before = home.accessControl.steps.count { $0 == .takeOver("porch") }
            cut.resume()
            await ending.value
            let left = try await home.certificates.records()
            #expect(left.map(\.id.rawValue) == ["porch"] && left.allSatisfy { $0.endedAt == nil })
            #expect(home.accessControl.steps.count { $0 == .takeOver("porch") } == before)
            #expect(await home.issuer.incompleteRevocations == [:])
        }
    }

    /// The next attempt of a failed revocation does not revoke a credential that was issued in the meantime.
    @Test func newCredentialSettlesAFailedRevocation() async throws {
        try await ScriptedBrokerHome.with { home in
            _ = try await home.provision("porch", family: .shelly)
            home.accessControl.set(isBrokerGone: true)
            await #expect(throws: CredentialError.self) { try await home.issuer.revoke("porch") }
            home.accessControl.set(isBrokerGone: false)
            _ = try await home.provision("porch", family: .shelly)
            await home.issuer.retryRevocations()
            #expect(try await home.certificates.records().map(\.endedAt) == [nil])
        }
    }

    /// The gateway writes the keys of its own connections to files, so it never connects with the key of a device.
    @Test func probeNeverUsesTheKeyOfTheDevice() async throws {
        try await ScriptedBrokerHome.with { home in
            let issued = try await home.provision("porch")
            guard case .certificate(let certificate, let key) = issued.key else { throw ProvisioningHome.SetupError() }
            let subjects = home.accessControl.subjects.filter { $0.id == "porch" }
            #expect(subjects.count == 1)
            for subject in subjects {
                guard case .certificate(let probeCredential) = subject.proof else {
                    throw ProvisioningHome.SetupError()
                }
                #expect(probeCredential.certificatePEM != certificate)
                #expect(probeCredential.privateKeyPEM.exposedText != key.exposedText)
                // Twice the lifetime, because the clock of the machine may be set back meanwhile.
                #expect(probeCredential.notAfter.timeIntervalSinceNow <= 2 * CertificateLifetime.probe)
            }
        }
    }

    @Test func endpointDeletesLeftoverKeyFiles() async throws {
        try await ScriptedBrokerHome.with { home in
            let folder = "\(home.folder)/old-keys"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            for name in ["porch-1.key", ".porch-1.pem.2"] {
                try Data("x".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
            }
            _ = try BrokerEndpoint(host: "127.0.0.1", port: 1, compatibilityPort: 2, folder: folder)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    /// Devices that were adopted at an external broker have no credential.
    @Test(arguments: ["zigbee2mqtt", "My_Root", "tasmota", "tomte-control", ""])
    func revocationOfAnUnknownNameSucceeds(name: String) async throws {
        try await ScriptedBrokerHome.with { home in
            home.accessControl.set(isBrokerGone: true)
            try await home.issuer.revoke(name)
            #expect(await home.issuer.incompleteRevocations == [:])
            #expect(home.accessControl.steps == [])
        }
    }

    @Test func macAddressTableFollowsTheCredentials() async throws {
        try await ScriptedBrokerHome.with { home in
            _ = try await home.provision("plug", family: .tasmota, mac: "A4:CF:12:00:1B:2C")
            _ = try await home.provision("other", family: .shelly, mac: "A4:CF:12:00:1B:2D")
            #expect(home.roots.root(ofMAC: "a4cf12001b2c") == "plug")
            #expect(
                home.roots.root(ofMAC: "A4CF12001B2D") == nil,
                "No device may publish Tasmota announcements with the address of a Shelly.")
            #expect(AnnouncedRootTable(try await home.certificates.records()).root(ofMAC: "A4CF12001B2C") == "plug")
            // The table also changes while the broker is unreachable.
            home.accessControl.set(isBrokerGone: true)
            await #expect(throws: CredentialError.self) { try await home.issuer.revoke("plug") }
            #expect(home.roots.root(ofMAC: "A4CF12001B2C") == nil)
        }
    }
}
