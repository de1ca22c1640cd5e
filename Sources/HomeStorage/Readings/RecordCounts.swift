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
