package import HomeModel

/// Devices with the Tasmota firmware. They announce themselves by their MAC address, outside their own root topics.
package enum TasmotaFamily: DeviceFamilyDefinition {
    package static let name = DeviceFamily.tasmota
    package static let linkKinds = [LinkKind.tasmota]
    package static let discoveryParsers: [any DiscoveryParser.Type] = [TasmotaDiscoveryParser.self]
    package static let reservedRoots: Set<String> = ["tasmota", "cmnd", "stat", "tele"]
    package static let discoveryTree: DiscoveryTree? = DiscoveryTree(topic: "tasmota/discovery")
    package static let usualCredential = CredentialKind.password
    package static let directSetup: (any DirectSetup.Type)? = TasmotaSetup.self
    package static let macRequirement: String? =
        "A Tasmota device announces itself by its MAC address: give the one on its Information page."

    package static func detailLevel(of kind: LinkKind) -> Int { 5 }

    package static func model(of address: LinkAddress, native: String) -> (any DialectModel)? {
        try? TasmotaModel(address: address, native: native)
    }

    /// The setup of a Tasmota device. Source: Tasmota's documentation, "Commands" and "TLS"; the fingerprint is that of
    /// its second algorithm.
    package static func setupSheet(for credential: SetupCredential) -> SetupSheet {
        guard let line = TasmotaSetup.backlog(credential) else {
            return SetupSheet(
                steps: credential.files,
                notes: [
                    CodedSentence(
                        "tasmota.certificate",
                        text:
                            "Tasmota accepts a client certificate only in builds that were compiled for it (TLSKey); the usual way is --password."
                    )
                ])
        }
        return SetupSheet(
            steps: [
                SetupStep(
                    title: CodedSentence(
                        "tasmota.console",
                        text: "In the device's web page, under Tools, Console, paste this line; it restarts by itself"),
                    text: line, fileName: "\(credential.root).tasmota.txt", isSecret: true)
            ],
            notes: [
                CodedSentence(
                    "tasmota.builds",
                    text:
                        "Stock builds for the ESP8266 have no TLS and cannot connect: use an ESP32 with tasmota32, or compile one with USE_MQTT_TLS. A build without it answers “Command: Unknown” to SetOption132 or MqttFingerprint."
                ),
                CodedSentence(
                    "tasmota.fingerprint",
                    text:
                        "The fingerprint is that of the broker's public key and survives the yearly renewal of its certificate."
                ),
                credential.reservationNote, discoveryNote(credential.mac),
            ],
            scannable: line)
    }

    /// The note how the gateway finds the device, which may only announce itself by its own MAC address.
    private static func discoveryNote(_ mac: MACAddress?) -> CodedSentence {
        let text = "The gateway finds it by Tasmota's own discovery (SetOption19 0, the default)"
        guard let mac else { return CodedSentence("tasmota.discovery", text: "\(text).") }
        return CodedSentence(
            "tasmota.ownDiscovery", values: ["mac": .text("\(mac)")],
            text: "\(text); its announcements may only name \(mac).")
    }
}

extension DeviceFamily {
    package static let tasmota = DeviceFamily(rawValue: "tasmota")
}

extension LinkKind {
    package static let tasmota = LinkKind(rawValue: "tasmota")
}
