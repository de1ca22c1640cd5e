package import HomeModel

/// Devices with the Tasmota firmware. They announce themselves by their MAC address, outside their own root topics.
package enum TasmotaFamily: DeviceFamilyDefinition {
    package static let name = DeviceFamily.tasmota
    package static let linkKinds = [LinkKind.tasmota]
    package static let discoveryParsers: [any DiscoveryParser.Type] = [TasmotaDiscoveryParser.self]
    package static let reservedRoots: Set<String> = ["tasmota", "cmnd", "stat", "tele"]
    package static let discoveryTree: DiscoveryTree? = DiscoveryTree(topic: "tasmota/discovery")
    package static let usualCredential = CredentialKind.password
    package static let macRequirement: String? =
        "A Tasmota device announces itself by its MAC address: give the one on its Information page."

    package static func detailLevel(of kind: LinkKind) -> Int { 5 }

    package static func model(of address: LinkAddress, native: String) -> (any DialectModel)? {
        try? TasmotaModel(address: address, native: native)
    }

    /// The setup of a Tasmota device. Source: Tasmota's documentation, "Commands" and "TLS"; the fingerprint is that of
    /// its second algorithm.
    package static func setupSheet(for credential: SetupCredential) -> SetupSheet {
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
        let mac = credential.mac.map { "; its announcements may only name \($0)" } ?? ""
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

extension DeviceFamily {
    package static let tasmota = DeviceFamily(rawValue: "tasmota")
}

extension LinkKind {
    package static let tasmota = LinkKind(rawValue: "tasmota")
}
