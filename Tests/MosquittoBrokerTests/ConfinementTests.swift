import Foundation
import HomeCertificates
import Testing

@testable import MosquittoBroker

/// Which clients may connect, and which messages they get. The tests check deliveries, because mosquitto grants forbidden
/// subscriptions too.
@Suite struct ConfinementTests {
    @Test func devicePublishesBelowItsOwnRootOnly() async throws {
        try await BrokerHome.with { home in
            try await home.broker(devices: ["hall-lamp", "attic"]).start()
            let (lamp, control) = (try await home.device("hall-lamp"), home.lane(.control))
            try await control.subscribeDurably(to: "#")
            try await lamp.publish("forged", to: "attic/5/x/on")
            try await lamp.publish("forged", to: "homie/5/x/on")
            try await lamp.publish("forged", to: "$SYS/broker/x")
            try await lamp.publish("own", to: "hall-lamp/5/x/on")
            #expect(try await control.receive(1, from: "#") == ["hall-lamp/5/x/on own"])
        }
    }

    @Test func deviceReceivesBelowItsOwnRootOnly() async throws {
        try await BrokerHome.with { home in
            try await home.broker(devices: ["hall-lamp", "attic"]).start()
            let (lamp, control) = (try await home.device("hall-lamp"), home.lane(.control))
            try await lamp.subscribeDurably(to: "#")
            try await control.publish("for the attic", to: "attic/5/x/on/set")
            try await control.publish("for the lamp", to: "hall-lamp/5/x/on/set")
            #expect(try await lamp.receive(1, from: "#") == ["hall-lamp/5/x/on/set for the lamp"])
        }
    }

    @Test func telemetryLaneReceivesAndCannotPublish() async throws {
        try await BrokerHome.with { home in
            try await home.broker(devices: ["hall-lamp"]).start()
            let (lamp, telemetry) = (try await home.device("hall-lamp"), home.lane(.telemetry))
            let control = home.lane(.control)
            try await control.subscribeDurably(to: "#")
            try await telemetry.publish("forged", to: "hall-lamp/5/x/on/set")
            try await telemetry.subscribeDurably(to: "+/5/#")
            try await lamp.publish("21", to: "hall-lamp/5/x/temperature")
            #expect(try await control.receive(1, from: "#") == ["hall-lamp/5/x/temperature 21"])
            #expect(try await telemetry.receive(1, from: "+/5/#") == ["hall-lamp/5/x/temperature 21"])
        }
    }

    @Test func deviceCannotTakeTheGatewaysClientID() async throws {
        try await BrokerHome.with { home in
            try await home.broker(devices: ["hall-lamp"]).start()
            let (lamp, telemetry) = (try await home.device("hall-lamp"), home.lane(.telemetry))
            try await telemetry.subscribeDurably(to: "hall-lamp/#")
            try await lamp.publish("21", to: "hall-lamp/temperature")
            // A clean session under the gateway's id would drop the messages that are queued for the gateway.
            try await lamp.publish("22", to: "hall-lamp/temperature", more: "-i", GatewayConnection.telemetry.clientID)
            let received = try await telemetry.receive(2, from: "hall-lamp/#")
            #expect(received == ["hall-lamp/temperature 21", "hall-lamp/temperature 22"])
        }
    }

    @Test func onlyDeviceCertificatesOfThisHomeAreAccepted() async throws {
        try await BrokerHome.with { home in
            try await home.broker(devices: ["hall-lamp"]).start()
            let lamp = try await home.device("hall-lamp")
            #expect(try await lamp.publish("x", to: "hall-lamp/x").isSuccess)
            try await BrokerHome.with { elsewhere in
                let foreign = try await elsewhere.certificates.issueDevice(id: CredentialID("hall-lamp"), now: Date())
                let client = try home.client(
                    "stranger", certificatePEM: foreign.certificatePEM, key: foreign.privateKeyPEM)
                #expect(try await !client.publish("x", to: "hall-lamp/x").isSuccess)
            }
            let server = try await home.certificates.brokerIdentity()
            let asClient = try home.client("server", certificatePEM: server.certificatePEM, key: server.privateKeyPEM)
            #expect(try await !asClient.publish("x", to: "hall-lamp/x").isSuccess)
            let expired = try await home.certificates.issueTakeover(
                of: CredentialID("hall-lamp"), now: Date(timeIntervalSinceNow: -1000))
            let late = try home.client("late", certificatePEM: expired.certificatePEM, key: expired.privateKeyPEM)
            #expect(try await !late.publish("x", to: "hall-lamp/x").isSuccess)
        }
    }

    @Test func missingCertificateAndOldTLSAreRefused() async throws {
        try await BrokerHome.with { home in
            try await home.broker().start()
            let lane = home.certificates.connectionFiles(.control)
            let base = ["-h", "127.0.0.1", "-p", "\(home.settings.port)", "-t", "x", "-m", "x"]
            let bare = try await Client.call("mosquitto_pub", arguments: base + ["--cafile", lane.trustPath])
            #expect(!bare.isSuccess)
            #expect(try await !Client.call("mosquitto_pub", arguments: base).isSuccess)
            let own = ["--cafile", lane.trustPath, "--cert", lane.certificatePath, "--key", lane.privateKeyPath]
            #expect(try await Client.call("mosquitto_pub", arguments: base + own).isSuccess)
            let handshake = [
                "s_client", "-connect", "127.0.0.1:\(home.settings.port)", "-CAfile", lane.trustPath, "-cert",
                lane.certificatePath, "-key", lane.privateKeyPath,
            ]
            let old = try await Client.call("openssl", arguments: handshake + ["-tls1_2"])
            #expect(!old.isSuccess && old.errors.contains("alert protocol version"))
        }
    }

    @Test func brokerUserCannotReadOtherFilesOfTheHome() async throws {
        try await BrokerHome.with { home in
            try await home.broker().start()
            let attributes = { (name: String) in
                try FileManager.default.attributesOfItem(atPath: "\(home.folder)/\(name)")
            }
            #expect(try attributes("certificates")[.posixPermissions] as? Int == 0o700)
            #expect(try attributes("secrets")[.posixPermissions] as? Int == 0o700)
            let isRoot = geteuid() == 0
            #expect(try attributes("broker")[.posixPermissions] as? Int == (isRoot ? 0o750 : 0o700))
            #expect(try attributes("broker/broker.key")[.posixPermissions] as? Int == (isRoot ? 0o640 : 0o600))
            #expect(try attributes("broker/data")[.posixPermissions] as? Int == 0o700)
            #expect(
                try attributes("broker/data")[.ownerAccountName] as? String == (isRoot ? "mosquitto" : NSUserName()))
            #expect(try attributes("broker/broker.key")[.ownerAccountID] as? UInt32 == geteuid())
        }
    }
}
