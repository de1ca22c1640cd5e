package import HomeModel

/// The readings of one step through the file, grouped by entity.
package struct RecorderBatch: Sendable {
    /// Readings of one entity.
    package struct Column: Sendable {
        /// Index in `RecorderHistory.entities`.
        package let entity: Int
        /// Whether each reading is an hour of statistics, from the time before the entity's first state.
        package let isHourly: Bool
        package internal(set) var readings: [Reading]
    }

    package internal(set) var columns: [Column] = []
}

/// Selects the part of a recorder's file to read.
package struct RecorderSelection: Sendable {
    /// Patterns of the entities to read; without any, all entities are read.
    package var only: [EntityPattern]
    /// Older rows are left out.
    package var since: Timestamp?
    /// Quantities of entities that replace those derived from the file. These entities are read even if `only` does
    /// not match them.
    package var quantities: [String: CapabilityKind]

    package init(only: [EntityPattern] = [], since: Timestamp? = nil, quantities: [String: CapabilityKind] = [:]) {
        self.only = only
        self.since = since
        self.quantities = quantities
    }

    func includes(_ id: String) -> Bool {
        quantities[id] != nil || only.isEmpty || only.contains { $0.matches(id) }
    }
}

/// An entity of the file, and the numbers of its rows that became readings or were left out.
package struct RecorderEntity: Sendable {
    package let id: String
    /// The friendly name in the file.
    package internal(set) var name: String?
    /// The unit of the last row that had one, or of the entity's facts.
    package internal(set) var unit: String?
    /// Nil until a row shows which quantity the entity measures.
    package internal(set) var quantity: CapabilityKind?
    /// The number of readings from states.
    package internal(set) var states = 0
    /// The number of readings from hourly statistics.
    package internal(set) var hours = 0
    /// The number of hourly statistics that were skipped because states cover their time.
    package internal(set) var coveredHours = 0
    /// The times of the earliest and the latest reading.
    package internal(set) var span: ClosedRange<Timestamp>?
    /// The numbers of rows that were left out, by reason.
    package internal(set) var leftOut: [LeftOutReason: Int] = [:]

    package var readings: Int { states + hours }

    init(id: String) { self.id = id }

    mutating func countLeftOut(_ reason: LeftOutReason) { leftOut[reason, default: 0] += 1 }

    mutating func record(_ time: Timestamp, isHourly: Bool) {
        if isHourly { hours += 1 } else { states += 1 }
        guard let span else { return self.span = time...time }
        if time < span.lowerBound { self.span = time...span.upperBound }
        if time > span.upperBound { self.span = span.lowerBound...time }
    }
}
