package import HomeModel

/// Zigbee devices behind Zigbee2MQTT. One bridge has one credential for all of its devices.
package enum Zigbee2MQTTFamily: DeviceFamilyDefinition {
    package static let name = DeviceFamily.zigbee2mqtt
    package static let linkKinds = [LinkKind.zigbee2mqtt]
    package static let discoveryParsers: [any DiscoveryParser.Type] = [Zigbee2MQTTDiscoveryParser.self]
    package static let reservedRoots: Set<String> = ["zigbee2mqtt"]
    package static let usualCredential = CredentialKind.certificate

    package static func detailLevel(of kind: LinkKind) -> Int { 5 }

    package static func model(of address: LinkAddress, native: String) -> (any DialectModel)? {
        try? Zigbee2MQTTModel(address: address, native: native)
    }

    /// The setup of Zigbee2MQTT. Source: Zigbee2MQTT's documentation, "MQTT", "Home Assistant", "Device availability",
    /// and `settings.schema.json`.
    package static func setupSheet(for credential: SetupCredential) -> SetupSheet {
        let root = credential.root
        let proof =
            credential.password.map { "user: \(root)\n  password: \"\($0)\"" }
            ?? "cert: /path/to/\(credential.certificateFile)\n  key: /path/to/\(credential.privateKeyFile)"
        let yaml = """
            mqtt:
              base_topic: \(root)/z2m
              server: mqtts://\(credential.host):\(credential.port)
              ca: /path/to/\(credential.authorityFile)
              \(proof)
              client_id: \(root)
              reject_unauthorized: true
            homeassistant:
              enabled: true
              discovery_topic: \(root)/ha
              status_topic: \(root)/ha/status
            availability:
              enabled: true
            device_options:
              optimistic: false

            """
        return SetupSheet(
            steps: credential.files.filter { $0.fileName != credential.passwordFile } + [
                SetupStep(
                    title: CodedSentence(
                        "zigbee2mqtt.configuration",
                        text:
                            "Merge this into Zigbee2MQTT's data/configuration.yaml, with its own paths, and restart it"),
                    text: yaml, fileName: "\(root).zigbee2mqtt.yaml", isSecret: credential.password != nil)
            ],
            notes: [
                CodedSentence(
                    "zigbee2mqtt.optimistic",
                    text: "optimistic: false is needed: else a requested state would be reported as if it were reached."
                ),
                CodedSentence(
                    "zigbee2mqtt.address",
                    values: [
                        "host": .text(credential.host),
                        "address": .text("mqtts://\(credential.numericHost):\(credential.port)"),
                    ],
                    text:
                        "Where \(credential.host) is not found (in a container, for instance): mqtts://\(credential.numericHost):\(credential.port)."
                ),
            ])
    }
}

extension DeviceFamily {
    package static let zigbee2mqtt = DeviceFamily(rawValue: "zigbee2mqtt")
}

extension LinkKind {
    package static let zigbee2mqtt = LinkKind(rawValue: "zigbee2mqtt")
}
