/// A problem that a link found on its network: an announcement that breaks a rule, a command that the broker retains, a
/// device that publishes in the name of another.
package struct LinkFinding: Hashable, Sendable {
    /// The topic of the message, exactly as it was received.
    package let topic: String
    /// A stable code for counters.
    package let code: String
    /// One sentence for people.
    package let detail: String
    /// Whether the network retains it and nothing useful would be lost with it, so that it can be cleared there.
    package let isKept: Bool

    package init(topic: String, code: String, detail: String, isKept: Bool) {
        self.topic = topic
        self.code = code
        self.detail = detail
        self.isKept = isKept
    }
}

extension LinkFinding {
    /// Whether it may be an attack, or may cause a movement without a command.
    package var isDangerous: Bool { ["retainedCommand", "impostor", "foreignTopic", "memoryTaken"].contains(code) }

    /// The first level of its topic: the root topic of the device that published there.
    package var root: Substring { topic.prefix { $0 != "/" } }

    /// A command to a device that the broker retains. It must be cleared: the device would receive it at every connect.
    package static func retainedCommand(on topic: String) -> LinkFinding {
        LinkFinding(
            topic: topic, code: "retainedCommand",
            detail: "The broker retains a command here and sends it to the device at every connect.", isKept: true)
    }

    /// A device retained so much that the broker had no memory left for others.
    package static func brokerMemoryExhausted(below root: String, bytes: Int) -> LinkFinding {
        LinkFinding(
            topic: root, code: "memoryTaken",
            detail: "The device retained \(bytes >> 20) MB or more at the broker, so its credential was revoked.",
            isKept: false)
    }

    /// The broker ended the connection of a device.
    package static func disconnected(_ root: String, because cause: String) -> LinkFinding {
        LinkFinding(
            topic: root, code: "disconnected", detail: "The broker ended the device's connection. \(cause)",
            isKept: false)
    }

    /// A client announced on `topic` the device at `address`, which it may not announce.
    package static func impostor(_ address: LinkAddress, on topic: String) -> LinkFinding {
        LinkFinding(
            topic: topic, code: "impostor",
            detail:
                "It announces a device below “\(EscapedText(address.root, limit: 64))”, which is not its own root topic.",
            isKept: true)
    }
}

package typealias FindingID = Identifier<LinkFinding>
