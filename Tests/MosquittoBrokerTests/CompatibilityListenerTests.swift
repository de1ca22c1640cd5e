import Foundation
import HomeCertificates
import TestSupport
import Testing

@testable import MosquittoBroker

/// The listener for devices with a password: there while one needs it, and as narrow as the other.
@Suite struct CompatibilityListenerTests {
    @Test func itIsOpenWhileADeviceHasAPassword() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker(devices: ["hall-lamp"])
            try await broker.start()
            let plug = try await home.passwordClient("plug")
            #expect(await broker.health.compatibilityPort == nil)
            #expect(try await !plug.publish("x", to: "plug/x").isContent)
            try await home.let(in: [plug], beside: ["hall-lamp"], broker)
            #expect(await broker.health.compatibilityPort == home.settings.compatibilityPort)
            #expect(try await plug.publish("x", to: "plug/x").isContent)
            try await home.let(in: [], beside: ["hall-lamp"], broker)
            #expect(await broker.health.compatibilityPort == nil)
            #expect(try await !plug.publish("x", to: "plug/x").isContent)
            #expect(try await home.device("hall-lamp").publish("x", to: "hall-lamp/x").isContent)
            #expect(await broker.health.restarts == 0)
        }
    }

    @Test func aPasswordDeviceReadsAndWritesBelowItsOwnRootOnly() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let plug = try await home.passwordClient("plug", mac: "A4CF12001B2C")
            try await home.let(in: [plug], beside: ["hall-lamp"], broker)
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

    @Test func onlyThePasswordOpensIt() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let plug = try await home.passwordClient("plug")
            try await home.let(in: [plug], beside: ["hall-lamp"], broker)
            #expect(try await plug.publish("x", to: "plug/x").isContent)
            for other in [plug.called("plug", password: "guess"), plug.called("hall-lamp", password: plug.password)] {
                #expect(try await !other.publish("x", to: "\(other.user)/x").isContent)
            }
            #expect(try await !plug.publish("x", to: "plug/x", without: ["-u", "-P"]).isContent)
            // A password is worth nothing at the main listener.
            #expect(try await !plug.publish("x", to: "plug/x", port: home.settings.port).isContent)
        }
    }

    @Test(arguments: [
        ("ECDHE-RSA-AES128-GCM-SHA256", true), ("ECDHE-RSA-CHACHA20-POLY1305", true), ("AES128-GCM-SHA256", false),
        ("ECDHE-RSA-AES128-SHA256", false), ("DHE-RSA-AES128-GCM-SHA256", false),
    ])
    func ofTLS12OnlyForwardSecretAuthenticatedCiphersAreTaken(cipher: String, isTaken: Bool) async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let plug = try await home.passwordClient("plug")
            try await home.let(in: [plug], beside: [], broker)
            let answer = try await Client.call(
                "openssl",
                [
                    "s_client", "-connect", "127.0.0.1:\(home.settings.compatibilityPort)", "-tls1_2", "-cipher",
                    cipher,
                    "-sigalgs", "RSA+SHA256", "-CAfile", plug.trustPath, "-verify_return_error", "-brief",
                ])
            #expect(answer.isContent == isTaken, "\(answer.errors)")
        }
    }

    @Test func nothingOlderThanTLS12IsTaken() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            try await home.let(in: [try await home.passwordClient("plug")], beside: [], broker)
            let address = "127.0.0.1:\(home.settings.compatibilityPort)"
            let old = try await Client.call(
                "openssl", ["s_client", "-connect", address, "-tls1_1", "-cipher", "ALL@SECLEVEL=0"])
            #expect(!old.isContent)
        }
    }

    @Test func whatTheBrokerHoldsOutlivesTheRestart() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker(devices: ["hall-lamp"])
            try await broker.start()
            let (lamp, telemetry) = (try await home.device("hall-lamp"), home.lane(.telemetry))
            try await telemetry.subscribeDurably(to: "hall-lamp/#")
            try await lamp.publish("before", to: "hall-lamp/state")
            try await home.let(in: [try await home.passwordClient("plug")], beside: ["hall-lamp"], broker)
            // The session is still away: rules are found for it at the start, unlike at a reload.
            try await lamp.publish("after", to: "hall-lamp/state")
            #expect(
                try await telemetry.receive(2, from: "hall-lamp/#") == [
                    "hall-lamp/state before", "hall-lamp/state after",
                ])
        }
    }

    @Test func aRenewedCertificateIsServedAfterAReload() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            try await home.let(in: [try await home.passwordClient("plug")], beside: [], broker)
            let before = (try await home.servedThere(), await broker.health.pid)
            #expect(try await home.certificates.renewIfDue(now: Date(timeIntervalSinceNow: 340 * 86_400)).count > 1)
            try await broker.update(identity: home.certificates.brokerIdentity())
            #expect(try await home.servedThere() != before.0)
            #expect(await broker.health.pid == before.1)
        }
    }

    @Test func aTakenPortIsToldAndTheBrokerGoesOn() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker(devices: ["hall-lamp"])
            try await broker.start()
            let before = await broker.health.pid
            let plug = try await home.passwordClient("plug")
            let holder = try #require(PortHolder(home.settings.compatibilityPort))
            await #expect {
                try await home.let(in: [plug], beside: ["hall-lamp"], broker)
            } throws: { error in
                "\(error)".contains("in use by") && "\(error)".hasSuffix("--compatibility-port.")
            }
            #expect(await broker.health.pid == before)
            #expect(try await home.device("hall-lamp").publish("x", to: "hall-lamp/x").isContent)
            withExtendedLifetime(holder) {}
            _ = consume holder
            // A process that another test just starts has the port's descriptor until it executes its program.
            try await eventually("the broker opens the port") {
                (try? await home.let(in: [plug], beside: ["hall-lamp"], broker)) != nil
            }
            #expect(try await plug.publish("x", to: "plug/x").isContent)
        }
    }

    @Test func aGatewayThatComesBackFindsTheBrokerWithBothListeners() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let plug = try await home.passwordClient("plug")
            try await home.let(in: [plug], beside: [], broker)
            let again = try await home.broker(access: BrokerAccess(clients: [plug.asClient]))
            try await again.start()
            #expect(await again.health.wasReattached)
            #expect(try await plug.publish("x", to: "plug/x").isContent)
        }
    }
}

