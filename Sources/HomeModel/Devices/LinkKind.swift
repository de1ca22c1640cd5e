/// How the gateway reaches a device: by a dialect of MQTT, by HomeKit, by Matter, or not at all. The API, the database and the
/// profiles contain the raw value.
///
/// Each device family of MQTT declares its own kinds, and `DeviceFamilies` in the target DeviceProtocols lists all of
/// them, so that this target knows no family.
package struct LinkKind: RawRepresentable, Hashable, Sendable, Codable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The gateway does not reach it: the device has only a history, which an import created.
    package static let archive = LinkKind(rawValue: "archive")

    package static let homeKit = LinkKind(rawValue: "homeKit")
    package static let matter = LinkKind(rawValue: "matter")

    /// The kinds whose devices are paired with the gateway before they can be adopted.
    package static let paired = [homeKit, matter]

    /// Whether the device sends messages and can accept commands.
    package var isLive: Bool { self != .archive }

    /// Whether the device is paired. One pairing, the root of their addresses, can give several devices.
    package var isPaired: Bool { Self.paired.contains(self) }

    /// Whether the device has a credential that can be revoked. A device of another kind is paired, or only a history.
    package var hasCredential: Bool { isLive && !isPaired }
}

/// The address of a device in its own network. The foreign id is never used as an id of the gateway.
package struct LinkAddress: Hashable, Sendable, Codable {
    package let kind: LinkKind
    /// The id of the device below `root`, in the terms of its network. HomeKit: the number of the accessory. Matter: the
    /// number of the endpoint; 0 is the node itself.
    package let foreignID: String
    /// MQTT: the root topic, which is also the name of the device's credential. HomeKit: the id that the paired accessory
    /// announces, in lower case; a bridge has several devices. Matter: the node id, 16 hexadecimal digits. Archive: the
    /// source of the history.
    package let root: String

    package init(kind: LinkKind, foreignID: String, root: String) {
        self.kind = kind
        self.foreignID = foreignID
        self.root = root
    }

    /// The text from which a discovered device gets its id. Most devices that are paired have the same foreign id.
    package var idText: String { kind.isPaired ? "\(root)-\(foreignID)" : foreignID }
}

/// Whether a device is available, as far as its link knows.
package enum Availability: String, Sendable, Codable, CaseIterable {
    case ready, starting, sleeping, disconnected, lost, unknown
    /// The device has only a history.
    case archived

    /// Whether a command can reach the device.
    package var isReachable: Bool { self == .ready || self == .sleeping }
}
