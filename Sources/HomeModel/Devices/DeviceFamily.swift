/// A family of MQTT devices, by how one of them is set up.
package enum DeviceFamily: String, Sendable, Codable, CaseIterable {
    case tasmota, shelly, esphome, zigbee2mqtt, homie, generic

    /// What its firmware can be relied on to do.
    package var usualProof: CredentialProof {
        switch self {
        case .tasmota, .shelly, .esphome: .password
        case .zigbee2mqtt, .homie, .generic: .certificate
        }
    }
}

/// By what a device proves who it is.
package enum CredentialProof: String, Sendable, Codable, CaseIterable {
    /// A client certificate, at the main listener.
    case certificate
    /// User name and password, at the compatibility listener.
    case password
}
