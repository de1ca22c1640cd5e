import Foundation
package import HomeModel

/// Shelly devices of the second generation and later.
package enum ShellyFamily: DeviceFamilyDefinition {
    package static let name = DeviceFamily.shelly
    package static let linkKinds = [LinkKind.shelly]
    package static let discoveryParsers: [any DiscoveryParser.Type] = [ShellyDiscoveryParser.self]
    package static let reservedRoots: Set<String> = ["shelly", "shellies"]
    package static let usualCredential = CredentialKind.password

    package static func detailLevel(of kind: LinkKind) -> Int { 5 }

    package static func model(of address: LinkAddress, native: String) -> (any DialectModel)? {
        try? ShellyDeviceModel(root: address.root, native: Array(native.utf8))
    }

    /// The setup of a Shelly device of the second generation or later. Source: Shelly's API documentation, "Mqtt",
    /// "Shelly.PutUserCA".
    package static func setupSheet(for credential: SetupCredential) -> SetupSheet {
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
}

extension DeviceFamily {
    package static let shelly = DeviceFamily(rawValue: "shelly")
}

extension LinkKind {
    package static let shelly = LinkKind(rawValue: "shelly")
}

extension ShellyFamily {
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
