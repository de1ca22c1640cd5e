import GatewayCore
import DeviceProtocols
import HomeModel
import TimeSeriesStore
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
            if routes.isEmpty { reports += undecodable(message, devices: devices, at: now) }
            let ownTime = message.userProperties.first { $0.name == Self.timeProperty }?.value
            for route in routes {
                for update in route.decode(message.payload, on: .telemetry) {
                    guard let content = route.content(of: update) else { continue }
                    reports.append(report(content, from: message, ownTime: ownTime, at: now))
                }
            }
        }
        return reports
    }

    private mutating func report(
        _ content: TelemetryReport.Content, from message: ReceivedMessage, ownTime: String?, at now: Timestamp
    ) -> TelemetryReport {
        // A retained message gets the current time, no matter when it was published.
        guard !message.retained, let (series, value) = content.value else {
            return TelemetryReport(content, at: .arrival(now), isRetained: message.retained)
        }
        guard let time = time(of: series, value: value, ownTime: ownTime, at: now) else {
            return TelemetryReport(.badTime(series.device), at: .arrival(now))
        }
        return TelemetryReport(content, at: time)
    }

    /// Reports a message from adopted devices whose stored description cannot be decoded, so that it is counted.
    private func undecodable(
        _ message: ReceivedMessage, devices: RoutingTable, at now: Timestamp
    ) -> [TelemetryReport] {
        let detail =
            "The stored description of the device cannot be decoded. Have the device publish its description again."
        return devices.undecodableDevices(on: message.topic).map { id in
            TelemetryReport(
                .unreadable(id, code: "descriptionUnreadable", detail: detail), at: .arrival(now),
                isRetained: message.retained)
        }
    }

    /// Returns the device's own time if the message carries one, else the time of arrival; nil when the device's time
    /// is not a valid time.
    private mutating func time(
        of series: SeriesID, value: CapabilityValue, ownTime: String?, at now: Timestamp
    ) -> TelemetryReport.Time? {
        guard let ownTime else { return .arrival(stamps.stamp(series, at: now)) }
        return Timestamp(rfc3339: ownTime).map { .own(ownTimes.time($0, of: value, in: series)) }
    }
}

extension TopicRoute {
    /// Returns nil for an update of which nothing is recorded.
    fileprivate func content(of update: DeviceUpdate) -> TelemetryReport.Content? {
        switch update {
        case .reading(let part, let capability, let value, let unit):
            .reading(series(part, capability: capability), value: value, unit: unit)
        case .state(let part, let capability, let value), .beyondRange(let part, let capability, shown: let value):
            .change(series(part, capability: capability), value: value)
        case .event(let part, let capability, let value): .event(series(part, capability: capability), value: value)
        case .unreadable(_, _, let error): .unreadable(device, code: error.code, detail: error.description)
        case .availability, .accepted, .replied, .failed: nil
        }
    }
}

extension TelemetryReport.Content {
    /// Nil for a message that could not be decoded.
    fileprivate var value: (SeriesID, CapabilityValue)? {
        switch self {
        case .reading(let series, let value, _): (series, .number(value))
        case .change(let series, let value), .event(let series, let value): (series, value)
        case .unreadable: nil
        }
    }

    fileprivate static func badTime(_ device: DeviceID) -> Self {
        .unreadable(
            device, code: "badTime",
            detail: "The time that the device wrote does not have the form of RFC 3339, such as 2026-01-31T12:00:00Z.")
    }
}

/// Gives different times to the readings that a device stamps with the same whole second.
///
/// A device that writes its time in whole seconds and reports several times a second would lose all readings but the
/// first, because one reading is stored for each series and time. So each further value of a second gets a millisecond
/// more. A repeated value keeps its time, so a value that a device repeats after a lost connection is still stored
/// once.
struct DeviceTimestamps {
    /// The different values of a series within one whole second, in the order of their arrival.
    private struct Second {
        let time: Timestamp
        var values: [CapabilityValue]
    }

    /// When there are more values in one second, all further values get the time of the last one.
    private static let maximumValuesPerSecond = 100

    private var latest: [SeriesID: Second] = [:]

