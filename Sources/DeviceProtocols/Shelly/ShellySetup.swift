import Foundation
package import HomeModel

/// The configuration of a Shelly of the second generation or later over its own web server, by JSON-RPC. Source:
/// Shelly's API documentation, "RPC Channels", "Shelly", "Mqtt" and "mDNS".
package enum ShellySetup: DirectSetup {
    /// The length of a piece of an uploaded file. Firmware limits the size of a request; other clients upload one line
    /// at a time.
    private static let pieceLength = 512
    private static let secretKey = "pass"

    /// The name is the id of the device, such as `shellyplus1-a8032ab12345`.
    package static func macSuffix(inAnnouncedName name: String) -> String? {
        let parts = name.lowercased().split(separator: "-", omittingEmptySubsequences: false)
        guard name.utf8.count <= 64, parts.count == 2, parts[0].hasPrefix("shelly"), parts[1].utf8.count == 12,
            parts[1].utf8.allSatisfy(\.isHexDigit)
        else { return nil }
        return String(parts[1])
    }

    package static let identificationPaths = ["/rpc/Shelly.GetDeviceInfo"]

    package static func identity(
        in responses: [JSONValue], from target: SetupTarget
    ) throws(SetupFailure) -> DeviceIdentity {
        guard let answer = responses.first, let id = answer["id"]?.text, id.lowercased().hasPrefix("shelly"),
            let mac = answer["mac"]?.text.flatMap(MACAddress.init), let generation = answer["gen"]?.integer
        else { throw .notRecognised(target) }
        guard generation >= 2 else {
            throw .unsupported("Only a Shelly of the second generation or later can connect with TLS.")
        }
        if answer["auth_en"]?.boolean == true { throw .passwordProtected }
        return DeviceIdentity(
            id: id, mac: mac, model: answer["app"]?.text ?? answer["model"]?.text, firmware: answer["ver"]?.text)
    }

    package static func settings(for endpoint: SetupEndpoint) -> [SetupSetting] {
        let config = mqttSettings(endpoint, password: "")
        let members = (try? JSONValue(parsing: Array(json(config).utf8)))?.members ?? []
        return [SetupSetting(name: config.authority, value: .authority)]
            + members.map { member in
                let text = member.value.text ?? member.value.boolean.map { "\($0)" } ?? ""
                return SetupSetting(
                    name: member.key, value: member.key == secretKey ? .password : .text(text))
            }
    }

    package static func requests(for credential: SetupCredential) -> [DeviceRequest] {
        guard let password = credential.password else { return [] }
        let uploads = pieces(of: credential.authorityPEM).enumerated().map { index, piece in
            upload(piece, isContinued: index > 0)
        }
        return uploads.map { DeviceRequest(path: "/rpc", body: $0) } + [
            DeviceRequest(
                path: "/rpc", body: settings(credential.endpoint, password: password), containsPassword: true),
            DeviceRequest(.restart, path: "/rpc", body: restart),
        ]
    }

    package static func check(_ response: JSONValue, from identity: DeviceIdentity) throws(SetupFailure) {
        if let source = response["src"]?.text, source.lowercased() != identity.id.lowercased() {
            throw .otherDevice(found: source)
        }
        guard response["error"] == nil, response["id"] != nil else {
            throw .refused(EscapedText(response[path: ["error", "message"]]?.text ?? "no reason given", limit: 100))
        }
    }
}

// MARK: - Calls

extension ShellySetup {
    /// Uploads the certificate authority that the device then trusts for MQTT, or appends to it.
    static func upload(_ pem: String, isContinued: Bool = false) -> String {
        json(Call(id: 1, method: "Shelly.PutUserCA", params: Upload(data: pem, append: isContinued)))
    }

    /// Sets the connection to the broker.
    static func settings(_ endpoint: SetupEndpoint, password: String) -> String {
        json(Call(id: 2, method: "Mqtt.SetConfig", params: Config(config: mqttSettings(endpoint, password: password))))
    }

    static let restart = json(Call(id: 3, method: "Shelly.Reboot", params: Nothing()))

    private static func mqttSettings(_ endpoint: SetupEndpoint, password: String) -> MQTTSettings {
        let root = endpoint.root.rawValue
        return MQTTSettings(
            server: "\(endpoint.host):\(endpoint.port)", clientID: root, user: root, password: password,
            topicPrefix: root)
    }

    /// The pieces of a file, each of whole lines.
    private static func pieces(of pem: String) -> [String] {
        var pieces: [String] = []
        for line in pem.split(separator: "\n").map({ "\($0)\n" }) {
            if let last = pieces.last, last.utf8.count + line.utf8.count <= pieceLength {
                pieces[pieces.count - 1] = last + line
            } else {
                pieces.append(line)
            }
        }
        return pieces
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
        let append: Bool
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
