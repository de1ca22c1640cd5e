package import MatterProtocol

/// The subscription for a node: all its attributes and events, at intervals that its power allows.
package struct SubscriptionPlan: Hashable, Sendable {
    /// Changes are reported at once.
    package let minimumInterval = Duration.zero
    /// A node reports at least so often, even if nothing has changed. The node may choose a longer time.
    package let maximumInterval: Duration
    /// Whether a missing report means for long only that the node sleeps.
    package let isSleepy: Bool

    private static let mains = Duration.seconds(60)
    private static let battery = Duration.seconds(600)
    /// A subscription has 16 bits for the seconds, and a node may refuse more than an hour.
    private static let longest = Duration.seconds(3_600)

    package init(_ power: PowerProfile) {
        isSleepy = power.source == .battery
        let usual = isSleepy ? Self.battery : Self.mains
        // A node that sleeps for longer cannot report more often.
        maximumInterval = min(max(usual, power.idleDuration ?? .zero), Self.longest)
    }
}

/// The attributes to read at intervals, because the node does not report their changes.
package struct PollPlan: Hashable, Sendable {
    /// In ascending order of endpoint, cluster and number. Empty when everything is reported.
    package let attributes: [AttributePath]
    package let interval: Duration

    init(_ devices: [NodeDevice], power: PowerProfile) {
        let paths = Set(devices.flatMap(\.bindings).filter(\.isPolled).flatMap(\.reported))
        attributes = paths.sorted {
            ($0.endpoint, $0.cluster, $0.attribute) < ($1.endpoint, $1.cluster, $1.attribute)
        }
        interval = SubscriptionPlan(power).maximumInterval
    }
}

extension NodeModel {
    package var subscriptionPlan: SubscriptionPlan { SubscriptionPlan(power) }
    package var pollPlan: PollPlan { PollPlan(devices, power: power) }
}
