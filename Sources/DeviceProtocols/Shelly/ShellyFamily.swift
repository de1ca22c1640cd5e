package import HomeModel

/// Shelly devices of the second generation and later.
package enum ShellyFamily: DeviceFamilyDefinition {
    package static let name = DeviceFamily.shelly
    package static let linkKinds = [LinkKind.shelly]
    package static let discoveryParsers: [any DiscoveryParser.Type] = [ShellyDiscoveryParser.self]
    package static let reservedRoots: Set<String> = ["shelly", "shellies"]
    package static let usualCredential = CredentialKind.password
    package static let directSetup: (any DirectSetup.Type)? = ShellySetup.self

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
                    CodedSentence(
                        "shelly.certificate",
                        text:
                            "Upload them with Shelly.PutUserCA, Shelly.PutTLSClientCert and Shelly.PutTLSClientKey, and set use_client_cert; the usual way is --password."
                    )
                ])
        }
        let root = credential.root.rawValue
        let calls = [
            ("First the authority", "authority", "1-ca", ShellySetup.upload(credential.authorityPEM)),
            ("Then the settings", "settings", "2-mqtt", ShellySetup.settings(credential.endpoint, password: password)),
            ("Then a restart", "restart", "3-reboot", ShellySetup.restart),
        ]
        return SetupSheet(
            steps: calls.map { title, code, name, text in
                let file = "\(root).shelly-\(name).json"
                return SetupStep(
                    title: CodedSentence(
                        "shelly.\(code)", values: ["file": .text(file)],
                        text: "\(title): curl -d @\(file) http://DEVICE/rpc"),
                    text: text, fileName: file,
                    isSecret: name == "2-mqtt")
            },
            notes: [
                CodedSentence(
                    "shelly.address",
                    text: "DEVICE is the Shelly's own address. With a password of its own: curl --digest -u admin …"),
                CodedSentence(
                    "shelly.verification",
                    text:
                        "ssl_ca is user_ca.pem, so that the Shelly verifies the broker; “*” would accept any server, null has no TLS at all."
                ),
                credential.reservationNote,
                CodedSentence(
                    "shelly.generation",
                    text: "Only the second generation and later has TLS for MQTT; the first cannot connect."),
            ],
            scannable: calls[1].3)
    }
}

extension DeviceFamily {
    package static let shelly = DeviceFamily(rawValue: "shelly")
}

extension LinkKind {
    package static let shelly = LinkKind(rawValue: "shelly")
}
