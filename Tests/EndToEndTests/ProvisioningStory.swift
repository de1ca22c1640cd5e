import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import Subprocess
import TestSupport
import Testing

/// A device of each family is provisioned at the terminal while another device reports. Then their credentials are
/// revoked.
@Suite(.timeLimit(.minutes(10))) struct ProvisioningStory {
    private static let sensor = "sensor-1"
    private static let scenario = Scenario.bridge(sensors: 1, interval: .milliseconds(50), isCounting: true)

    @Test func devicesOfEveryFamilyAreProvisionedAndRevoked() async throws {
        let publishLog = PublishLog()
        try await withHome { home in
            var check: DeliveryCheck?
            try await withDevices(of: Self.scenario, in: home, publishLog: publishLog) { _ in
                try await home.adopt(Self.scenario)
                check = try await DeliveryCheck(publishLog, of: [Self.sensor], in: home)
                try await instructionsFitEachFamily(home)
                try await deviceWithPasswordAndRSAIsConfined(home, publishLog: publishLog)
                try await mistakesAreReported(home)
                try await credentialsAreListedAndRevoked(home)
                try await publishLog.waitToGrow(by: 20)
            }
            // The gateway restarted the broker when the first password was issued and when the last one was revoked.
            let report = try await #require(check).report()
            let broker = home.log.split(separator: "\n").filter { $0.contains("broker") }.joined(separator: "\n")
            #expect(report.lost.isEmpty, "\(report)\n\(broker)")
            #expect(try await home.findings().isDisjoint(with: ["credentials.unconfined", "credentials.notEnded"]))
            #expect(try await home.audit(.certificateIssue).contains { $0.metadata["dialect"] == "tasmota" })
        }
    }

    private func instructionsFitEachFamily(_ home: HomeUnderTest) async throws {
        let expected = [
            ("tasmota", ["Backlog SetOption103 1", "FullTopic", "MqttFingerprint1"]), ("shelly", ["Mqtt.SetConfig"]),
            ("esphome", ["certificate_authority: |", "discovery_prefix"]),
            ("zigbee2mqtt", ["base_topic", "optimistic"]),
            ("homie", ["Homie domain"]), ("generic", ["below own-generic/"]),
        ]
        for (family, words) in expected {
            let mac = family == "tasmota" ? ["--mac", "a4:cf:12:00:1b:2c"] : []
            let shown = try await home.tomte.run(
                ["devices", "provision", "own-\(family)", "--dialect", family, "--qr"] + mac)
            #expect(shown.status == 0, "\(family): \(shown.errors)")
            for word in words { #expect(shown.output.contains(word), "\(family): \(word)") }
            #expect(shown.output.contains("own-\(family)"))
        }
    }

    /// The device uses TLS 1.2 with RSA, MQTT 3.1.1 and a password.
    private func deviceWithPasswordAndRSAIsConfined(_ home: HomeUnderTest, publishLog: PublishLog) async throws {
        let folder = home.credentials
        let provisioned = try await home.tomte(
            "devices", "provision", "chip", "--dialect", "generic", "--password", "--folder", folder)
        #expect(
            provisioned.status == 0 && !provisioned.output.contains("-----BEGIN"), "\(provisioned.errors)")
        for name in ["chip.ca.pem", "chip.password"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        let password = try String(contentsOfFile: "\(folder)/chip.password", encoding: .utf8)
        let connection = [
            "-h", "localhost", "-p", "\(home.compatibilityPort)", "-V", "311", "--tls-version", "tlsv1.2", "--ciphers",
            "ECDHE-RSA-AES128-GCM-SHA256", "--cafile", "\(folder)/chip.ca.pem", "-u", "chip", "-P", password, "-q", "1",
        ]
        // The messages are sent one after the other, because the user name determines the client id.
        for (topic, text) in [("bridge/5/x/y", "forged"), ("own-shelly/x", "forged"), ("chip/mark", "mine")] {
            #expect(try await home.shell("mosquitto_pub", arguments: connection + ["-r", "-t", topic, "-m", text]))
        }
        let file = "\(home.state)/chip"
        let received = { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
        let listener = try ChildProcess(["mosquitto_sub"] + connection + ["-v", "-t", "#"], output: file)
        try await eventually("the device receives its own message") { received().contains("chip/mark mine") }
        try await publishLog.waitToGrow(by: 10)
        await listener.end()
        #expect(received() == "chip/mark mine\n")
    }

    private func mistakesAreReported(_ home: HomeUnderTest) async throws {
        let mistakes = [
            (["devices", "provision", "plug", "--dialect", "tasmota"], "MAC address"),
            (["devices", "provision", "Hall Lamp"], "hall-lamp"), (["devices", "provision", "tasmota"], "reserved"),
            (["devices", "provision", "plug", "--dialect", "tasmota", "--mac", "1234"], "twelve"),
            (
                ["devices", "provision", "plug", "--dialect", "tasmota", "--mac", "A4:CF:12:00:1B:2C"],
                "belongs to “own-tasmota”"
            ),
        ]
        for (words, sentence) in mistakes {
            let refused = try await home.tomte.run(words)
            #expect(refused.status == 4 && refused.errors.contains(sentence), "\(words): \(refused.errors)")
        }
        // Its device would be cut off.
        let replaced = try await home.tomte("devices", "provision", "chip")
        #expect(replaced.status != 0 && replaced.errors.contains("confirm with --yes"), "\(replaced.errors)")
    }

    private func credentialsAreListedAndRevoked(_ home: HomeUnderTest) async throws {
        let listed = try await home.tomte("devices", "credentials", "--json").json([ListedCredentialBody].self)
        #expect(listed.first { $0.root.rawValue == "own-tasmota" }?.mac?.description == "A4:CF:12:00:1B:2C")
        #expect(listed.count == 8)
        let used = try await home.tomte("devices", "credentials", "--revoke", "bridge", "--yes")
        #expect(used.status != 0 && used.errors.contains("remove"), "\(used.errors)")
        for one in listed where one.root.rawValue != "bridge" {
            let gone = try await home.tomte.run(["devices", "credentials", "--revoke", one.root.rawValue, "--yes"])
            #expect(gone.status == 0, "\(one.root): \(gone.errors)")
        }
        let left = try await home.tomte("devices", "credentials", "--json").json([ListedCredentialBody].self)
        #expect(left.map(\.root.rawValue) == ["bridge"])
        #expect(OccupiedPort(home.compatibilityPort) != nil, "no program listens on the port any more")
    }
}

extension HomeUnderTest {
    fileprivate nonisolated func shell(_ program: String, arguments: [String]) async throws -> Bool {
        try await run(
            .name(program), arguments: Arguments(arguments), output: .string(limit: 1 << 16),
            error: .string(limit: 1 << 16)
        ).terminationStatus.isSuccess
    }
}
