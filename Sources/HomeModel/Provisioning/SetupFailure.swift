/// Why the gateway does not configure a device, or why a setup failed.
package enum SetupFailure: Error, Hashable, Sendable {
    /// No interface of the gateway is in the network of the address.
    case notAttached(IPv4Address)
    case unreachable(SetupTarget)
    /// The response is not one of a device that can be configured: another program, a redirect, or too much data.
    case notRecognised(SetupTarget)
    /// The device did not answer all requests within this time.
    case tooSlow(Duration)
    /// Another device has the address. It received nothing secret.
    case otherDevice(found: String)
    /// Another device answered, or connected, after the password of the setup was sent.
    case otherDeviceAfterPassword(found: String)
    /// The device asks for its own password.
    case passwordProtected
    /// The firmware cannot connect securely. The sentence says why.
    case unsupported(String)
    /// The device refused a setting. The text is its own.
    case refused(EscapedText)
    case noCredential(String)
    /// The device was configured and has not connected in time.
    case notConnected
    /// The person who started the setup may not add devices any more, or is signed out.
    case permissionLost
    case cancelled

    /// For programs, and for translations.
    package var code: String {
        switch self {
        case .notAttached: "notAttached"
        case .unreachable: "unreachable"
        case .notRecognised: "notRecognised"
        case .tooSlow: "tooSlow"
        case .otherDevice: "otherDevice"
        case .otherDeviceAfterPassword: "otherDeviceAfterPassword"
        case .passwordProtected: "passwordProtected"
        case .unsupported: "unsupported"
        case .refused: "refusedByDevice"
        case .noCredential: "noCredential"
        case .notConnected: "notConnected"
        case .permissionLost: "permissionLost"
        case .cancelled: "cancelled"
        }
    }

    /// The same failure after the password of the setup was sent.
    package var afterPassword: SetupFailure {
        if case .otherDevice(let found) = self { .otherDeviceAfterPassword(found: found) } else { self }
    }

    /// The values in the sentence, to write it in another language.
    package var values: [String: SentenceValue] {
        switch self {
        case .notAttached(let address): ["address": .text("\(address)")]
        case .unreachable(let target), .notRecognised(let target): ["address": .text("\(target)")]
        case .tooSlow(let limit): ["seconds": .count(limit.components.seconds)]
        case .otherDevice(let found), .otherDeviceAfterPassword(let found):
            ["found": .text("\(EscapedText(found, limit: 64))")]
        case .refused(let text): ["text": .text("\(text)")]
        case .passwordProtected, .unsupported, .noCredential, .notConnected, .permissionLost, .cancelled: [:]
        }
    }

    /// All codes.
    package static let codes = [
        "notAttached", "unreachable", "notRecognised", "tooSlow", "otherDevice", "otherDeviceAfterPassword",
        "passwordProtected", "unsupported", "refusedByDevice", "noCredential", "notConnected", "permissionLost",
        "cancelled",
    ]
}

extension SetupFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notAttached(let address):
            "\(address) is in no network of the gateway's own interfaces. The gateway configures only devices there; use tomte devices provision for others."
        case .unreachable(let target):
            "No device answers at \(target). Check the address and that the device has power."
        case .notRecognised(let target):
            "The device at \(target) is none that the gateway can configure; use tomte devices provision."
        case .tooSlow(let limit):
            "The device answers too slowly, so the gateway stopped after \(limit.components.seconds) s. Restart the device and repeat the setup."
        case .otherDevice(let found):
            "Another device answers at this address: \(EscapedText(found, limit: 64)). Nothing secret was sent to it."
        case .otherDeviceAfterPassword(let found):
            "The gateway sent this setup's password, and then another device answered: \(EscapedText(found, limit: 64)). That device may have the password, so the gateway revokes it. Compare address and MAC address with the label of your device, and repeat the setup."
        case .passwordProtected:
            "The device asks for its own password. Remove that password for the setup, or use tomte devices provision."
        case .unsupported(let reason): reason
        case .refused(let text): "The device refused a setting: \(text)"
        case .noCredential(let reason): reason
        case .notConnected:
            "The device did not connect in time. Check that it reaches the gateway, and repeat the setup."
        case .permissionLost:
            "The person who started the setup may not add devices any more, or is signed out, so the gateway stopped. A person who may add devices can repeat the setup."
        case .cancelled: "The setup was cancelled."
        }
    }
}
