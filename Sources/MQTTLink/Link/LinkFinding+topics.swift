import DeviceProtocols
package import GatewayCore
package import HomeModel

extension LogKey {
    package static let mqttTopic = "mqtt.topic"
}

extension LinkFinding.Source {
    static let mqtt = LinkFinding.Source(name: "mqtt", auditKey: "topic", logKey: LogKey.mqttTopic)
}

extension LinkFinding.Location {
    /// The topic of a message. Its first level is the root topic of the device that published there. In a tree that the
    /// devices of a family share, it is the branch of the device.
    static func topic(_ topic: String) -> LinkFinding.Location {
        let levels = TopicName.levels(topic)
        let branch = DeviceFamilies.discoveryTrees.lazy.compactMap { $0.branchTopic(containing: levels) }.first
        return LinkFinding.Location(text: topic, root: branch ?? levels.first.map(String.init) ?? "")
    }
}

extension LinkFinding {
    /// Announcements are retained by the broker, or should be. Clearing one that is not retained does no harm.
    init(_ finding: DiscoveryFinding) {
        let isForeign = if case .foreignTopic = finding.error { true } else { false }
        self.init(
            source: .mqtt, location: .topic(finding.topic), code: finding.error.code, detail: finding.error.description,
            isDangerous: isForeign, isKept: finding.isUnusable)
    }

    /// A command to a device that the broker retains. It must be cleared: the device would receive it at every connect.
    static func retainedCommand(on topic: String) -> LinkFinding {
        LinkFinding(
            source: .mqtt, location: .topic(topic), code: "retainedCommand",
            detail: "The broker retains a command here and sends it to the device at every connect.",
            isDangerous: true, isKept: true)
    }

    /// A device retained so much that the broker had no memory left for others.
    package static func brokerMemoryExhausted(below root: String, bytes: Int) -> LinkFinding {
        LinkFinding(
            source: .mqtt, location: .topic(root), code: "memoryTaken",
            detail: "The device retained \(bytes >> 20) MB or more at the broker, so its credential was revoked.",
            isDangerous: true, isKept: false)
    }

    /// The broker ended the connection of a device.
    package static func disconnected(_ root: String, because cause: String) -> LinkFinding {
        LinkFinding(
            source: .mqtt, location: .topic(root), code: "disconnected",
            detail: "The broker ended the device's connection. \(cause)", isDangerous: false, isKept: false)
    }

    /// A client announced on `topic` the device at `address`, which it may not announce.
    static func impostor(_ address: LinkAddress, on topic: String) -> LinkFinding {
        LinkFinding(
            source: .mqtt, location: .topic(topic), code: "impostor",
            detail:
                "It announces a device below “\(EscapedText(address.root, limit: 64))”, which is not its own root topic.",
            isDangerous: true, isKept: true)
    }
}
