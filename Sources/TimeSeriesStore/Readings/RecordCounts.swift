import GRDB
import HomeModel

/// The number of records of each kind.
package struct RecordCounts: Hashable, Sendable {
    package var energyReadings: Int
    package var environmentReadings: Int
    package var stateChanges: Int

    package init(energyReadings: Int = 0, environmentReadings: Int = 0, stateChanges: Int = 0) {
        self.energyReadings = energyReadings
        self.environmentReadings = environmentReadings
        self.stateChanges = stateChanges
    }

    package var readings: Int { energyReadings + environmentReadings }
    package var total: Int { readings + stateChanges }

    package static func + (left: RecordCounts, right: RecordCounts) -> RecordCounts {
        RecordCounts(
            energyReadings: left.energyReadings + right.energyReadings,
            environmentReadings: left.environmentReadings + right.environmentReadings,
            stateChanges: left.stateChanges + right.stateChanges)
    }

    package static func - (left: RecordCounts, right: RecordCounts) -> RecordCounts {
        RecordCounts(
            energyReadings: left.energyReadings - right.energyReadings,
            environmentReadings: left.environmentReadings - right.environmentReadings,
            stateChanges: left.stateChanges - right.stateChanges)
    }

    mutating func countReading(_ kind: RecordKind, count: Int) {
        switch kind {
        case .energy: energyReadings += count
        case .environment: environmentReadings += count
        }
    }
}

/// The counts of the whole history are stored beside it, so that a query never scans it.
extension RecordCounts {
    static func tally(_ db: Database) throws -> RecordCounts {
        var counts = RecordCounts()
        let rows = try Row.fetchCursor(db, sql: "SELECT record, total FROM record_count")
        while let row = try rows.next() {
            let total = try row.decode(Int.self, forColumn: "total")
            switch try row.decode(String.self, forColumn: "record") {
            case "energyReadings": counts.energyReadings = total
            case "environmentReadings": counts.environmentReadings = total
            case "stateChanges": counts.stateChanges = total
            default: break
            }
        }
        return counts
    }

    /// Adds the counts within the transaction that adds or deletes the records; deleted records count negative.
    func addToTally(_ db: Database) throws {
        guard self != RecordCounts() else { return }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO record_count (record, total) VALUES (?, ?)
                ON CONFLICT (record) DO UPDATE SET total = total + excluded.total
                """)
        try statement.execute(arguments: ["energyReadings", energyReadings])
        try statement.execute(arguments: ["environmentReadings", environmentReadings])
        try statement.execute(arguments: ["stateChanges", stateChanges])
    }
}
