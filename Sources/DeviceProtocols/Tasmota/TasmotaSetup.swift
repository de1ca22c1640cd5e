import Foundation
package import HomeModel

/// The configuration of a Tasmota device over its own web server, by web requests. Source: Tasmota's documentation,
/// "Commands" and "TLS", and its `HandleHttpCommand`.
package enum TasmotaSetup: DirectSetup {
    /// The name is the host name of the device, such as `tasmota-1B2C3D-1234` with the end of its MAC address in the
    /// middle. A person may have changed it; then it is not recognised.
    package static func macSuffix(inAnnouncedName name: String) -> String? {
        let parts = name.lowercased().split(separator: "-", omittingEmptySubsequences: false)
        guard name.utf8.count <= 64, parts.count == 3, parts[0] == "tasmota", parts[1].utf8.count == 6,
            parts[1].utf8.allSatisfy(\.isHexDigit)
        else { return nil }
        return String(parts[1])
    }

    package static let identificationPaths = [
        path("Status 5"), path("Status 2"), path("MqttFingerprint1"),
    ]

    package static func identity(
        in responses: [JSONValue], from target: SetupTarget
    ) throws(SetupFailure) -> DeviceIdentity {
        guard responses.count == identificationPaths.count else { throw .notRecognised(target) }
        let (network, firmware, pinned) = (responses[0], responses[1], responses[2])
        if network["WARNING"] != nil { throw .passwordProtected }
        guard let name = network[path: ["StatusNET", "Hostname"]]?.text,
            let mac = network[path: ["StatusNET", "Mac"]]?.text.flatMap(MACAddress.init)
        else { throw .notRecognised(target) }
        guard pinned["MqttFingerprint1"] != nil else {
            throw .unsupported(
                "This firmware has no TLS and cannot connect: use an ESP32 with tasmota32, or a build with USE_MQTT_TLS."
            )
        }
        return DeviceIdentity(
            id: name, mac: mac, model: firmware[path: ["StatusFWR", "Hardware"]]?.text,
            firmware: firmware[path: ["StatusFWR", "Version"]]?.text)
    }

    package static func settings(for endpoint: SetupEndpoint) -> [SetupSetting] {
        commands(endpoint, password: "", fingerprint: "").map { SetupSetting(name: $0.name, value: $0.shown) }
    }

    package static func requests(for credential: SetupCredential) -> [DeviceRequest] {
        guard let line = backlog(credential) else { return [] }
        // The device restarts by itself when the last command has been carried out.
        return [DeviceRequest(path: path(line), containsPassword: true)]
    }

    package static func check(_ response: JSONValue, from identity: DeviceIdentity) throws(SetupFailure) {
        // A Backlog has no response of its own; the warning of some versions says only that none is logged.
        guard let error = response["Command"]?.text else { return }
        throw .refused(EscapedText(error, limit: 100))
    }

    /// The line that sets everything; nil for a credential with a certificate.
    static func backlog(_ credential: SetupCredential) -> String? {
        guard case .password(let password, let fingerprint) = credential.key else { return nil }
        let pinned = fingerprint.map { $0.hexadecimal.uppercased() }.joined(separator: " ")
        let all = commands(credential.endpoint, password: password.exposedText, fingerprint: pinned)
        return "Backlog " + all.map { "\($0.name) \($0.value)" }.joined(separator: "; ")
    }
}

extension TasmotaSetup {
    /// A command, and its value as it is shown to a person.
    private struct Command {
        let name: String
        let value: String
        let shown: SetupSetting.Value

        init(_ name: String, value: String, shown: SetupSetting.Value? = nil) {
            self.name = name
            self.value = value
            self.shown = shown ?? .text(value)
        }
    }

    private static func commands(_ endpoint: SetupEndpoint, password: String, fingerprint: String) -> [Command] {
        [
            Command("SetOption103", value: "1"), Command("SetOption132", value: "1"),
            Command("MqttFingerprint1", value: fingerprint, shown: .keyFingerprint),
            Command("MqttFingerprint2", value: fingerprint, shown: .keyFingerprint),
            Command("MqttHost", value: endpoint.host), Command("MqttPort", value: "\(endpoint.port)"),
            Command("MqttUser", value: endpoint.root.rawValue),
            Command("MqttPassword", value: password, shown: .password),
            Command("FullTopic", value: "\(endpoint.root)/%prefix%/%topic%/"), Command("SetOption3", value: "1"),
        ]
    }

    private static func path(_ command: String) -> String {
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._")
        return "/cm?cmnd=" + (command.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
    }
}
