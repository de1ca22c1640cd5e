import DeviceProtocols
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

/// Revocation with connected clients: the connection, the session, and failures.
@Suite(.timeLimit(.minutes(10))) struct RevocationTests {
    /// The longest time until a connection is cut, as a multiple of the time that issuing a credential takes.
    private static let timeLimitFactor = 5.0

    /// The revocation of the last device with a password closes the listener; another such device keeps it open.
    @Test(arguments: [(DeviceFamily.homie, true), (.shelly, true), (.shelly, false)])
    func revocationCutsTheConnectionAndDeletesTheSession(family: DeviceFamily, hasOther: Bool) async throws {
        try await ProvisioningHome.with { home in
            if hasOther { _ = try await home.provision("other", family: .shelly) }
            let clock = ContinuousClock()
            let beginning = clock.now
            let credential = try await home.provision("lamp", family: family)
            let provisioning = beginning.duration(to: clock.now)
            let lamp = try home.connection(credential, durable: true)
            #expect(try await !lamp.connected())
            try await lamp.subscribe([Subscription(topicFilter: "lamp/#")])
            let start = clock.now
            async let isCut = lamp.events.contains { if case .disconnected = $0 { true } else { false } }
            try await home.issuer.revoke("lamp")
            #expect(await isCut)
            let time = start.duration(to: clock.now)
            #expect(
                time < provisioning * Self.timeLimitFactor,
                "The revocation takes \(time), and provisioning takes \(provisioning).")
            await lamp.close()
            #expect(try await !home.issuer.credentials().contains { $0.root.rawValue == "lamp" })
            // The next device with the same name gets no session of the previous one.
            let next = try home.connection(try await home.provision("lamp", family: family), durable: true)
            #expect(try await !next.connected())
            await next.close()
        }
    }

    @Test(arguments: [DeviceFamily.homie, .shelly])
    func revocationDropsQueuedMessages(family: DeviceFamily) async throws {
        try await ProvisioningHome.with { home in
            _ = try await home.provision("other", family: .shelly)
            let lamp = try home.connection(try await home.provision("lamp", family: family), durable: true)
            #expect(try await !lamp.connected())
            try await lamp.subscribe([Subscription(topicFilter: "lamp/#")])
            await lamp.close()
            let credential = try await home.certificates.issueProbe(.observer, now: Date())
            let connection = try ProbeConnection(credential, in: home)
            let sender = try MosquittoConnection(connection.settings)
            _ = try await sender.connected()
            for number in 1...5 {
                try await sender.publish(Publication(topic: "lamp/cmnd/x", payload: Array("\(number)".utf8)))
            }
            await sender.close()
            try await home.issuer.revoke("lamp")
            let next = try home.connection(try await home.provision("lamp", family: family), durable: true)
            #expect(try await !next.connected(), "The broker must delete the session and its queue.")
            try await next.subscribe([Subscription(topicFilter: "lamp/#")])
            try await next.publish(Publication(topic: "lamp/end", payload: []))
            var topics: [String] = []
            for await event in next.events {
                guard case .messages(let messages) = event else { continue }
                topics += messages.map(\.topic)
                if topics.contains("lamp/end") { break }
            }
            #expect(topics == ["lamp/end"])
            await next.close()
        }
    }

    @Test func failedRevocationIsReportedAndRetried() async throws {
        try await ProvisioningHome.with { home in
            let lamp = try home.connection(try await home.provision("lamp"))
            _ = try await lamp.connected()
            home.faults.set(isBrokerGone: true)
            await #expect { try await home.issuer.revoke("lamp") } throws: { error in
                "\(error)".contains("tried again")
            }
            let health = await CredentialCheck.of(home.issuer)()
            #expect(health.findings.map(\.code) == ["credentials.notEnded"] && health.status == "failing")
            #expect(try await home.issuer.credentials().map(\.isEnding) == [true])
            home.faults.set(isBrokerGone: false)
            async let isCut = lamp.events.contains { if case .disconnected = $0 { true } else { false } }
            async let _: Void = home.issuer.repeatFailedRevocations()
            #expect(await isCut)
            try await eventually("the credential is deleted") { try await home.issuer.credentials().isEmpty }
            #expect(await CredentialCheck.of(home.issuer)().findings == [])
            await lamp.close()
        }
    }

    @Test func failedRevocationIsRetriedAtTheNextStart() async throws {
        try await ProvisioningHome.with { home in
            let lamp = try home.connection(try await home.provision("lamp"))
            _ = try await lamp.connected()
            home.faults.set(isBrokerGone: true)
            _ = try? await home.issuer.revoke("lamp")
            home.faults.set(isBrokerGone: false)
            let (certificates, broker) = (home.certificates, home.broker)
            let clock = HomeClock.system(trustsUnsynchronised: true)
            let next = BrokerCredentialIssuer(
                certificates: certificates, roots: home.roots, endpoint: home.endpoint,
                accessControl: BrokerAccessControl(
                    certificates, endpoint: home.endpoint, clock: clock,
                    enforce: { try await broker.enforce(certificates) }),
                host: "tomte.local", clock: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            async let isCut = lamp.events.contains { if case .disconnected = $0 { true } else { false } }
            async let _: Void = next.processRequests()
            await next.refresh()
            #expect(await isCut)
            #expect(try await next.credentials() == [])
            await lamp.close()
        }
    }

    @Test(arguments: [DeviceFamily.homie, .shelly])
    func newCredentialRevokesTheOldOne(family: DeviceFamily) async throws {
        try await ProvisioningHome.with { home in
            let old = try await home.provision("plug", family: family)
            let plug = try home.connection(old)
            _ = try await plug.connected()
            async let isCut = plug.events.contains { if case .disconnected = $0 { true } else { false } }
            let new = try await home.provision("plug", family: family)
            #expect(await isCut)
            await plug.close()
            #expect(try await !home.isAdmitted(old))
            #expect(try await home.isAdmitted(new))
        }
    }

    @Test func newCredentialOfAnotherKindRevokesTheOldOne() async throws {
        try await ProvisioningHome.with { home in
            let certificate = try await home.provision("lamp", family: .homie)
            #expect(try await home.isAdmitted(certificate))
            let password = try await home.provision("lamp", family: .shelly)
            #expect(try await home.isAdmitted(password))
            #expect(try await !home.isAdmitted(certificate))
            // The listener closes with its last password.
            let again = try await home.provision("lamp", family: .homie)
            #expect(try await home.isAdmitted(again))
            #expect(try await !home.isAdmitted(password))
            #expect(await home.broker.health.compatibilityPort == nil)
        }
    }

    @Test(arguments: [DeviceFamily.homie, .shelly])
    func failedProvisioningKeepsTheOldCredential(family: DeviceFamily) async throws {
        try await ProvisioningHome.with { home in
            let old = try await home.provision("lamp", family: family)
            home.faults.set(rule: "topic readwrite #")
            await #expect(throws: CredentialError.self) { _ = try await home.provision("lamp", family: family) }
            home.faults.set(rule: nil)
            home.faults.set(isBrokerGone: true)
            await #expect(throws: CredentialError.self) { _ = try await home.provision("lamp", family: .esphome) }
            home.faults.set(isBrokerGone: false)
            await home.issuer.refresh()
            #expect(try await home.isAdmitted(old))
            #expect(try await home.issuer.credentials().map(\.family) == [family])
        }
    }

    @Test func credentialUnknownToTheBrokerIsNotStored() async throws {
        try await ProvisioningHome.with { home in
            home.faults.set(isBrokerGone: true)
            await #expect(throws: CredentialError.self) { _ = try await home.provision("plug", family: .shelly) }
            #expect(try await home.issuer.credentials() == [])
            home.faults.set(isBrokerGone: false)
            _ = try await home.provision("plug", family: .shelly)
        }
    }
}

/// The connection settings of a probe credential, which is written to files.
private struct ProbeConnection {
    let settings: MosquittoSettings

    init(_ credential: IssuedCredential, in home: ProvisioningHome) throws {
        var files = TemporaryCredentialFiles(in: home.endpoint.folder)
        settings = try home.endpoint.settings(
            of: ProbeSubject(id: credential.id, proof: .certificate(credential)), &files)
    }
}
