/// Something that a link found on its network and cannot use: an announcement that breaks a rule, a command that the
/// broker keeps, one who speaks for another.
package struct LinkFinding: Hashable, Sendable {
    /// Where it lies, as it was written there.
    package let topic: String
    /// Stable, for counters.
    package let code: String
    /// One sentence for people.
    package let detail: String
    /// Whether the network keeps it and nothing good would go with it: then it can be taken away there.
    package let isKept: Bool

    package init(topic: String, code: String, detail: String, isKept: Bool) {
        self.topic = topic
        self.code = code
        self.detail = detail
        self.isKept = isKept
    }
}

extension LinkFinding {
    /// Whether somebody may mean harm, or something may move by itself.
    package var isDangerous: Bool { ["retainedCommand", "impostor", "foreignTopic", "memoryTaken"].contains(code) }

    /// The first level of its topic: whoever wrote there is behind it.
    package var root: Substring { topic.prefix { $0 != "/" } }

    /// What a device is told must never be kept: it would be told again at every connect.
    package static func retainedCommand(on topic: String) -> LinkFinding {
        LinkFinding(
            topic: topic, code: "retainedCommand",
            detail: "The broker keeps a command here and tells it the device whenever that connects.", isKept: true)
    }

    /// A device retained so much that the broker had no memory left for others.
    package static func memoryTaken(below root: String, bytes: Int) -> LinkFinding {
        LinkFinding(
            topic: root, code: "memoryTaken",
            detail: "The device retained \(bytes >> 20) MB or more at the broker, so its credential has ended.",
            isKept: false)
    }

    package static func impostor(_ address: LinkAddress, on topic: String) -> LinkFinding {
        LinkFinding(
            topic: topic, code: "impostor",
            detail: "It speaks of a device below “\(InertText(address.root, limit: 64))”, which is not its own.",
            isKept: true)
    }
}

package typealias FindingID = Identifier<LinkFinding>
