/// What a device reported that people want to know of, and that no command of the gateway explains.
package enum DeviceEventKind: String, Sendable, Codable, CaseIterable {
    case opened, closed, locked, unlocked, jammed
    /// A cover was moved by hand.
    case moved
    /// The first motion, or the first presence, after a quiet time.
    case motion
    case pressed
    /// Smoke, water, carbon monoxide, tampering, a siren, or a triggered alarm system; and its end.
    case alarm, alarmEnded
    case armed, disarmed
    case offline, online, lowBattery
}

/// An event of one device.
package struct DeviceEvent: Hashable, Sendable {
    package let kind: DeviceEventKind
    package let device: DeviceID
    package let time: Timestamp
    /// The series whose values show the event; nil for an event of the connection.
    package let series: SeriesID?
    /// The value that the series has after the event.
    package let value: CapabilityValue?

    package init(_ kind: DeviceEventKind, of series: SeriesID, at time: Timestamp, value: CapabilityValue) {
        self.kind = kind
        device = series.device
        self.time = time
        self.series = series
        self.value = value
    }

    /// An event of the connection: the device cannot be reached any more, or can be reached again.
    package init(_ change: ReachabilityChange) {
        kind = change.isReachable ? .online : .offline
        device = change.device
        time = change.time
        series = nil
        value = nil
    }
}

extension DeviceEventKind {
    package var category: ActivityCategory {
        switch self {
        case .opened, .closed, .locked, .unlocked, .jammed, .moved: .openings
        case .motion, .pressed: .presence
        case .alarm, .alarmEnded, .armed, .disarmed: .safety
        case .offline, .online, .lowBattery: .status
        }
    }
}

/// A moment from which a device could, or could not, be reached.
package struct ReachabilityChange: Hashable, Sendable {
    package let device: DeviceID
    package let time: Timestamp
    package let isReachable: Bool

    package init(device: DeviceID, time: Timestamp, isReachable: Bool) {
        self.device = device
        self.time = time
        self.isReachable = isReachable
    }
}

extension Availability {
    /// Whether the availability proves that the device can, or cannot, be reached; nil where it says neither.
    package var provesReachable: Bool? {
        switch self {
        case .ready, .sleeping: true
        case .disconnected, .lost: false
        case .starting, .unknown, .archived: nil
        }
    }
}
