import GatewayCore
import HomeDialects
import HomeModel
import MosquittoTransport

/// Turns messages into reports, in their order. A message costs one look-up of its topic; a message that belongs to no
/// device of the home is ignored.
struct TelemetryDecoder {
    /// The MQTT 5 user property in which a device may write its own time (RFC 3339).
    static let timeProperty = "time"

    private var arrivals = ArrivalClock()
    private var stamps = ArrivalTimestamps()
    private var ownTimes = DeviceTimestamps()
    private var revision = 0

    mutating func decode(
        _ messages: [ReceivedMessage], devices: RoutingTable, at clocks: ClockSnapshot
    ) -> [TelemetryReport] {
        if devices.revision != revision {
            revision = devices.revision
            stamps.retainOnly(devices.series)
            ownTimes.retainOnly(devices.series)
        }
        let now = arrivals.time(wall: clocks.wall, uptime: clocks.uptime)
        // While the clock is not known, every step of it sets the time at once, however small it is.
        if !clocks.isKnown { arrivals = ArrivalClock() }
        var reports: [TelemetryReport] = []
        reports.reserveCapacity(messages.count)
        for message in messages {
            let routes = devices.routes(of: message.topic, on: .telemetry)
            if routes.isEmpty, let report = undecodable(message, devices: devices) { reports.append(report) }
            let ownTime = message.userProperties.first { $0.name == Self.timeProperty }?.value
            for route in routes {
                for statement in route.decode(message.payload, on: .telemetry) {
                    guard let content = content(of: message, saying: statement, from: route, ownTime, at: now) else {
                        continue
                    }
                    reports.append(
                        TelemetryReport(content, isRetained: message.retained, hasOwnTime: ownTime != nil))
                }
            }
        }
        return reports
    }

    private mutating func content(
        of message: ReceivedMessage, saying statement: DeviceUpdate, from route: TopicRoute,
        _ ownTime: String?, at now: Timestamp
    ) -> TelemetryReport.Content? {
        switch statement {
        case .reading(let part, let capability, let value, let unit):
            let series = route.series(part, capability: capability)
            guard let time = time(of: message, series, value: .number(value), ownTime: ownTime, at: now) else {
                return .badTime(series.device)
            }
            return .reading(ReportedReading(series: series, time: time, value: value, unit: unit))
        case .state(let part, let capability, let value), .beyondRange(let part, let capability, shown: let value):
            let series = route.series(part, capability: capability)
            guard let time = time(of: message, series, value: value, ownTime: ownTime, at: now) else {
                return .badTime(series.device)
            }
            return .change(StateChange(series: series, time: time, value: value))
        case .unreadable(_, _, let error):
            return .unreadable(route.device, code: error.code, detail: error.description)
        case .availability, .accepted, .replied, .failed: return nil
        }
    }

    /// Reports a message from an adopted device whose stored description cannot be decoded, so that it is counted.
    private func undecodable(_ message: ReceivedMessage, devices: RoutingTable) -> TelemetryReport? {
        guard !devices.undecodable.isEmpty, let id = devices.undecodable[String(message.topic.prefix { $0 != "/" })]
        else {
            return nil
        }
        let detail =
            "The stored description of the device cannot be decoded. Have the device publish its description again."
        return TelemetryReport(
            .unreadable(id, code: "descriptionUnreadable", detail: detail), isRetained: message.retained)
    }

    /// Returns the device's own time if the message carries one, else the time of arrival; nil when the device's time
    /// is not a valid time. A retained message gets the current time, no matter when it was published.
    private mutating func time(
        of message: ReceivedMessage, _ series: SeriesID, value: CapabilityValue, ownTime: String?, at now: Timestamp
    ) -> Timestamp? {
        if message.retained { return now }
        if let ownTime {
            return Timestamp(rfc3339: ownTime).map { ownTimes.time($0, of: value, in: series) }
        }
        return stamps.stamp(series, at: now)
    }
}

extension TelemetryReport.Content {
    fileprivate static func badTime(_ device: DeviceID) -> Self {
        .unreadable(
            device, code: "badTime",
            detail: "The time that the device wrote does not have the form of RFC 3339, such as 2026-01-31T12:00:00Z.")
    }
}
