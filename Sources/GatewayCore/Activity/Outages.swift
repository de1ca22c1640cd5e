import HomeModel

/// Turns the changes of a device's reachability into events.
enum Outages {
    /// Shorter outages are not events: a device that changes its access point is away for some seconds.
    static let shortest = Duration.seconds(60)

    /// Returns the events of one device, from changes in the order of time.
    static func events(in changes: [ReachabilityChange]) -> [DeviceEvent] {
        var events: [DeviceEvent] = []
        var index = changes.startIndex
        while index < changes.endIndex {
            let change = changes[index]
            let next = index + 1 < changes.endIndex ? changes[index + 1] : nil
            if let next, !change.isReachable, next.isReachable, next.time - change.time < shortest {
                index += 2
                continue
            }
            events.append(DeviceEvent(change))
            index += 1
        }
        return events
    }
}
