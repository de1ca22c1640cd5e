/// What a node accepts at once.
package struct NodeLimits: Hashable, Sendable {
    /// `SupportedFabrics`
    package var fabrics: UInt8 = 5
    package var sessions = 48
    package var handshakes = 4
    /// For each fabric.
    package var subscriptions = 24
    package var pathsPerRequest = 64
    package var events = 500
    /// For each fabric. `AccessControlEntriesPerFabric`
    package var accessControlEntries = 4
    /// The failed attempts of PASE after which the commissioning window closes.
    package var failedAttempts = 20
    /// The time that a covering takes from end to end, and a robot on its way home.
    package var travelTime = Duration.seconds(10)
    /// The resumption records that are kept.
    package var resumptionRecords = 16
    /// The node reports at least so often, in seconds, even if a controller would wait for longer.
    package var longestReportInterval: UInt16 = .max

    package init() {}

    /// The longest time between two reports of a subscription, in seconds, for which a controller has asked.
    func reportInterval(_ requested: UInt16) -> UInt16 { max(min(requested, longestReportInterval), 1) }
}
