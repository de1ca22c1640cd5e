package import HomeModel

/// What the devices below one root announce in one dialect: messages in, news out. Remembers what belongs together
/// until the device is complete.
package protocol DialectAnnouncements: Sendable {
    /// Where devices announce themselves, with `+` for the root.
    static var filters: [String] { get }

    /// Whether a message on one of `filters` is this dialect's, by its levels; several dialects may share a filter.
    static func hears(_ levels: [Substring]) -> Bool

    /// `root` is the first level of the topics, and the name of the credential behind them.
    init(root: String)

    /// Whatever comes, in the order in which it comes; an empty payload takes back what stood there.
    mutating func hear(_ levels: [Substring], _ payload: [UInt8], isRetained: Bool) -> [Announcement]
}

/// News from a dialect.
package enum Announcement: Sendable {
    /// `native` is all that is needed to make the model again: short, made of what was understood.
    case described(LinkAddress, any DialectModel, native: String)
    /// What is known of a device that has not described all of itself: enough to adopt it, and never a reason to take
    /// anything from one that is adopted.
    case sketched(LinkAddress, any DialectModel, native: String)
    /// Whether a device is there, as whoever speaks for it knows. `.unknown` says only that nothing is against it any
    /// more: then holds what the device itself said last, on topics of its own, which nobody says again.
    case availability(Availability, LinkAddress)
    /// The device took back everything that it had announced.
    case removed(LinkAddress)
    /// A device, or its bridge, says that it did not do something; nil where it does not say what.
    case failed(LinkAddress, PartID?, CapabilityName?, InertText, isCertain: Bool)
    case finding(DialectFinding)
    /// To be published now, to learn more.
    case ask(DialectMessage)
}

/// Something announced that cannot be used, for whoever runs the home.
package struct DialectFinding: Hashable, Sendable {
    package let topic: String
    package let error: DialectError
    /// Whether nothing could be used of the message that is there.
    package let isUseless: Bool

    package init(topic: String, _ error: DialectError, isUseless: Bool = false) {
        self.topic = topic
        self.error = error
        self.isUseless = isUseless
    }
}
