package import HomeModel

/// What one step of reading gave: readings by entity.
package struct RecorderBatch: Sendable {
    package struct Column: Sendable {
        /// Place in `RecorderHistory.entities`.
        package let entity: Int
        /// One for each hour, of the time before the first single value.
        package let isHourly: Bool
        package internal(set) var readings: [Reading]
    }

    package internal(set) var columns: [Column] = []
}

/// Which part of a recorder's file is wanted.
package struct RecorderChoice: Sendable {
    /// None means all.
    package var only: [EntityPattern]
    package var since: Timestamp?
    /// What entities measure that do not say so themselves.
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

/// An entity that a file names, and what became of its rows.
package struct RecorderEntity: Sendable {
    package let id: String
    /// The name that people gave it, as it stands in the file.
    package internal(set) var name: String?
    /// The unit that its values came in last.
    package internal(set) var unit: String?
    /// Nil while nothing of it could be read as readings.
    package internal(set) var quantity: CapabilityKind?
    /// Single values, and values of hours.
    package internal(set) var states = 0
    package internal(set) var hours = 0
    /// Hours that its single values cover.
    package internal(set) var coveredHours = 0
    package internal(set) var span: ClosedRange<Timestamp>?
    package internal(set) var leftOut: [LeftOut: Int] = [:]

    package var readings: Int { states + hours }

    init(id: String) { self.id = id }

    mutating func leave(_ reason: LeftOut) { leftOut[reason, default: 0] += 1 }

    mutating func note(_ time: Timestamp, isHourly: Bool) {
        if isHourly { hours += 1 } else { states += 1 }
        guard let span else { return self.span = time...time }
        if time < span.lowerBound { self.span = time...span.upperBound }
        if time > span.upperBound { self.span = span.lowerBound...time }
    }
}
