import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// Compares the readings that the broker acknowledged to counting sensors with the stored readings. A sensor never
/// publishes a value twice, and values are stored exactly, so a value identifies a reading.
struct DeliveryCheck {
    /// A reading that the broker acknowledged.
    struct Acknowledged: Hashable, Sendable {
        let sensor: String
        let value: Double
        /// From the measurement until the acknowledgement was seen, which can take a minute on a busy machine.
        let times: ClosedRange<Timestamp>
    }

    /// The result of the comparison.
    struct Report: CustomStringConvertible {
        var acknowledged: [Acknowledged] = []
        var lost: [Acknowledged] = []
        var storedTwice: [String: [Double]] = [:]

        var description: String {
            let twice = storedTwice.values.reduce(0) { $0 + $1.count }
            return "\(acknowledged.count) readings acknowledged, \(lost.count) lost, \(twice) stored twice"
        }
    }

    private let publishLog: PublishLog
    private let home: HomeUnderTest
    /// The first value that is checked, by sensor. Earlier values were published before the sensor was adopted.
    private let first: [String: Double]

    /// Waits until a reading of every sensor is stored. The check includes all later readings.
    init(_ publishLog: PublishLog, of sensors: [String], in home: HomeUnderTest) async throws {
        var first: [String: Double] = [:]
        for sensor in sensors {
            try await eventually("a reading of \(sensor) is stored") {
                first[sensor] = try await home.readings(sensor, quantity: .temperature).map(\.value).max()
                return first[sensor] != nil
            }
        }
        (self.publishLog, self.home, self.first) = (publishLog, home, first)
    }

    /// Returns the stored values, by sensor.
    func stored() async throws -> [String: [Double]] {
        var stored: [String: [Double]] = [:]
        for sensor in first.keys {
            stored[sensor] = try await home.readings(sensor, quantity: .temperature).map(\.value)
        }
        return stored
    }

    /// Waits for the readings that are not stored yet, and compares. Callers must stop publishing before.
    func report() async throws -> Report {
        var acknowledged: [String: [Acknowledged]] = [:]
        for (sensor, first) in first {
            acknowledged[sensor] = await publishLog.acknowledged(of: sensor).compactMap { entry in
                entry.value.map {
                    Acknowledged(
                        sensor: sensor, value: $0, times: entry.deviceTime...max(entry.endedAt, entry.deviceTime))
                }
            }
            .filter { $0.value >= first }
        }
        var stored: [String: [Double]] = [:]
        // If the last readings are not stored in time, the report contains them as lost.
        try? await eventually("the last readings are stored") {
            stored = try await self.stored()
            return acknowledged.values.compactMap(\.last).allSatisfy { stored[$0.sensor]?.contains($0.value) == true }
        }
        return acknowledged.reduce(into: Report()) { report, readings in
            let values = stored[readings.key] ?? []
            let known = Set(values)
            report.acknowledged += readings.value
            report.lost += readings.value.filter { !known.contains($0.value) }
            let twice = Dictionary(grouping: values) { $0 }.filter { $0.value.count > 1 }.keys
            if !twice.isEmpty { report.storedTwice[readings.key] = twice.sorted() }
        }
    }
}

extension [DeliveryCheck.Acknowledged] {
    /// Returns the readings that a broker with a save window of `seconds` must not lose when it is killed in `deaths`,
    /// because it had saved them before.
    func olderThanTheWindow(of deaths: [ClosedRange<Timestamp>], seconds: Int) -> [Element] {
        filter { reading in
            !deaths.contains { ($0.lowerBound - .seconds(seconds)...$0.upperBound).overlaps(reading.times) }
        }
    }
}

extension PublishLog {
    /// Returns when the broker has acknowledged `count` more readings.
    func waitToGrow(by count: Int) async throws {
        let goal = acknowledgedCount + count
        try await eventually("\(count) more readings are acknowledged") { acknowledgedCount >= goal }
    }
}
