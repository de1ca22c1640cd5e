/// How the gateway reaches a device.
package enum LinkKind: String, Sendable, Codable, CaseIterable {
    case homie5, homie4, homeAssistant, zigbee2mqtt, tasmota, shelly, esphome
    /// Not at all: the device is only the past of something, brought in by an import.
    case archive

    /// Whether there is anything to listen to, to command, or to revoke.
    package var isLive: Bool { self != .archive }
}

/// A device as its own network knows it; the foreign id is never used as one of ours.
package struct LinkAddress: Hashable, Sendable, Codable {
    package let kind: LinkKind
    /// The dialect's own id, below `root` for MQTT.
    package let foreignID: String
    /// MQTT: the root topic, which is also the name of the device's credential. Archive: where the past came from.
    package let root: String

    package init(kind: LinkKind, foreignID: String, root: String) {
        self.kind = kind
        self.foreignID = foreignID
        self.root = root
    }
}

/// Whether a device is there, as far as its link can tell.
package enum Availability: String, Sendable, Codable, CaseIterable {
    case ready, starting, sleeping, disconnected, lost, unknown
    /// It has a past, and nothing else.
    case archived

    /// Whether a command has a chance to be heard.
    package var isReachable: Bool { self == .ready || self == .sleeping }
}
