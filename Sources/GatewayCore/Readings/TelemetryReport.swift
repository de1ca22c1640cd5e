package import HomeModel

/// A report that a link received on its telemetry connection.
package struct TelemetryReport: Sendable {
    /// A reading, a change of a state, an event, or a message that could not be decoded.
    package enum Content: Hashable, Sendable {
        case reading(SeriesID, value: Double, unit: String? = nil)
        case change(SeriesID, value: CapabilityValue)
        /// Something that happened, such as a press: the same value twice is two events.
        case event(SeriesID, value: CapabilityValue)
        /// The link could not decode the report: a code for counters, a sentence for the log.
        case unreadable(DeviceID, code: String, detail: String)

        var device: DeviceID {
            switch self {
            case .reading(let series, _, _), .change(let series, _), .event(let series, _): series.device
            case .unreadable(let device, _, _): device
            }
        }
    }

    /// The time that the link states, before `TimestampAssigner` has compared it with a clock.
    package enum Time: Hashable, Sendable {
        /// The device wrote it.
        case own(Timestamp)
        /// The device wrote none: the report arrived then, by the clock as it is.
        case arrival(Timestamp)
    }

    package let content: Content
    package let time: Time
    /// Whether the link delivers a remembered value: it is a present state, but not new. Its time is that of its
    /// arrival.
    package let isRetained: Bool

    package init(_ content: Content, at time: Time, isRetained: Bool = false) {
        self.content = content
        self.time = time
        self.isRetained = isRetained
    }
}

/// A report with the time that `TimestampAssigner` gave it.
struct TimedReport: Sendable {
    let content: TelemetryReport.Content
    let time: ReportTime
    let isRetained: Bool
}

/// The time of a report, as far as it is known.
enum ReportTime: Hashable, Sendable {
    /// The clock is known: the time is compared with it, and stored.
    case known(Timestamp)
    /// The device wrote the time, and no known clock can check it yet. The value is shown with it, and stored without a
    /// time together with it (`UnclockedRecord.ownTime`).
    case unchecked(Timestamp)
    /// The time of arrival by a clock that is not known. The value is shown with it, and stored without it.
    case provisional(Timestamp)

    /// The time with which the report is shown.
    var shown: Timestamp {
        switch self {
        case .known(let time), .unchecked(let time), .provisional(let time): time
        }
    }

    /// How `ChangeFilter` orders changes with such a time.
    var order: ChangeFilter.Order {
        switch self {
        case .known: .byTime
        case .unchecked: .unknown
        case .provisional: .byArrival
        }
    }
}
