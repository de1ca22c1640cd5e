import Foundation
import HomeModel
import Testing

@testable import DeviceProtocols

@Suite struct SetupSheetTests {
    private static let authority = "-----BEGIN CERTIFICATE-----\nAUTH\n-----END CERTIFICATE-----\n"

    private func sheet(
        _ family: DeviceFamily, proof: CredentialKind? = nil, mac: String? = nil,
        addresses: [String] = ["fd00::7", "192.168.7.20"]
    ) throws -> SetupSheet {
        let definition = try #require(DeviceFamilies.definition(of: family))
        let hasPassword = proof ?? definition.usualCredential == .password
        return definition.setupSheet(
            for: SetupCredential(
                root: DeviceID("hall"), mac: mac.flatMap(MACAddress.init), host: "tomte.local", addresses: addresses,
                port: hasPassword ? 8884 : 8883, authorityPEM: Self.authority,
                key: hasPassword
                    ? .password(Secret("pass0word"), keyFingerprint: Array(0xEC...0xFF))
                    : .certificate(certificatePEM: "CERT\n", privateKeyPEM: Secret("KEY\n"))))
    }

    @Test(arguments: [
        SetupCredential.Key.password(Secret("pass0word"), keyFingerprint: [1]),
        .certificate(certificatePEM: "CERT", privateKeyPEM: Secret("pass0word")),
    ])
    func printedCredentialContainsNoSecret(key: SetupCredential.Key) {
        let credential = SetupCredential(
            root: DeviceID("hall"), mac: nil, host: "tomte.local", addresses: [], port: 8883, authorityPEM: "", key: key
        )
        var dumped = ""
        dump(credential, to: &dumped)
        for text in ["\(credential)", String(reflecting: credential), dumped] { #expect(!text.contains("pass0word")) }
    }

    @Test func tasmotaSheetContainsOneCommandLine() throws {
        let sheet = try sheet(.tasmota, mac: "A4:CF:12:00:1B:2C")
        let pinned = "EC ED EE EF F0 F1 F2 F3 F4 F5 F6 F7 F8 F9 FA FB FC FD FE FF"
        let line = """
            Backlog SetOption103 1; SetOption132 1; MqttFingerprint1 \(pinned); MqttFingerprint2 \(pinned); \
            MqttHost 192.168.7.20; MqttPort 8884; MqttUser hall; MqttPassword pass0word; \
            FullTopic hall/%prefix%/%topic%/; SetOption3 1
            """
        #expect(sheet.steps.map(\.text) == [line] && sheet.scannable == line)
        #expect(sheet.steps.map(\.isSecret) == [true])
        #expect(sheet.notes.contains { $0.text.contains("ESP8266") && $0.text.contains("tasmota32") })
        #expect(sheet.notes.contains { $0.values["mac"] == .text("A4:CF:12:00:1B:2C") })
    }

    @Test func shellySheetContainsThreeCalls() throws {
        let sheet = try sheet(.shelly)
        let calls = try sheet.steps.map { try JSONSerialization.jsonObject(with: Data($0.text.utf8)) as? [String: Any] }
        #expect(calls.map { $0?["method"] as? String } == ["Shelly.PutUserCA", "Mqtt.SetConfig", "Shelly.Reboot"])
        let upload = try #require(calls[0]?["params"] as? [String: Any])
        #expect(upload["data"] as? String == Self.authority && upload["append"] as? Bool == false)
        let config = try #require((calls[1]?["params"] as? [String: Any])?["config"] as? [String: Any])
        #expect(config["server"] as? String == "192.168.7.20:8884" && config["ssl_ca"] as? String == "user_ca.pem")
        for key in ["client_id", "user", "topic_prefix"] { #expect(config[key] as? String == "hall") }
        for key in ["enable", "rpc_ntf", "status_ntf", "enable_rpc", "enable_control"] {
            #expect(config[key] as? Bool == true, "\(key)")
        }
        #expect(config["pass"] as? String == "pass0word" && config.count == 11)
    }

    @Test(arguments: [CredentialKind.password, .certificate])
    func esphomeSheetContainsOneBlock(proof: CredentialKind) throws {
        let text = try #require(try sheet(.esphome, proof: proof).steps.first).text
        let lines = text.split(separator: "\n").map(String.init)
        for line in [
            "mqtt:", "  broker: 192.168.7.20", "  topic_prefix: hall", "  discovery_prefix: hall/ha",
            "  client_id: hall",
            "  discover_ip: false", "  certificate_authority: |", "    AUTH",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(lines.contains("  password: \"pass0word\"") == (proof == .password))
        #expect(lines.contains("  client_certificate_key: |") == (proof == .certificate))
        #expect(lines.contains("    KEY") == (proof == .certificate))
    }

    @Test func zigbee2MQTTSheetKeepsAllTopicsBelowItsRoot() throws {
        let sheet = try sheet(.zigbee2mqtt)
        #expect(sheet.steps.map(\.fileName) == ["hall.ca.pem", "hall.pem", "hall.key", "hall.zigbee2mqtt.yaml"])
        #expect(sheet.steps.map(\.isSecret) == [false, false, true, false])
        let lines = try #require(sheet.steps.last).text.split(separator: "\n").map(String.init)
        for line in [
            "  base_topic: hall/z2m", "  server: mqtts://tomte.local:8883", "  cert: /path/to/hall.pem",
            "  discovery_topic: hall/ha", "  status_topic: hall/ha/status", "  optimistic: false",
            "  reject_unauthorized: true",
        ] { #expect(lines.contains(line), "\(line)") }
    }

    @Test(arguments: DeviceFamily.allCases, CredentialKind.allCases)
    func secretStepsAreMarkedAndTopicsStayBelowTheRoot(family: DeviceFamily, proof: CredentialKind) throws {
        let sheet = try sheet(family, proof: proof, mac: "A4:CF:12:00:1B:2C", addresses: [])
        #expect(!sheet.steps.isEmpty && !sheet.notes.isEmpty)
        for step in sheet.steps {
            let isSecret = step.text.contains("pass0word") || step.text.contains("KEY\n")
            if isSecret { #expect(step.isSecret, "\(step.fileName)") }
            #expect(step.fileName.hasPrefix("hall.") && !step.fileName.contains("/"))
            #expect(!step.text.contains("homeassistant/") && !step.text.contains("mqtt://"))
        }
        for sentence in sheet.notes + sheet.steps.map(\.title) {
            for case .text(let value) in sentence.values.values { #expect(sentence.text.contains(value)) }
        }
        #expect(sheet.scannable?.contains("KEY") != true)
    }
}
