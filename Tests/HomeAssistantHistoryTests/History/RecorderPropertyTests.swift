import SeededRandom
import Foundation
import GRDB
import HomeAssistantHistory
import HomeModel
import Testing

/// The import of a random file gives exactly the readings of a naive model.
@Suite struct RecorderPropertyTests {
    private struct Sensor {
        let id: String
        let attributes: RecorderFixture.Attributes
        let isCounter: Bool
        /// The readings according to the naive model.
        var expected: [Timestamp: Double] = [:]
    }

    @Test(arguments: RecorderFixture.SchemaVersion.allCases, 1...4 as ClosedRange<UInt64>)
    func importMatchesTheNaiveModel(version: RecorderFixture.SchemaVersion, seed: UInt64) async throws {
        let fixture = try RecorderFixture(version)
        defer { fixture.remove() }
        var random = SeededGenerator(seed: seed)
        var sensors = makeSensors()
        try fixture.write { db in
            var time = noon
            for _ in 0..<1500 {
                time += Int64.random(in: 0...5000, using: &random)
                let index = Int.random(in: sensors.indices, using: &random)
                try addState(of: &sensors[index], at: time, to: fixture, db, using: &random)
            }
            for index in sensors.indices { try addHours(of: &sensors[index], to: fixture, db, using: &random) }
        }
        try fixture.close()
        let imported = try await ImportedHistory(fixture.path)
        for sensor in sensors {
            #expect(imported.readings[sensor.id] ?? [:] == sensor.expected, "seed \(seed), \(sensor.id)")
        }
        #expect(imported.gaps.isEmpty)
    }

    private func makeSensors() -> [Sensor] {
        [
            Sensor(id: "sensor.kitchen", attributes: .temperature, isCounter: false),
            Sensor(id: "sensor.meter", attributes: .energy, isCounter: true),
            Sensor(id: "sensor.hall", attributes: .init(unit: "W", deviceClass: "power"), isCounter: false),
            Sensor(id: "sensor.never_seen", attributes: .temperature, isCounter: false),
            Sensor(id: "switch.pump", attributes: .init(unit: "W", deviceClass: "power"), isCounter: false),
        ]
    }

    private func addState(
        of sensor: inout Sensor, at time: Int64, to fixture: RecorderFixture, _ db: Database,
        using random: inout SeededGenerator
    ) throws {
        guard sensor.id != "sensor.never_seen" else { return }
        let value = (Double.random(in: -100...5000, using: &random) * 100).rounded() / 100
        let isSilent = Int.random(in: 0..<10, using: &random) == 0
        let state = isSilent ? ["unavailable", "off"].randomElement(using: &random) : "\(value)"
        try fixture.add(db, entity: sensor.id, state: state, attributes: sensor.attributes.json, milliseconds: time)
        if sensor.id.hasPrefix("sensor."), state == "\(value)" {
            sensor.expected[Timestamp(milliseconds: time)] = value
        }
    }

    private func addHours(
        of sensor: inout Sensor, to fixture: RecorderFixture, _ db: Database, using random: inout SeededGenerator
    ) throws {
        guard sensor.id.hasPrefix("sensor.") else { return }
        let first = sensor.expected.keys.min() ?? Timestamp(milliseconds: .max)
        for number in -200..<5 where Int.random(in: 0..<5, using: &random) > 0 {
            let start = (noon / hour + Int64(number)) * hour
            let value = (Double.random(in: 0...50, using: &random) * 1000).rounded() / 1000
            try fixture.addHour(
                db, statistic: sensor.id, unit: sensor.attributes.unit, milliseconds: start,
                mean: sensor.isCounter ? nil : value,
                state: sensor.isCounter ? value : nil, sum: sensor.isCounter ? 0 : nil)
            let time = Timestamp(milliseconds: sensor.isCounter ? start + hour - 1 : start)
            if time < first { sensor.expected[time] = value }
        }
    }
}
