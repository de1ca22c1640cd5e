import GatewayCore
import HomeDialects
import HomeModel
import MosquittoTransport

/// Makes reports of messages, in their order. A message on a followed topic costs one look-up; what belongs to no
/// device of the home is nobody's.
struct TelemetryDecoder {
    /// The MQTT 5 user property in which a device may write its own time (RFC 3339).
    static let timeProperty = "time"

    private var arrivals = ArrivalClock()
    private var stamps = ArrivalStamps()
    private var ownTimes = OwnTimes()
    private var revision = 0

    mutating func decode(
        _ messages: [ReceivedMessage], _ devices: FollowedSnapshot, at clocks: ClockReading
    ) -> [TelemetryReport] {
        if devices.revision != revision {
            revision = devices.revision
            stamps.keep(devices.series)
            ownTimes.keep(devices.series)
        }
        let now = arrivals.time(wall: clocks.wall, uptime: clocks.uptime)
        // From there it will be set, by however small a step, and not corrected.
        if !clocks.isKnown { arrivals = ArrivalClock() }
        var reports: [TelemetryReport] = []
        reports.reserveCapacity(messages.count)
        for message in messages {
            let routes = devices.routes(of: message.topic, on: .telemetry)
            if routes.isEmpty, let report = unread(message, devices) { reports.append(report) }
            let ownTime = message.userProperties.first { $0.name == Self.timeProperty }?.value
            for route in routes {
                for statement in route.read(message.payload, on: .telemetry) {
                    guard let content = content(of: message, saying: statement, from: route, ownTime, now) else {
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
        of message: ReceivedMessage, saying statement: DeviceStatement, from route: TopicRoute,
        _ ownTime: String?, _ now: Timestamp
    ) -> TelemetryReport.Content? {
        switch statement {
        case .reading(let part, let capability, let value, let unit):
            let series = route.series(part, capability)
            guard let time = time(of: message, series, .number(value), ownTime, now) else {
                return .badTime(series.device)
            }
            return .reading(ReportedReading(series: series, time: time, value: value, unit: unit))
        case .state(let part, let capability, let value), .beyondRange(let part, let capability, shown: let value):
            let series = route.series(part, capability)
            guard let time = time(of: message, series, value, ownTime, now) else { return .badTime(series.device) }
            return .change(StateChange(series: series, time: time, value: value))
        case .unreadable(_, _, let error):
            return .unreadable(route.device, code: error.code, detail: error.description)
        case .availability, .accepted, .answered, .failed: return nil
        }
    }

    /// What nobody can read, and counts for that, is what comes from a device whose description is lost.
    private func unread(_ message: ReceivedMessage, _ devices: FollowedSnapshot) -> TelemetryReport? {
        guard !devices.unread.isEmpty, let id = devices.unread[String(message.topic.prefix { $0 != "/" })] else {
            return nil
        }
        let detail = "The stored description of the device cannot be read; it is read when published again."
        return TelemetryReport(
            .unreadable(id, code: "descriptionUnreadable", detail: detail), isRetained: message.retained)
    }

    /// The device's own time where it wrote one, else that of arrival; nil when what it wrote is no time. What the
    /// broker remembered is told now, whenever it was said.
    private mutating func time(
        of message: ReceivedMessage, _ series: SeriesID, _ value: CapabilityValue, _ ownTime: String?, _ now: Timestamp
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
            detail: "The time that the device wrote is not RFC 3339, like 2026-01-31T12:00:00Z.")
    }
}
