package import HomeModel

/// Parses the discovery messages of one dialect below one root and emits announcements. It keeps the parts of a device
/// until its description is complete.
package protocol DiscoveryParser: Sendable {
    /// Topic filters of the discovery messages, with `+` for the root.
    static var filters: [String] { get }

    /// Returns whether a topic with these levels, matched by one of `filters`, belongs to this dialect. Several
    /// dialects may share a filter.
    static func matches(_ levels: [Substring]) -> Bool

    /// `root` is the first level of the topics and the name of the credential that publishes them.
    init(root: String)

    /// Parses one message. Callers pass all messages in the order of their arrival. An empty payload retracts the
    /// earlier message on the same topic.
    mutating func receive(_ levels: [Substring], payload: [UInt8], isRetained: Bool) -> [DiscoveryEvent]
}

/// One result of parsing discovery messages.
package enum DiscoveryEvent: Sendable {
    /// `native` is a short text with everything that was understood; `Dialects.model` restores the model from it.
    case described(LinkAddress, any DialectModel, native: String)
    /// A partial description: enough to adopt the device, but it never removes anything from an adopted device.
    case partiallyDescribed(LinkAddress, any DialectModel, native: String)
    /// Availability as the device or its bridge reports it. `.unknown` only cancels an earlier `.lost`: the device's
    /// own last availability applies again. The device publishes it on topics of its own and does not repeat it, so the
    /// link subscribes to these topics again.
    case availability(Availability, LinkAddress)
    /// The device retracted all of its announcements.
    case removed(LinkAddress)
    /// A device or its bridge reports that a command failed. The part and capability are nil if the report does not
    /// name them. `isCertain` is false if the device may still have carried the command out.
    case failed(LinkAddress, PartID?, CapabilityName?, EscapedText, isCertain: Bool)
    case finding(DiscoveryFinding)
    /// A message to publish now, to query more information.
    case query(DialectMessage)
}

/// A problem with an announcement, for the person who runs the home.
package struct DiscoveryFinding: Hashable, Sendable {
    package let topic: String
    package let error: DialectError
    /// Whether nothing in the retained message can be used, so that the message can be deleted without loss.
    package let isUnusable: Bool

    package init(topic: String, _ error: DialectError, isUnusable: Bool = false) {
        self.topic = topic
        self.error = error
        self.isUnusable = isUnusable
    }
}
