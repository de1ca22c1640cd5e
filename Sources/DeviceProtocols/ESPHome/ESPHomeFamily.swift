package import HomeModel

/// Devices with the ESPHome firmware. They announce themselves by Home Assistant discovery, so the parser and the model
/// of that family read their messages.
package enum ESPHomeFamily: DeviceFamilyDefinition {
    package static let name = DeviceFamily.esphome
    package static let linkKinds = [LinkKind.esphome]
    package static let discoveryParsers: [any DiscoveryParser.Type] = []
    package static let reservedRoots: Set<String> = ["esphome"]
    package static let usualCredential = CredentialKind.password

    package static func detailLevel(of kind: LinkKind) -> Int { 3 }

    package static func model(of address: LinkAddress, native: String) -> (any DialectModel)? {
        try? HomeAssistantModel(address, native: native)
    }

    /// The setup of an ESPHome device. Source: ESPHome's documentation, "MQTT Client Component".
    package static func setupSheet(for credential: SetupCredential) -> SetupSheet {
        let root = credential.root
        let proof: String
        switch credential.key {
        case .password(let password, _):
            proof = "  username: \(root)\n  password: \"\(password.exposedText)\""
        case .certificate(let certificate, let privateKey):
            proof = """
                  client_certificate: |
                \(SetupCredential.indented(certificate, by: 4))
                  client_certificate_key: |
                \(SetupCredential.indented(privateKey.exposedText, by: 4))
                """
        }
        let yaml = """
            mqtt:
              broker: \(credential.numericHost)
              port: \(credential.port)
            \(proof)
              client_id: \(root)
              topic_prefix: \(root)
              discovery: true
              discovery_prefix: \(root)/ha
              discovery_unique_id_generator: mac
              discover_ip: false
              # The authority below certifies only this gateway's broker, so its name need not be compared.
              skip_cert_cn_check: true
              certificate_authority: |
            \(SetupCredential.indented(credential.authorityPEM, by: 4))

            """
        return SetupSheet(
            steps: [
                SetupStep(
                    title: CodedSentence("esphome.yaml", text: "Add this to the device's YAML, and install it"),
                    text: yaml, fileName: "\(root).esphome.yaml", isSecret: true)
            ],
            notes: [
                CodedSentence(
                    "esphome.framework",
                    text:
                        "ESPHome has TLS for MQTT only on the ESP32 with the esp-idf framework (esp32: framework: type: esp-idf)."
                ),
                CodedSentence(
                    "esphome.reboot",
                    text:
                        "Without Home Assistant, remove api: or set its reboot_timeout to 0s: else it restarts every 15 minutes."
                ),
                credential.reservationNote,
            ])
    }
}

extension DeviceFamily {
    package static let esphome = DeviceFamily(rawValue: "esphome")
}

extension LinkKind {
    package static let esphome = LinkKind(rawValue: "esphome")
}