extension BrokerHome {
    /// The certificate that the compatibility listener shows.
    fileprivate func servedThere() async throws -> String {
        let answer = try await Client.call(
            "openssl", ["s_client", "-connect", "127.0.0.1:\(settings.compatibilityPort)", "-showcerts"])
        return answer.lines.drop { !$0.hasPrefix("-----BEGIN") }.prefix { !$0.hasPrefix("-----END") }.joined()
    }

    /// A device with a password, whom the broker does not know yet.
    func passwordClient(_ id: String, mac: String? = nil) async throws -> PasswordClient {
        let identity = try await certificates.compatibilityIdentity(now: Date())
        let password = try BrokerPassword()
        let client = BrokerClient(id: try CredentialID(id), tasmotaMAC: mac, passwordHash: password.hash)
        try await certificates.record(
            CredentialRecord(id: client.id, family: "generic", passwordHash: password.hash, issuedAt: Date()))
        let path = "\(folder)/compatibility-root.pem"
        try identity.trustPEM.write(toFile: path, atomically: true, encoding: .utf8)
        return PasswordClient(
            asClient: client, user: id, password: password.text.exposedText, port: settings.compatibilityPort,
            trustPath: path)
    }

    func `let`(in clients: [PasswordClient], beside devices: [String], _ broker: Broker) async throws {
        let all = try devices.map { BrokerClient(id: try CredentialID($0)) } + clients.map(\.asClient)
        try await broker.update(
            access: BrokerAccess(clients: all), identity: try await certificates.brokerIdentity())
    }
}

/// `mosquitto_pub` with a user name and a password, over TLS 1.2.
struct PasswordClient {
    let asClient: BrokerClient
    let user: String
    let password: String
    let port: UInt16
    let trustPath: String

    func called(_ user: String, password: String) -> PasswordClient {
        PasswordClient(asClient: asClient, user: user, password: password, port: port, trustPath: trustPath)
    }

    @discardableResult
    func publish(
        _ payload: String, to topic: String, without left: [String] = [], port: UInt16? = nil
    ) async throws -> Client.Answer {
        let options = [
            ("-h", "127.0.0.1"), ("-p", "\(port ?? self.port)"), ("-V", "311"), ("--tls-version", "tlsv1.2"),
            ("--cafile", trustPath), ("-u", user), ("-P", password), ("-i", "any"), ("-q", "1"), ("-t", topic),
            ("-m", payload),
        ]
        return try await Client.call(
            "mosquitto_pub", options.filter { !left.contains($0.0) }.flatMap { [$0.0, $0.1] })
    }
}
