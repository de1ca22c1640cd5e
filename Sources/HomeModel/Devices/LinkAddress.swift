/// How the gateway reaches a device.
package enum LinkKind: String, Sendable, Codable, CaseIterable {
    case homie5, homie4, homeAssistant, zigbee2mqtt, tasmota, shelly, esphome
    /// The gateway does not reach it: the device has only a history, which an import created.
    case archive

    /// Whether the device sends messages, can accept commands, and has a credential that can be revoked.
    package var isLive: Bool { self != .archive }
}

/// The address of a device in its own network. The foreign id is never used as an id of the gateway.
package struct LinkAddress: Hashable, Sendable, Codable {
    package let kind: LinkKind
    /// The dialect's own id, below `root` for MQTT.
    package let foreignID: String
    /// MQTT: the root topic, which is also the name of the device's credential. Archive: the source of the history.
    package let root: String

    package init(kind: LinkKind, foreignID: String, root: String) {
        self.kind = kind
        self.foreignID = foreignID
        self.root = root
    }
}

/// Whether a device is available, as far as its link knows.
package enum Availability: String, Sendable, Codable, CaseIterable {
    case ready, starting, sleeping, disconnected, lost, unknown
    /// The device has only a history.
    case archived

    /// Whether a command can reach the device.
    package var isReachable: Bool { self == .ready || self == .sleeping }
}

/// The root topic of a credential: the first level of all its topics, and its name.
package enum RootTopic {
    /// Root topics that families of devices share, so that no device may own one.
    private static let shared: Set<String> = [
        "homie", "homeassistant", "tasmota", "cmnd", "stat", "tele", "zigbee2mqtt", "esphome", "shelly", "shellies",
        "tomte",
    ]

    /// Whether `root` is shared by device families, or reserved for the gateway.
    package static func isReserved(_ root: String) -> Bool {
        shared.contains(root) || root.utf8.starts(with: "tomte-".utf8)
    }
}

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
