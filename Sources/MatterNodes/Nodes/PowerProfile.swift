import MatterProtocol

/// What supplies a node with power, and how long it sleeps: that decides how often it can report.
package struct PowerProfile: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        case mains, battery
        /// The node does not say. Most such nodes are connected to the mains.
        case unknown
    }

    package let source: Source
    /// The longest time that an intermittently connected node sleeps.
    package let idleDuration: Duration?

    /// Uses the power sources on the endpoints of the node itself, not those of the devices behind it.
    init(endpoints: [UInt16], values: AttributeValues) {
        var hasMains = false
        var hasBattery = false
        for endpoint in endpoints {
            func path(_ attribute: UInt32) -> AttributePath {
                AttributePath(endpoint: endpoint, cluster: 0x2F, attribute: attribute)
            }
            guard let features = values[path(0xFFFC)]?.unsigned ?? Self.guessed(path, in: values) else { continue }
            // 3 is *unavailable*: a cable that is not plugged in. A standby source does not supply the node now.
            let isSupplying = !(2...3).contains(values.whole(at: path(0)) ?? 0)
            if features & 1 != 0 && isSupplying { hasMains = true }
            if features & 2 != 0 { hasBattery = true }
        }
        let idle = AttributePath(endpoint: 0, cluster: 0x46, attribute: 0)
        let seconds = values.whole(at: idle).flatMap { (1...64_800).contains($0) ? $0 : nil }
        idleDuration = seconds.map { .seconds($0) }
        // A node that sleeps for longer than a moment saves a battery.
        let sleeps = (seconds ?? 0) > 5
        source = hasMains ? .mains : hasBattery || sleeps ? .battery : .unknown
    }

    /// The features of a power source without a feature map.
    private static func guessed(_ path: (UInt32) -> AttributePath, in values: AttributeValues) -> UInt64? {
        if values[path(0x0C)] != nil || values[path(0x0E)] != nil { return 2 }
        return values[path(5)] != nil ? 1 : nil
    }
}
