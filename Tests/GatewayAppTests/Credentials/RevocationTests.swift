import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MosquittoBroker
import MosquittoTransport
import TestSupport
import Testing

@testable import GatewayApp

/// Taking back with real clients: the connection, the session, and what goes wrong on the way.
@Suite(.timeLimit(.minutes(5))) struct RevocationTests {
    /// How long a connection may last after its credential, in times that it takes to make a credential.
    private static let patience = 5.0

    /// A password device beside others, so that the listener stays; alone, its end closes the listener.
    @Test(arguments: [(DeviceFamily.homie, true), (.shelly, true), (.shelly, false)])
    func theConnectionIsCutAndTheSessionIsGone(family: DeviceFamily, isBeside: Bool) async throws {
        try await ProvisioningHome.with { home in
            if isBeside { _ = try await home.provision("beside", .shelly) }
            let clock = ContinuousClock()
            let beginning = clock.now
            let credential = try await home.provision("lamp", family)
            let provisioning = beginning.duration(to: clock.now)
            let lamp = try home.connection(credential, durable: true)
            #expect(try await !lamp.connected())
            try await lamp.subscribe([Subscription(topicFilter: "lamp/#")])
            let start = clock.now
            async let isCut = lamp.events.contains { if case .disconnected = $0 { true } else { false } }
            try await home.issuer.revoke("lamp")
            #expect(await isCut)
            let time = start.duration(to: clock.now)
            #expect(time < provisioning * Self.patience, "\(time), and \(provisioning) to provision it")
            await lamp.close()
            #expect(try await !home.issuer.credentials().contains { $0.root.rawValue == "lamp" })
            // Nothing of it waits for whoever gets the name next.
            let next = try home.connection(try await home.provision("lamp", family), durable: true)
            #expect(try await !next.connected())
            await next.close()
        }
    }

    @Test(arguments: [DeviceFamily.homie, .shelly])
    func whatWaitsForADeviceThatIsAwayIsDropped(family: DeviceFamily) async throws {
        try await ProvisioningHome.with { home in
            _ = try await home.provision("beside", .shelly)
            let lamp = try home.connection(try await home.provision("lamp", family), durable: true)
            #expect(try await !lamp.connected())
            try await lamp.subscribe([Subscription(topicFilter: "lamp/#")])
            await lamp.close()
            let pass = try await home.certificates.issueProbe(.witness, now: Date())
            let keys = try PrivateKeys(home, pass)
            let sender = try MosquittoConnection(keys.settings)
            _ = try await sender.connected()
            for number in 1...5 {
                try await sender.publish(Publication(topic: "lamp/cmnd/x", payload: Array("\(number)".utf8)))
            }
            await sender.close()
            try await home.issuer.revoke("lamp")
            let next = try home.connection(try await home.provision("lamp", family), durable: true)
            #expect(try await !next.connected(), "the session is gone, and its queue with it")
            try await next.subscribe([Subscription(topicFilter: "lamp/#")])
            try await next.publish(Publication(topic: "lamp/end", payload: []))
            var heard: [String] = []
            for await event in next.events {
                guard case .messages(let messages) = event else { continue }
                heard += messages.map(\.topic)
                if heard.contains("lamp/end") { break }
            }
            #expect(heard == ["lamp/end"])
            await next.close()
        }
    }

    @Test func aFailureIsToldAndTriedAgain() async throws {
        try await ProvisioningHome.with { home in
            let lamp = try home.connection(try await home.provision("lamp"))
            _ = try await lamp.connected()
            home.sabotage.set(isBrokerGone: true)
            await #expect { try await home.issuer.revoke("lamp") } throws: { error in
                "\(error)".contains("tried again")
            }
            let health = await CredentialCheck.of(home.issuer)()
            #expect(health.findings.map(\.code) == ["credentials.notEnded"] && health.status == "failing")
            #expect(try await home.issuer.credentials().map(\.isEnding) == [true])
            home.sabotage.set(isBrokerGone: false)
            async let isCut = lamp.events.contains { if case .disconnected = $0 { true } else { false } }
            async let _: Void = home.issuer.keepEnding()
            #expect(await isCut)
            try await eventually("nothing is left of it") { try await home.issuer.credentials().isEmpty }
            #expect(await CredentialCheck.of(home.issuer)().findings == [])
            await lamp.close()
        }
    }

    @Test func whatAnEarlierGatewayCouldNotEndIsEndedAtTheNextStart() async throws {
        try await ProvisioningHome.with { home in
            let lamp = try home.connection(try await home.provision("lamp"))
            _ = try await lamp.connected()
            home.sabotage.set(isBrokerGone: true)
            _ = try? await home.issuer.revoke("lamp")
            home.sabotage.set(isBrokerGone: false)
            let (certificates, broker) = (home.certificates, home.broker)
            let clock = HomeClock.system(trustsUnsynchronised: true)
            let next = BrokerCredentialIssuer(
                certificates: certificates, roots: home.roots, door: home.door,
                gate: BrokerGate(
                    certificates, home.door, clock, enforce: { try await broker.enforce(certificates) }),
                host: "tomte.local", clock: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            async let isCut = lamp.events.contains { if case .disconnected = $0 { true } else { false } }
            async let _: Void = next.workOnRequests()
            await next.refresh()
            #expect(await isCut)
            #expect(try await next.credentials() == [])
            await lamp.close()
        }
    }

    @Test(arguments: [DeviceFamily.homie, .shelly])
    func aNewCredentialEndsTheOldOne(family: DeviceFamily) async throws {
        try await ProvisioningHome.with { home in
            let old = try await home.provision("plug", family)
            let plug = try home.connection(old)
            _ = try await plug.connected()
            async let isCut = plug.events.contains { if case .disconnected = $0 { true } else { false } }
            let new = try await home.provision("plug", family)
            #expect(await isCut)
            await plug.close()
            #expect(try await !home.isLetIn(old))
            #expect(try await home.isLetIn(new))
        }
    }

    @Test func whoGetsAPasswordComesInByTheCertificateNoMore() async throws {
        try await ProvisioningHome.with { home in
            let certificate = try await home.provision("lamp", .homie)
            #expect(try await home.isLetIn(certificate))
            let password = try await home.provision("lamp", .shelly)
            #expect(try await home.isLetIn(password))
            #expect(try await !home.isLetIn(certificate))
            // And back: the listener closes with its last password.
            let again = try await home.provision("lamp", .homie)
            #expect(try await home.isLetIn(again))
            #expect(try await !home.isLetIn(password))
            #expect(await home.broker.health.compatibilityPort == nil)
        }
    }

    @Test(arguments: [DeviceFamily.homie, .shelly])
    func aFailedAttemptLeavesWhatTheDeviceHad(family: DeviceFamily) async throws {
        try await ProvisioningHome.with { home in
            let old = try await home.provision("lamp", family)
            home.sabotage.set(rule: "topic readwrite #")
            await #expect(throws: CredentialError.self) { _ = try await home.provision("lamp", family) }
            home.sabotage.set(rule: nil)
            home.sabotage.set(isBrokerGone: true)
            await #expect(throws: CredentialError.self) { _ = try await home.provision("lamp", .esphome) }
            home.sabotage.set(isBrokerGone: false)
            await home.issuer.refresh()
            #expect(try await home.isLetIn(old))
            #expect(try await home.issuer.credentials().map(\.family) == [family])
        }
    }

    @Test func aCredentialThatTheBrokerNeverHeardOfIsNone() async throws {
        try await ProvisioningHome.with { home in
            home.sabotage.set(isBrokerGone: true)
            await #expect(throws: CredentialError.self) { _ = try await home.provision("plug", .shelly) }
            #expect(try await home.issuer.credentials() == [])
            home.sabotage.set(isBrokerGone: false)
            _ = try await home.provision("plug", .shelly)
        }
    }
}

/// A pass of the broker's own, as files.
private struct PrivateKeys {
    let settings: MosquittoSettings

    init(_ home: ProvisioningHome, _ pass: IssuedCredential) throws {
        var files = PlacedFiles(in: home.door.folder)
        settings = try home.door.settings(of: Suspect(id: pass.id, proof: .certificate(pass)), &files)
    }
}
