import Foundation
import HomeCertificates
import TestSupport
import Testing

@testable import MosquittoBroker

/// The listener for devices with a password. It is open only while such a device exists, and its clients are confined like
/// those of the main listener.
@Suite struct CompatibilityListenerTests {
    @Test func listenerIsOpenOnlyWhileADeviceHasAPassword() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker(devices: ["hall-lamp"])
            try await broker.start()
            let plug = try await home.passwordClient("plug")
            #expect(await broker.health.compatibilityPort == nil)
            #expect(try await !plug.publish("x", to: "plug/x").isSuccess)
            try await home.allow([plug], beside: ["hall-lamp"], on: broker)
            #expect(await broker.health.compatibilityPort == home.settings.compatibilityPort)
            #expect(try await plug.publish("x", to: "plug/x").isSuccess)
            try await home.allow([], beside: ["hall-lamp"], on: broker)
            #expect(await broker.health.compatibilityPort == nil)
            #expect(try await !plug.publish("x", to: "plug/x").isSuccess)
            #expect(try await home.device("hall-lamp").publish("x", to: "hall-lamp/x").isSuccess)
            #expect(await broker.health.restarts == 0)
        }
    }

    @Test func passwordDevicePublishesBelowItsOwnRootOnly() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let plug = try await home.passwordClient("plug", mac: "A4CF12001B2C")
            try await home.allow([plug], beside: ["hall-lamp"], on: broker)
            let control = home.lane(.control)
            try await control.subscribeDurably(to: "#")
            for topic in ["hall-lamp/5/x/on", "tasmota/discovery/A4CF12001B2D/config", "homie/x", "plugs/x"] {
                try await plug.publish("forged", to: topic)
            }
            try await plug.publish("me", to: "tasmota/discovery/A4CF12001B2C/config")
            try await plug.publish("own", to: "plug/tele/x")
            #expect(
                try await control.receive(2, from: "#") == [
                    "tasmota/discovery/A4CF12001B2C/config me", "plug/tele/x own",
                ])
        }
    }

    @Test func onlyTheRightPasswordIsAccepted() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let plug = try await home.passwordClient("plug")
            try await home.allow([plug], beside: ["hall-lamp"], on: broker)
            #expect(try await plug.publish("x", to: "plug/x").isSuccess)
            for other in [
                plug.with(user: "plug", password: "guess"), plug.with(user: "hall-lamp", password: plug.password),
            ] {
                #expect(try await !other.publish("x", to: "\(other.user)/x").isSuccess)
            }
            #expect(try await !plug.publish("x", to: "plug/x", without: ["-u", "-P"]).isSuccess)
            // The main listener accepts no password.
            #expect(try await !plug.publish("x", to: "plug/x", port: home.settings.port).isSuccess)
        }
    }

    @Test(arguments: [
        ("ECDHE-RSA-AES128-GCM-SHA256", true), ("ECDHE-RSA-CHACHA20-POLY1305", true), ("AES128-GCM-SHA256", false),
        ("ECDHE-RSA-AES128-SHA256", false), ("DHE-RSA-AES128-GCM-SHA256", false),
    ])
    func onlyForwardSecretAuthenticatedTLS12CiphersAreAccepted(cipher: String, isAccepted: Bool) async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let plug = try await home.passwordClient("plug")
            try await home.allow([plug], beside: [], on: broker)
            let response = try await Client.call(
                "openssl",
                arguments: [
                    "s_client", "-connect", "127.0.0.1:\(home.settings.compatibilityPort)", "-tls1_2", "-cipher",
                    cipher,
                    "-sigalgs", "RSA+SHA256", "-CAfile", plug.trustPath, "-verify_return_error", "-brief",
                ])
            #expect(response.isSuccess == isAccepted, "\(response.errors)")
        }
    }

    @Test func versionsBeforeTLS12AreRefused() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            try await home.allow([try await home.passwordClient("plug")], beside: [], on: broker)
            let address = "127.0.0.1:\(home.settings.compatibilityPort)"
            let old = try await Client.call(
                "openssl", arguments: ["s_client", "-connect", address, "-tls1_1", "-cipher", "ALL@SECLEVEL=0"])
            #expect(!old.isSuccess)
        }
    }

    @Test func queuedMessagesSurviveTheRestart() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker(devices: ["hall-lamp"])
            try await broker.start()
            let (lamp, telemetry) = (try await home.device("hall-lamp"), home.lane(.telemetry))
            try await telemetry.subscribeDurably(to: "hall-lamp/#")
            try await lamp.publish("before", to: "hall-lamp/state")
            try await home.allow([try await home.passwordClient("plug")], beside: ["hall-lamp"], on: broker)
            // The session is still offline. The broker applies the rules to it at a start, unlike at a reload.
            try await lamp.publish("after", to: "hall-lamp/state")
            #expect(
                try await telemetry.receive(2, from: "hall-lamp/#") == [
                    "hall-lamp/state before", "hall-lamp/state after",
                ])
        }
    }

    @Test func renewedCertificateIsServedAfterAReload() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            try await home.allow([try await home.passwordClient("plug")], beside: [], on: broker)
            let before = (try await home.compatibilityCertificate(), await broker.health.pid)
            #expect(try await home.certificates.renewIfDue(now: Date(timeIntervalSinceNow: 340 * 86_400)).count > 1)
            try await broker.update(identity: home.certificates.brokerIdentity())
            #expect(try await home.compatibilityCertificate() != before.0)
            #expect(await broker.health.pid == before.1)
        }
    }

    @Test func portInUseIsReportedAndTheBrokerKeepsRunning() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker(devices: ["hall-lamp"])
            try await broker.start()
            let before = await broker.health.pid
            let plug = try await home.passwordClient("plug")
            let holder = try #require(OccupiedPort(home.settings.compatibilityPort))
            await #expect {
                try await home.allow([plug], beside: ["hall-lamp"], on: broker)
            } throws: { error in
                "\(error)".contains("in use by") && "\(error)".hasSuffix("--compatibility-port.")
            }
            #expect(await broker.health.pid == before)
            #expect(try await home.device("hall-lamp").publish("x", to: "hall-lamp/x").isSuccess)
            withExtendedLifetime(holder) {}
            _ = consume holder
            // A process that another test is starting holds the port's descriptor until it executes its program.
            try await eventually("the broker opens the port") {
                (try? await home.allow([plug], beside: ["hall-lamp"], on: broker)) != nil
            }
            #expect(try await plug.publish("x", to: "plug/x").isSuccess)
        }
    }

    @Test func restartedGatewayReattachesToTheBrokerWithBothListeners() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let plug = try await home.passwordClient("plug")
            try await home.allow([plug], beside: [], on: broker)
            let again = try await home.broker(access: BrokerAccessRules(clients: [plug.asClient]))
            try await again.start()
            #expect(await again.health.wasReattached)
            #expect(try await plug.publish("x", to: "plug/x").isSuccess)
        }
    }
}

extension BrokerHome {
    /// The certificate that the compatibility listener presents.
    fileprivate func compatibilityCertificate() async throws -> String {
        let response = try await Client.call(
            "openssl", arguments: ["s_client", "-connect", "127.0.0.1:\(settings.compatibilityPort)", "-showcerts"])
        return response.lines.drop { !$0.hasPrefix("-----BEGIN") }.prefix { !$0.hasPrefix("-----END") }.joined()
    }
}
