import DeviceEmulators
import DeviceProtocols
import HomeModel
import MosquittoTransport
import Synchronization

/// Many sensors behind one connection, which publish new values on request.
///
/// Reading `n` belongs to series `n % seriesCount`, where the device changes fastest, and its value encodes the round.
/// So each reading can be identified wherever it appears.
final class LoadGenerator: Sendable {
    /// One published reading.
    struct Delivery: Sendable {
        let number: Int
        let sentAt: ContinuousClock.Instant
        /// The broker accepted the reading and has a subscriber for it; false also when there is no subscriber.
        let hasSubscriber: Bool
    }

    static let root = "load"
    /// The ranges of all these quantities include the values of every round.
    static let quantities: [CapabilityKind] = [
        .temperature, .pressure, .co2, .illuminance, .power, .energy, .voltage, .current,
    ]
    /// The approximate size of topic and payload, in bytes.
    static let messageBytes = "load/5/load-100/main/temperature".utf8.count + "12.3".utf8.count
    private static let unanswered = 1000

    let deviceCount: Int
    var seriesCount: Int { topics.count }
    private let connection: MosquittoConnection
    private let devices: [EmulatedHomieDevice]
    private let topics: [String]
    private let seriesByTopic: [String: Int]
    private let next = Atomic(0)
    private let delivered = Atomic(0)

    init(devices count: Int, over connection: MosquittoConnection) {
        deviceCount = count
        self.connection = connection
        let part = Part(id: .main, capabilities: Self.quantities.map { Capability(CapabilityName($0)) })
        let devices = (1...count).map { number in
            EmulatedHomieDevice(
                domain: Self.root, id: "load-\(number)",
                description: DeviceDescription(name: "Load \(number)", parts: [part]), version: 1)
        }
        self.devices = devices
        topics = Self.quantities.flatMap { kind in
            devices.compactMap { $0.value(.main, capability: CapabilityName(kind), value: .number(1))?.topic }
        }
        seriesByTopic = Dictionary(uniqueKeysWithValues: topics.enumerated().map { ($1, $0) })
    }

    /// The number of readings since the start for which the broker had a subscriber.
    var deliveredCount: Int { delivered.load(ordering: .acquiring) }

    /// Announces these devices, without values.
    func announce(_ range: Range<Int>) async throws {
        for device in devices[range] {
            for message in device.announcement() + [device.state(.ready)].compactMap(\.self) {
                try await connection.publish(Publication(message))
            }
        }
    }

    /// Publishes `count` readings, `rate` a second (in reports of `size` readings), or as fast as the broker accepts
    /// them.
    func publish(_ count: Int, perSecond rate: Double? = nil, inReportsOf size: Int = 1) async -> [Delivery] {
        await withTaskGroup(of: Delivery.self, returning: [Delivery].self) { group in
            var deliveries: [Delivery] = []
            deliveries.reserveCapacity(count)
            let start = ContinuousClock.now
            for index in 0..<count {
                if Task.isCancelled { break }
                if let rate, index.isMultiple(of: size) {
                    let due = start + .seconds(Double(index) / rate)
                    if due > .now { try? await Task.sleep(until: due, tolerance: .zero) }
                }
                if index >= Self.unanswered, let delivery = await group.next() { deliveries.append(delivery) }
                group.addTask { await self.publishNext() }
            }
            for await delivery in group { deliveries.append(delivery) }
            return deliveries
        }
    }

    /// Publishes at this rate until the task is cancelled.
    func publishForever(perSecond rate: Double, inReportsOf size: Int = 1) async {
        while !Task.isCancelled { _ = await publish(Int(rate), perSecond: rate, inReportsOf: size) }
    }

    /// Returns the number of the reading with this value; nil for a series of another device.
    func number(of series: SeriesID, _ value: Double) -> Int? {
        guard let kind = Self.quantities.firstIndex(of: series.capability.kind),
            let device = Int(series.device.rawValue.dropFirst("load-".count))
        else { return nil }
        return Int((value * 10).rounded()) * seriesCount + kind * deviceCount + device - 1
    }

    /// Returns the number of the reading in a message; nil for other messages.
    func number(of message: ReceivedMessage) -> Int? {
        guard let series = seriesByTopic[message.topic],
            let value = Double(String(decoding: message.payload, as: UTF8.self))
        else { return nil }
        return Int((value * 10).rounded()) * seriesCount + series
    }

    private func publishNext() async -> Delivery {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        let value = Double(number / seriesCount) / 10
        let publication = Publication(
            topic: topics[number % seriesCount], payload: Array("\(value)".utf8), qos: .atLeastOnce, retain: true)
        let sentAt = ContinuousClock.now
        let hasSubscriber = await (try? connection.publish(publication)) == .accepted(hasSubscribers: true)
        if hasSubscriber { delivered.add(1, ordering: .releasing) }
        return Delivery(number: number, sentAt: sentAt, hasSubscriber: hasSubscriber)
    }
}

extension Publication {
    init(_ message: DialectMessage) {
        self.init(
            topic: message.topic, payload: message.payload, qos: message.qos == 0 ? .atMostOnce : .atLeastOnce,
            retain: message.retain)
    }
}
