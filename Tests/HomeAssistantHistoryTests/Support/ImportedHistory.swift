import HomeAssistantHistory
import HomeModel

/// The complete result of an import, by entity.
struct ImportedHistory {
    var readings: [String: [Timestamp: Double]] = [:]
    var entities: [String: RecorderEntity] = [:]
    var gaps: [RowGap] = []
    var namelessRows = 0

    init(_ path: String, choosing selection: RecorderSelection = RecorderSelection()) async throws {
        let history = try RecorderHistory(path: path, choosing: selection)
        var columns: [RecorderBatch.Column] = []
        while let batch = try await history.next() { columns += batch.columns }
        let entities = await history.entities
        for column in columns {
            for reading in column.readings {
                readings[entities[column.entity].id, default: [:]][reading.time] = reading.value
            }
        }
        self.entities = Dictionary(uniqueKeysWithValues: entities.map { ($0.id, $0) })
        gaps = await history.gaps
        namelessRows = await history.namelessRows
        await history.close()
    }

    /// The values of an entity, in order of time.
    func values(_ entity: String) -> [Double] {
        (readings[entity] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }
}

extension RecorderFixture.Attributes {
    static let temperature = Self(unit: "°C", deviceClass: "temperature", name: "Kitchen")
    static let energy = Self(unit: "kWh", deviceClass: "energy", stateClass: "total_increasing", name: "Meter")
}

/// 2026-01-15T12:00:00Z
let noon: Int64 = 1_768_478_400_000
let hour: Int64 = 3_600_000
