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
    /// `native` is a short text with everything that was understood; `DeviceFamilies.model` restores the model from it.
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

/// The devices that retracted their announcements and are therefore reported as lost. When such a device is announced
/// again, its availability becomes `.unknown`, because the device may never publish its availability again.
struct RetractedDevices: Sendable {
    /// At most `limit` devices; a larger set is emptied before the next insertion.
    private var addresses: Set<LinkAddress> = []

    static let limit = 4096

    /// Returns `news` with `.unknown` added after the description of each returned device, unless its availability
    /// follows there already.
    mutating func complete(_ news: [DiscoveryEvent]) -> [DiscoveryEvent] {
        var completed: [DiscoveryEvent] = []
        for (index, announcement) in news.enumerated() {
            completed.append(announcement)
            switch announcement {
            case .removed(let address):
                if addresses.count >= Self.limit { addresses = [] }
                addresses.insert(address)
            case .described(let address, _, _), .partiallyDescribed(let address, _, _):
                guard addresses.remove(address) != nil else { continue }
                if index + 1 < news.count, case .availability(_, address) = news[index + 1] { continue }
                completed.append(.availability(.unknown, address))
            default: break
            }
        }
        return completed
    }
}
