import HomeCertificates
import HomeModel

extension SetupSheet {
    /// The setup of an ESPHome device. Source: ESPHome's documentation, "MQTT Client Component".
    static func esphome(_ credential: DeviceCredential) -> SetupSheet {
        let root = credential.root
        let proof: String
        switch credential.key {
        case .password(let password, _):
            proof = "  username: \(root)\n  password: \"\(password.exposedText)\""
        case .certificate(let certificate, let privateKey):
            proof = """
                  client_certificate: |
                \(DeviceCredential.indented(certificate, by: 4))
                  client_certificate_key: |
                \(DeviceCredential.indented(privateKey.exposedText, by: 4))
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
            \(DeviceCredential.indented(credential.authorityPEM, by: 4))

            """
        return SetupSheet(
            steps: [
                SetupStep(
                    title: "Add this to the device's YAML, and install it", text: yaml,
                    fileName: "\(root).esphome.yaml", isSecret: true)
            ],
            notes: [
                "ESPHome has TLS for MQTT only on the ESP32 with the esp-idf framework (esp32: framework: type: esp-idf).",
                "Without Home Assistant, remove api: or set its reboot_timeout to 0s: else it restarts every 15 minutes.",
                "\(credential.numericHost) must stay the gateway's address: reserve it in the router.",
            ])
    }

    /// The setup of Zigbee2MQTT. Source: Zigbee2MQTT's documentation, "MQTT", "Home Assistant", "Device availability",
    /// and `settings.schema.json`.
    static func zigbee2MQTT(_ credential: DeviceCredential) -> SetupSheet {
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
                    title: "Merge this into Zigbee2MQTT's data/configuration.yaml, with its own paths, and restart it",
                    text: yaml, fileName: "\(root).zigbee2mqtt.yaml", isSecret: credential.password != nil)
            ],
            notes: [
                "optimistic: false is needed: else a requested state would be reported as if it were reached.",
                "Where \(credential.host) is not found (in a container, for instance): mqtts://\(credential.numericHost):\(credential.port).",
            ])
    }

    /// The setup of a Homie device. Source: Homie convention 5, "Topic structure".
    static func homie(_ credential: DeviceCredential) -> SetupSheet {
        plain(
            credential, topics: "Homie domain  \(credential.root)   (all topics: \(credential.root)/5/<device>/…)",
            notes: ["A bridge's children are devices beside it, below the same domain."])
    }

    static func generic(_ credential: DeviceCredential) -> SetupSheet {
        plain(
            credential, topics: "Topics        below \(credential.root)/; all other topics are closed",
            notes: ["A device with Home Assistant discovery: set its discovery prefix to \(credential.root)/ha."])
    }

    private static func plain(_ credential: DeviceCredential, topics: String, notes: [String]) -> SetupSheet {
        let root = credential.root
        let proof =
            credential.password == nil
            ? "Certificate   \(credential.certificateFile)\nPrivate key   \(credential.privateKeyFile)"
            : "Password      \(credential.passwordFile)"
        let version = credential.password == nil ? "TLS 1.3" : "TLS 1.2 or 1.3"
        let text = """
            Broker        \(credential.host) or \(credential.numericHost), port \(credential.port), MQTT over \(version)
            User name     \(root), also the client id
            Authority     \(credential.authorityFile)
            \(proof)
            \(topics)

            """
        return SetupSheet(
            steps: credential.files + [
                SetupStep(
                    title: "The settings of the device", text: text, fileName: "\(root).setup.txt", isSecret: false)
            ],
            notes: notes,
            scannable: credential.password.map {
                "mqtts://\(root):\($0)@\(credential.numericHost):\(credential.port)"
            })
    }
}
