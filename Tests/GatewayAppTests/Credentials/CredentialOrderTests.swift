import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import TestSupport
import Testing

@testable import GatewayApp

/// What is done to one credential while something else is being done to it.
@Suite(.timeLimit(.minutes(2))) struct CredentialOrderTests {
    /// Whether the next one is handed out or not, the old one is not good again.
    @Test(arguments: [DeviceFamily.shelly, .homie], [ConfinementProbe.Verdict.confined, .unproven("nobody came")])
    func whatIsRevokedWhileTheNextIsProvenStaysRevoked(
        family: DeviceFamily, verdict: ConfinementProbe.Verdict
    ) async throws {
        try await GatedHome.with { home in
            let porch = try CredentialID("porch")
            _ = try await home.provision("porch", family)
            let proof = home.gate.stop(at: .examine)
            home.gate.set(verdict: verdict)
            let next = Task { try await home.provision("porch", family) }
            await proof.whenReached()
            let revocation = Task { try await home.issuer.revoke("porch") }
            try await eventually("it waits for its turn") { home.issuer.turns.count(porch) == 2 }
            #expect(!home.gate.steps.contains(.takeOver("porch")))
            proof.goOn()
            let result = await next.result
            #expect((try? result.get()) != nil || verdict != .confined)
            try await revocation.value
            #expect(try await home.certificates.records() == [])
            #expect(try await home.certificates.revoke(device: porch, now: Date()) == 0)
            #expect(home.issuer.turns.count(porch) == 0)
        }
    }

    /// While the first is being ended, the second gets a new credential.
    @Test(arguments: [true, false])
    func whatIsIssuedMeanwhileIsNotEndedWithTheRest(isAtStart: Bool) async throws {
        try await GatedHome.with { home in
            for name in ["attic", "porch"] { _ = try await home.provision(name) }
            home.gate.set(isBrokerGone: true)
            for name in ["attic", "porch"] {
                await #expect(throws: CredentialError.self) { try await home.issuer.revoke(name) }
            }
            home.gate.set(isBrokerGone: false)
            let cut = home.gate.stop(at: .takeOver("attic"))
            let ending = Task { isAtStart ? await home.issuer.refresh() : await home.issuer.endAgain() }
            await cut.whenReached()
            _ = try await home.provision("porch")
            let before = home.gate.steps.count { $0 == .takeOver("porch") }
            cut.goOn()
            await ending.value
            let left = try await home.certificates.records()
            #expect(left.map(\.id.rawValue) == ["porch"] && left.allSatisfy { $0.endedAt == nil })
            #expect(home.gate.steps.count { $0 == .takeOver("porch") } == before)
            #expect(await home.issuer.unended == [:])
        }
    }

    /// The disk refused to write it down: what is issued then is not taken back by the next attempt.
    @Test func aNewCredentialSettlesWhatCouldNotBeEnded() async throws {
        try await GatedHome.with { home in
            _ = try await home.provision("porch", .shelly)
            home.gate.set(isBrokerGone: true)
            await #expect(throws: CredentialError.self) { try await home.issuer.revoke("porch") }
            home.gate.set(isBrokerGone: false)
            _ = try await home.provision("porch", .shelly)
            await home.issuer.endAgain()
            #expect(try await home.certificates.records().map(\.endedAt) == [nil])
        }
    }

    /// The gateway never connects by the key that the device is given: keys of connections lie in files.
    @Test func noDeviceIsExaminedByItsOwnKey() async throws {
        try await GatedHome.with { home in
            let given = try await home.provision("porch")
            guard case .certificate(let certificate, let key) = given.key else { throw ProvisioningHome.Untold() }
            let examined = home.gate.suspects.filter { $0.id == "porch" }
            #expect(examined.count == 1)
            for suspect in examined {
                guard case .certificate(let pass) = suspect.proof else { throw ProvisioningHome.Untold() }
                #expect(pass.certificatePEM != certificate && pass.privateKeyPEM.exposedText != key.exposedText)
                #expect(pass.notAfter.timeIntervalSinceNow < 600)
            }
        }
    }

    @Test func aDoorStartsWithoutTheKeysOfAGatewayThatWasKilled() async throws {
        try await GatedHome.with { home in
            let folder = "\(home.folder)/old-keys"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            for name in ["porch-1.key", ".porch-1.pem.2"] {
                try Data("x".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
            }
            _ = try BrokerDoor(host: "127.0.0.1", port: 1, compatibilityPort: 2, folder: folder)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    /// Of devices that were adopted when the broker was somebody else's.
    @Test(arguments: ["zigbee2mqtt", "My_Root", "tasmota", "tomte-control", ""])
    func byANameThatNoCredentialHasNothingIsOut(name: String) async throws {
        try await GatedHome.with { home in
            home.gate.set(isBrokerGone: true)
            try await home.issuer.revoke(name)
            #expect(await home.issuer.unended == [:])
            #expect(home.gate.steps == [])
        }
    }

    @Test func whoseAddressItIsFollowsTheRules() async throws {
        try await GatedHome.with { home in
            _ = try await home.provision("plug", .tasmota, mac: "A4:CF:12:00:1B:2C")
            _ = try await home.provision("other", .shelly, mac: "A4:CF:12:00:1B:2D")
            #expect(home.roots.root(ofMAC: "a4cf12001b2c") == "plug")
            #expect(home.roots.root(ofMAC: "A4CF12001B2D") == nil, "nobody may announce a Shelly there")
            #expect(TasmotaRoots(try await home.certificates.records()).root(ofMAC: "A4CF12001B2C") == "plug")
            // Also while the broker cannot be told.
            home.gate.set(isBrokerGone: true)
            await #expect(throws: CredentialError.self) { try await home.issuer.revoke("plug") }
            #expect(home.roots.root(ofMAC: "A4CF12001B2C") == nil)
        }
    }
}
