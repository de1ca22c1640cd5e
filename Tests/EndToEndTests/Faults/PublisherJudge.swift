import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// Compares what the broker acknowledged to counting sensors with what is stored. No two readings of a sensor are
/// alike, and each value reads back exactly as it was published, so each is told from all others.
struct PublisherJudge {
    /// A reading that the broker acknowledged.
    struct Acknowledged: Hashable, Sendable {
        let sensor: String
        let value: Double
        /// From its measurement until the acknowledgement was seen. A starved machine can make that a minute.
        let times: ClosedRange<Timestamp>
    }

    struct Verdict: CustomStringConvertible {
        var acknowledged: [Acknowledged] = []
        var lost: [Acknowledged] = []
        var storedTwice: [String: [Double]] = [:]

        var description: String {
            let twice = storedTwice.values.reduce(0) { $0 + $1.count }
            return "\(acknowledged.count) readings acknowledged, \(lost.count) lost, \(twice) stored twice"
        }
    }

    private let ledger: PublishLedger
    private let home: HomeUnderTest
    /// The first reading that counts, by sensor: before a sensor was adopted nobody listened to it.
    private let first: [String: Double]

    /// Waits until every sensor is recorded; what is published from then on is judged.
    init(_ ledger: PublishLedger, of sensors: [String], in home: HomeUnderTest) async throws {
        var first: [String: Double] = [:]
        for sensor in sensors {
            try await eventually("\(sensor) is recorded") {
                first[sensor] = try await home.readings(sensor, .temperature).map(\.value).max()
                return first[sensor] != nil
            }
        }
        (self.ledger, self.home, self.first) = (ledger, home, first)
    }

    /// The values that are stored, by sensor.
    func stored() async throws -> [String: [Double]] {
        var stored: [String: [Double]] = [:]
        for sensor in first.keys { stored[sensor] = try await home.readings(sensor, .temperature).map(\.value) }
        return stored
    }

    /// Waits for what is still on its way. Call it when nothing is published any more.
    func verdict() async throws -> Verdict {
        var said: [String: [Acknowledged]] = [:]
        for (sensor, first) in first {
            said[sensor] = await ledger.acknowledged(of: sensor).compactMap { entry in
                entry.value.map {
                    Acknowledged(
                        sensor: sensor, value: $0, times: entry.deviceTime...max(entry.endedAt, entry.deviceTime))
                }
            }
            .filter { $0.value >= first }
        }
        var stored: [String: [Double]] = [:]
        // When the last ones do not come, the verdict says so.
        try? await eventually("the last readings are stored") {
            stored = try await self.stored()
            return said.values.compactMap(\.last).allSatisfy { stored[$0.sensor]?.contains($0.value) == true }
        }
        return said.reduce(into: Verdict()) { verdict, said in
            let values = stored[said.key] ?? []
            let known = Set(values)
            verdict.acknowledged += said.value
            verdict.lost += said.value.filter { !known.contains($0.value) }
            let twice = Dictionary(grouping: values) { $0 }.filter { $0.value.count > 1 }.keys
            if !twice.isEmpty { verdict.storedTwice[said.key] = twice.sorted() }
        }
    }
}

extension [PublisherJudge.Acknowledged] {
    /// Those that a broker that died in one of `deaths` could not have lost: it had saved them before.
    func olderThanTheWindow(of deaths: [ClosedRange<Timestamp>], seconds: Int) -> [Element] {
        filter { reading in
            !deaths.contains { ($0.lowerBound - .seconds(seconds)...$0.upperBound).overlaps(reading.times) }
        }
    }
}

extension PublishLedger {
    /// Returns when the broker has acknowledged so many more.
    func grow(by count: Int) async throws {
        let goal = acknowledgedCount + count
        try await eventually("\(count) more readings are acknowledged") { acknowledgedCount >= goal }
    }
}
