import Foundation
import HomeCertificates
import TestSupport
import Testing

@testable import MosquittoBroker

@Suite struct AccessChangeTests {
    @Test func newDeviceGetsAccessWithoutARestart() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let before = await broker.health.pid
            try await broker.update(access: home.access(["hall-lamp"]))
            let (lamp, control) = (try await home.device("hall-lamp"), home.lane(.control))
            try await control.subscribeDurably(to: "hall-lamp/#")
            try await lamp.publish("on", to: "hall-lamp/state")
            #expect(try await control.receive(1, from: "hall-lamp/#") == ["hall-lamp/state on"])
            #expect(await broker.health.pid == before)
        }
    }

    @Test func concurrentChangesAllTakeEffect() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let names = (1...12).map { "lamp-\($0)" }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for count in names.indices {
                    group.addTask { try await broker.update(access: home.access(Array(names[...count]))) }
                }
                try await group.waitForAll()
            }
            try await broker.update(access: home.access(names))
            let control = home.lane(.control)
            try await control.subscribeDurably(to: "#")
            for name in names { try await home.device(name).publish("on", to: "\(name)/state") }
            #expect(try await control.receive(12, from: "#") == names.map { "\($0)/state on" })
        }
    }

    @Test func messagesOfARemovedDeviceAreNotDelivered() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker(devices: ["hall-lamp", "attic"])
            try await broker.start()
            let (lamp, attic) = (try await home.device("hall-lamp"), try await home.device("attic"))
            let control = home.lane(.control)
            try await broker.update(access: home.access(["attic"]))
            try await control.subscribeDurably(to: "#")
            try await lamp.publish("still here", to: "hall-lamp/state")
            try await attic.publish("on", to: "attic/state")
            #expect(try await control.receive(1, from: "#") == ["attic/state on"])
        }
    }

    @Test func revokedCertificateIsRefusedAfterReloadAndRestart() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker(devices: ["hall-lamp", "attic"])
            try await broker.start()
            let (lamp, attic) = (try await home.device("hall-lamp"), try await home.device("attic"))
            #expect(try await lamp.publish("x", to: "hall-lamp/x").isSuccess)
            #expect(try await home.certificates.revoke(device: CredentialID("hall-lamp"), now: Date()) == 1)
            try await broker.update(identity: home.certificates.brokerIdentity())
            #expect(try await !lamp.publish("x", to: "hall-lamp/x").isSuccess)
            #expect(try await attic.publish("x", to: "attic/x").isSuccess)
            await broker.stop()
            try await home.broker(devices: ["hall-lamp", "attic"]).start()
            #expect(try await !lamp.publish("x", to: "hall-lamp/x").isSuccess)
            #expect(try await attic.publish("x", to: "attic/x").isSuccess)
        }
    }

    @Test func takeoverEndsTheConnectionOfARevokedDevice() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker(devices: ["hall-lamp"])
            try await broker.start()
            let lamp = try await home.device("hall-lamp")
            async let listening = lamp.listen(to: "hall-lamp/#")
            try await eventually("the lamp is connected") { home.log.contains("as hall-lamp (p5") }
            _ = try await home.certificates.revoke(device: CredentialID("hall-lamp"), now: Date())
            try await broker.update(identity: home.certificates.brokerIdentity())
            try await broker.update(access: home.access([]))
            let takeover = try await home.certificates.issueTakeover(of: CredentialID("hall-lamp"), now: Date())
            let client = try home.client(
                "takeover", certificatePEM: takeover.certificatePEM, key: takeover.privateKeyPEM)
            try await client.publish("x", to: "hall-lamp/x")
            #expect(home.log.contains("Client hall-lamp already connected, closing old connection"))
            #expect(try await !listening.isSuccess)
            #expect(try await !lamp.publish("x", to: "hall-lamp/x").isSuccess)
        }
    }

    @Test func renewedCertificateIsServedAfterAReload() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let before = try await servedCertificate(home)
            #expect(try await !home.certificates.renewIfDue(now: Date(timeIntervalSinceNow: 340 * 86_400)).isEmpty)
            try await broker.update(identity: home.certificates.brokerIdentity())
            #expect(try await servedCertificate(home) != before)
        }
    }

    @Test func connectedSessionReceivesMessagesAcrossAReload() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker(devices: ["hall-lamp"])
            try await broker.start()
            let (lamp, control) = (try await home.device("hall-lamp"), home.lane(.control))
            async let listening = control.listen(to: "hall-lamp/#")
            try await eventually("the gateway is connected") { home.log.contains("as tomte-control (p5") }
            try await broker.update(access: home.access(["hall-lamp", "attic"]))
            try await lamp.publish("on", to: "hall-lamp/state")
            #expect(try await listening.lines == ["on"])
        }
    }

    @Test func offlineSessionLosesNoMessageIfReloadsAreUnsafe() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker(devices: ["hall-lamp"])
            await broker.setReloadCheck { false }
            try await broker.start()
            let (lamp, telemetry) = (try await home.device("hall-lamp"), home.lane(.telemetry))
            try await telemetry.subscribeDurably(to: "+/state")
            try await lamp.publish("before", to: "hall-lamp/state")
            try await broker.update(access: home.access(["hall-lamp", "attic"]))
            try await home.device("attic").publish("after", to: "attic/state")
            let kept = try await telemetry.receive(2, from: "+/state")
            #expect(kept == ["hall-lamp/state before", "attic/state after"])
            #expect(home.reloads == 0)
        }
    }

    /// This behaviour of mosquitto is the reason for the reload check. If this test fails, mosquitto has changed and the
    /// check is no longer needed.
    @Test func offlineSessionLosesMessagesBetweenAReloadAndItsReturn() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker(devices: ["hall-lamp"])
            try await broker.start()
            let (lamp, telemetry) = (try await home.device("hall-lamp"), home.lane(.telemetry))
            try await telemetry.subscribeDurably(to: "hall-lamp/#")
            try await lamp.publish("before", to: "hall-lamp/state")
            try await broker.update(access: home.access(["hall-lamp", "attic"]))
            try await lamp.publish("lost", to: "hall-lamp/state")
            #expect(try await telemetry.receive(1, from: "hall-lamp/#") == ["hall-lamp/state before"])
            try await lamp.publish("after", to: "hall-lamp/state")
            #expect(try await telemetry.receive(1, from: "hall-lamp/#") == ["hall-lamp/state after"])
        }
    }

    /// An unnecessary reload could lose messages that arrive while the gateway is offline.
    @Test func reattachedBrokerReloadsItsRulesOnlyIfTheyDiffer() async throws {
        try await BrokerHome.with { home in
            try await home.broker(devices: ["hall-lamp"]).start()
            try await restart(home, devices: ["hall-lamp"])
            #expect(home.reloads == 0)
            // This gateway was killed before it signalled the broker.
            _ = try await home.broker(devices: ["hall-lamp", "attic"])
            try await restart(home, devices: ["hall-lamp", "attic"])
            let reloads = home.reloads
            #expect(reloads > 0)
            try await restart(home, devices: ["hall-lamp", "attic"])
            #expect(home.reloads == reloads)
        }
    }

    private func restart(_ home: BrokerHome, devices: [String]) async throws {
        let broker = try await home.broker(devices: devices)
        try await broker.start()
        #expect(await broker.health.wasReattached)
        try await broker.update(access: home.access(devices))
    }

    private func servedCertificate(_ home: BrokerHome) async throws -> String {
        let response = try await Client.call(
            "openssl", arguments: ["s_client", "-connect", "127.0.0.1:\(home.settings.port)", "-showcerts"])
        let pem = response.lines.drop { !$0.hasPrefix("-----BEGIN") }.prefix { !$0.hasPrefix("-----END") }
        return pem.joined()
    }
}
