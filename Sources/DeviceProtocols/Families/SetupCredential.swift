package import HomeModel

/// The credential of a device and the address of the broker, from which its family writes the setup instructions.
package struct SetupCredential: Sendable {
    /// The secret by which the broker recognises the device.
    package enum Key: Sendable {
        case certificate(certificatePEM: String, privateKeyPEM: Secret)
        /// With the SHA-1 fingerprint of the public key of the broker's RSA certificate.
        case password(Secret, keyFingerprint: [UInt8])
    }

    /// The root topic, which is also the user name and the client id.
    package let root: DeviceID
    package let mac: MACAddress?
    package let host: String
    /// The gateway's own addresses, for devices that cannot resolve `.local` names.
    package let addresses: [String]
    package let port: Int
    package let authorityPEM: String
    package let key: Key

    package init(
        root: DeviceID, mac: MACAddress?, host: String, addresses: [String], port: Int, authorityPEM: String, key: Key
    ) {
        self.root = root
        self.mac = mac
        self.host = host
        self.addresses = addresses
        self.port = port
        self.authorityPEM = authorityPEM
        self.key = key
    }
}

extension SetupCredential {
    /// An address of the gateway for firmware that cannot resolve `.local` names: IPv4 before IPv6.
    var numericHost: String { addresses.first { !$0.contains(":") } ?? addresses.first ?? host }

    var authorityFile: String { "\(root).ca.pem" }
    var certificateFile: String { "\(root).pem" }
    var privateKeyFile: String { "\(root).key" }
    var passwordFile: String { "\(root).password" }

    var password: String? { if case .password(let password, _) = key { password.exposedText } else { nil } }

    /// Everything that the device needs as a file, including the password.
    var files: [SetupStep] {
        let authority = SetupStep(
            title: CodedSentence("authority", text: "The certificate authority of the broker"), text: authorityPEM,
            fileName: authorityFile, isSecret: false)
        switch key {
        case .certificate(let certificate, let privateKey):
            return [
                authority,
                SetupStep(
                    title: CodedSentence("certificate", text: "The device's certificate"), text: certificate,
                    fileName: certificateFile, isSecret: false),
                SetupStep(
                    title: CodedSentence("privateKey", text: "The key of that certificate; it is shown once"),
                    text: privateKey.exposedText,
                    fileName: privateKeyFile, isSecret: true),
            ]
        case .password(let password, _):
            return [
                authority,
                SetupStep(
                    title: CodedSentence("password", text: "The password; it is shown once"),
                    text: password.exposedText, fileName: passwordFile,
                    isSecret: true),
            ]
        }
    }

    /// The note that a device keeps the address of the gateway.
    var reservationNote: CodedSentence {
        CodedSentence(
            "reserveAddress", values: ["host": .text(numericHost)],
            text: "\(numericHost) must stay the gateway's address: reserve it in the router.")
    }

    /// Returns the text with `depth` spaces before each line.
    static func indented(_ text: String, by depth: Int) -> String {
        let margin = String(repeating: " ", count: depth)
        return text.split(separator: "\n").map { "\(margin)\($0)" }.joined(separator: "\n")
    }
}

extension SetupCredential {
    /// The setup of a device whose settings a person enters one by one.
    func plainSheet(topics: String, notes: [CodedSentence]) -> SetupSheet {
        let proof =
            password == nil
            ? "Certificate   \(certificateFile)\nPrivate key   \(privateKeyFile)"
            : "Password      \(passwordFile)"
        let version = password == nil ? "TLS 1.3" : "TLS 1.2 or 1.3"
        let text = """
            Broker        \(host) or \(numericHost), port \(port), MQTT over \(version)
            User name     \(root), also the client id
            Authority     \(authorityFile)
            \(proof)
            \(topics)

            """
        return SetupSheet(
            steps: files + [
                SetupStep(
                    title: CodedSentence("settings", text: "The settings of the device"), text: text,
                    fileName: "\(root).setup.txt", isSecret: false)
            ],
            notes: notes,
            scannable: password.map {
                "mqtts://\(root):\($0)@\(numericHost):\(port)"
            })
    }
}
