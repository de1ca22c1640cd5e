/// A family of MQTT devices, by how one of them is set up.
package enum DeviceFamily: String, Sendable, Codable, CaseIterable {
    case tasmota, shelly, esphome, zigbee2mqtt, homie, generic

    /// The proof of identity that the firmware of the family reliably supports.
    package var usualCredential: CredentialKind {
        switch self {
        case .tasmota, .shelly, .esphome: .password
        case .zigbee2mqtt, .homie, .generic: .certificate
        }
    }
}

/// The means by which a device proves its identity.
package enum CredentialKind: String, Sendable, Codable, CaseIterable {
    /// A client certificate, at the main listener.
    case certificate
    /// User name and password, at the compatibility listener.
    case password
}
