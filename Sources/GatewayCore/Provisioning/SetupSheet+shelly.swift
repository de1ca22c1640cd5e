import Foundation
import HomeCertificates
import HomeModel

extension SetupSheet {
    /// The setup of a Shelly device of the second generation or later. Source: Shelly's API documentation, "Mqtt",
    /// "Shelly.PutUserCA".
    static func shelly(_ credential: DeviceCredential) -> SetupSheet {
        guard let password = credential.password else {
            return SetupSheet(
                steps: credential.files,
                notes: [
                    "Upload them with Shelly.PutUserCA, Shelly.PutTLSClientCert and Shelly.PutTLSClientKey, and set use_client_cert; the usual way is --password."
                ])
        }
        let root = credential.root.rawValue
        let settings = MQTTSettings(
            server: "\(credential.numericHost):\(credential.port)", clientID: root, user: root, password: password,
            topicPrefix: root)
        let calls = [
            (
                "First the authority", "1-ca",
                json(Call(id: 1, method: "Shelly.PutUserCA", params: Upload(data: credential.authorityPEM)))
            ),
            (
                "Then the settings", "2-mqtt",
                json(Call(id: 2, method: "Mqtt.SetConfig", params: Config(config: settings)))
            ),
            ("Then a restart", "3-reboot", json(Call(id: 3, method: "Shelly.Reboot", params: Nothing()))),
        ]
        return SetupSheet(
            steps: calls.map { title, name, text in
                let file = "\(root).shelly-\(name).json"
                return SetupStep(
                    title: "\(title): curl -d @\(file) http://DEVICE/rpc", text: text, fileName: file,
                    isSecret: name == "2-mqtt")
            },
            notes: [
                "DEVICE is the Shelly's own address. With a password of its own: curl --digest -u admin …",
                "ssl_ca is user_ca.pem, so that the Shelly verifies the broker; “*” would accept any server, null has no TLS at all.",
                "\(credential.numericHost) must stay the gateway's address: reserve it in the router.",
                "Only the second generation and later has TLS for MQTT; the first cannot connect.",
            ],
            scannable: calls[1].2)
    }

    private static func json(_ call: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(call)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// A JSON-RPC call to a Shelly.
    private struct Call<Params: Encodable>: Encodable {
        let id: Int
        let method: String
        let params: Params
    }

    /// The parameters of `Shelly.PutUserCA`.
    private struct Upload: Encodable {
        let data: String
        let append = false

        private enum CodingKeys: String, CodingKey { case data, append }
    }

    /// The parameters of `Mqtt.SetConfig`.
    private struct Config: Encodable { let config: MQTTSettings }

    /// The parameters of a call that has none.
    private struct Nothing: Encodable {}

    /// The MQTT settings of a Shelly, under its own names.
    private struct MQTTSettings: Encodable {
        let enable = true
        let server: String
        let clientID: String
        let user: String
        let password: String
        let authority = "user_ca.pem"
        let topicPrefix: String
        let hasNotifications = true
        let hasStatus = true
        let hasRPC = true
        let hasControl = true

        private enum CodingKeys: String, CodingKey {
            case enable, server, user
            case clientID = "client_id"
            case password = "pass"
            case authority = "ssl_ca"
            case topicPrefix = "topic_prefix"
            case hasNotifications = "rpc_ntf"
            case hasStatus = "status_ntf"
            case hasRPC = "enable_rpc"
            case hasControl = "enable_control"
        }
    }
}

extension SetupSheet {
    /// The setup of a Tasmota device. Source: Tasmota's documentation, "Commands" and "TLS"; the fingerprint is that of
    /// its second algorithm.
    static func tasmota(_ credential: DeviceCredential) -> SetupSheet {
        guard case .password(let password, let fingerprint) = credential.key else {
            return SetupSheet(
                steps: credential.files,
                notes: [
                    "Tasmota accepts a client certificate only in builds that were compiled for it (TLSKey); the usual way is --password."
                ])
        }
        let pinned = fingerprint.map { $0.hexadecimal.uppercased() }.joined(separator: " ")
        let commands = [
            "SetOption103 1", "SetOption132 1", "MqttFingerprint1 \(pinned)", "MqttFingerprint2 \(pinned)",
            "MqttHost \(credential.numericHost)", "MqttPort \(credential.port)", "MqttUser \(credential.root)",
            "MqttPassword \(password.exposedText)", "FullTopic \(credential.root)/%prefix%/%topic%/", "SetOption3 1",
        ]
        let line = "Backlog " + commands.joined(separator: "; ")
        let mac = credential.request.mac.map { "; its announcements may only name \($0)" } ?? ""
        return SetupSheet(
            steps: [
                SetupStep(
                    title: "In the device's web page, under Tools, Console, paste this line; it restarts by itself",
                    text: line, fileName: "\(credential.root).tasmota.txt", isSecret: true)
            ],
            notes: [
                "Stock builds for the ESP8266 have no TLS and cannot connect: use an ESP32 with tasmota32, or compile one with USE_MQTT_TLS. A build without it answers “Command: Unknown” to SetOption132 or MqttFingerprint.",
                "The fingerprint is that of the broker's public key and survives the yearly renewal of its certificate.",
                "\(credential.numericHost) must stay the gateway's address: reserve it in the router. Tasmota knows no .local names.",
                "The gateway finds it by Tasmota's own discovery (SetOption19 0, the default)\(mac).",
            ],
            scannable: line)
    }
}