    mutating func time(_ time: Timestamp, of value: CapabilityValue, in series: SeriesID) -> Timestamp {
        guard time.milliseconds % 1000 == 0 else { return time }
        guard var second = latest[series], second.time == time else {
            latest[series] = Second(time: time, values: [value])
            return time
        }
        if let place = second.values.firstIndex(of: value) { return time + .milliseconds(place) }
        if second.values.count < Self.maximumValuesPerSecond { second.values.append(value) }
        latest[series] = second
        return time + .milliseconds(second.values.count - 1)
    }

    /// Forgets all series except these, so that removed devices and properties use no memory.
    mutating func retainOnly(_ series: Set<SeriesID>) { latest = latest.filter { series.contains($0.key) } }
}

/// Recognises messages that the broker sends again after a lost connection, although they were stored: only their
/// acknowledgement was lost.
///
/// Batches are stored and acknowledged in the order in which they arrive, and a resumed session begins with the
/// unacknowledged messages in their old order. So the repeated messages come first and without a gap. The first message
/// that was not stored ends the repetition; no later message is filtered out.
struct RedeliveryFilter {
    /// A digest of the broker process's identity. Packet ids say nothing across starts of the broker: a killed broker
    /// assigns the ids again that it had assigned since it last saved.
    private let broker: UInt32
    /// The stored deliveries that the broker may repeat, in order.
    private var stored: [DeliveryFingerprint] = []
    /// The index in `stored` of the delivery that is expected next; nil before the first repeated message.
    private var next: Int?

    init() { broker = 0 }

    /// Begins a new connection to the broker process that `broker` identifies. `stored` are the deliveries that were
    /// stored last, oldest first. Without a present session the broker repeats nothing.
    init(sessionPresent: Bool, stored: [DeliveryFingerprint], broker: String = "") {
        var digest = Digest()
        digest.add(broker.utf8)
        self.broker = digest.value
        guard sessionPresent else { return }
        let ofThisSession = stored.lastIndex(of: .sessionStart).map { stored[($0 + 1)...] } ?? stored[...]
        self.stored = Array(ofThisSession)
    }

    /// Returns the messages that were not stored before. Callers must pass all messages of a connection, in order.
    mutating func fresh(of messages: [ReceivedMessage]) -> [ReceivedMessage] {
        stored.isEmpty ? messages : messages.filter { !isKnown($0) }
    }

    /// Returns the records that must be stored with the messages to recognise them later. A QoS 0 message has no packet
    /// id and arrives at most once.
    func deliveries(of messages: [ReceivedMessage]) -> [DeliveryFingerprint] {
        messages.compactMap { delivery(of: $0) }
    }

    private mutating func isKnown(_ message: ReceivedMessage) -> Bool {
        guard let delivery = delivery(of: message) else { return false }
        // The broker deletes its messages in the order of their acknowledgements, so the repeated messages are an
        // unbroken run of the stored ones. An external broker, whose starts have no identity, may assign old packet ids
        // to new messages with the same content; such messages rarely continue the run.
        let place = next ?? stored.lastIndex { $0.packetID == delivery.packetID }
        guard let place, place < stored.endIndex, stored[place] == delivery else {
            (stored, next) = ([], nil)
            return false
        }
        next = place + 1
        return true
    }

    private func delivery(of message: ReceivedMessage) -> DeliveryFingerprint? {
        guard message.packetID != 0 else { return nil }
        var digest = Digest(mixing: broker)
        digest.add(message.topic.utf8)
        digest.add(message.payload)
        for property in message.userProperties {
            digest.add(property.name.utf8)
            digest.add(property.value.utf8)
        }
        return DeliveryFingerprint(packetID: message.packetID, digest: digest.value)
    }
}

extension DeliveryFingerprint {
    /// Marks the beginning of a new session of the broker: packet ids from before it mean nothing. No message has
    /// packet id 0.
    static let sessionStart = DeliveryFingerprint(packetID: 0, digest: 0)
}

/// The 32-bit FNV-1a hash.
private struct Digest {
    private(set) var value: UInt32

    init(mixing other: UInt32 = 0) { value = 2_166_136_261 ^ other }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt32(byte)) &* 16_777_619 }
        // A byte that no UTF-8 text contains separates two texts, so that they differ from one joined text.
        value = (value ^ 0xFF) &* 16_777_619
    }
}
