import HomeCertificates
import HomeModel

/// One step of a setup: a text to type or paste, or a file to put in place.
package struct SetupStep: Sendable, Equatable {
    /// The instruction, as a sentence.
    package let title: String
    package let text: String
    /// The name of the file, where the text is kept in one.
    package let fileName: String
    package let isSecret: Bool
}

/// The setup instructions for one device, in the terms of its family.
package struct SetupSheet: Sendable, Equatable {
    package let steps: [SetupStep]
    /// Hints to read before the setup, and when it does not work.
    package let notes: [String]
    /// A text that is useful as a QR code: short, and pasted into a device's own page.
    package let scannable: String?

    package init(_ credential: DeviceCredential) {
        let family: SetupSheet =
            switch credential.request.family {
            case .tasmota: .tasmota(credential)
            case .shelly: .shelly(credential)
            case .esphome: .esphome(credential)
            case .zigbee2mqtt: .zigbee2MQTT(credential)
            case .homie: .homie(credential)
            case .generic: .generic(credential)
            }
        self = family
    }

    init(steps: [SetupStep], notes: [String] = [], scannable: String? = nil) {
        self.steps = steps
        self.notes = notes
        self.scannable = scannable
    }
}

extension DeviceCredential {
    /// An address of the gateway for firmware that cannot resolve `.local` names: IPv4 before IPv6.
    var numericHost: String { addresses.first { !$0.contains(":") } ?? addresses.first ?? host }

    var authorityFile: String { "\(root).ca.pem" }
    var certificateFile: String { "\(root).pem" }
    var privateKeyFile: String { "\(root).key" }
    var passwordFile: String { "\(root).password" }

    package var password: String? {
        guard case .password(let password, _) = key else { return nil }
        return password.exposedText
    }

    /// Everything that the device needs as a file, including the password.
    var files: [SetupStep] {
        let authority = SetupStep(
            title: "The certificate authority of the broker", text: authorityPEM,
            fileName: authorityFile, isSecret: false)
        switch key {
        case .certificate(let certificate, let privateKey):
            return [
                authority,
                SetupStep(
                    title: "The device's certificate", text: certificate, fileName: certificateFile, isSecret: false),
                SetupStep(
                    title: "The key of that certificate; it is shown once", text: privateKey.exposedText,
                    fileName: privateKeyFile, isSecret: true),
            ]
        case .password(let password, _):
            return [
                authority,
                SetupStep(
                    title: "The password; it is shown once", text: password.exposedText, fileName: passwordFile,
                    isSecret: true),
            ]
        }
    }

    /// Returns the text with `depth` spaces before each line.
    static func indented(_ text: String, by depth: Int) -> String {
        let margin = String(repeating: " ", count: depth)
        return text.split(separator: "\n").map { "\(margin)\($0)" }.joined(separator: "\n")
    }
}
