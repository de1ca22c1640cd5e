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

/// A pattern for entity ids: `*` matches any text, `?` one byte of UTF-8. Case is ignored.
package struct EntityPattern: Hashable, Sendable {
    private let pattern: [UInt8]

    package init(_ text: String) { pattern = Array(text.lowercased().utf8) }

    package func matches(_ id: String) -> Bool {
        let text = Array(id.lowercased().utf8)
        var (position, read) = (0, 0)
        // The position of the last `*` in the pattern, and the end of the text that it matches.
        var star: (position: Int, read: Int)?
        while read < text.count {
            if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
                star = (position, read)
                position += 1
            } else if position < pattern.count,
                pattern[position] == text[read] || pattern[position] == UInt8(ascii: "?")
            {
                position += 1
                read += 1
            } else if let last = star {
                star = (last.position, last.read + 1)
                (position, read) = (last.position + 1, last.read + 1)
            } else {
                return false
            }
        }
        return pattern[position...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

/// The reasons why rows of a recorder do not become readings.
package enum LeftOutReason: Int, Error, Sendable, Hashable, CaseIterable {
    case notChosen, notASensor, noQuantity, absent, notANumber, foreignUnit, noTime, beforeSince, noValue, nameless

    /// The name of the reason in a JSON report; it stays the same in later versions.
    package var code: String {
        switch self {
        case .notChosen: "notChosen"
        case .notASensor: "notASensor"
        case .noQuantity: "noQuantity"
        case .absent: "absent"
        case .notANumber: "notANumber"
        case .foreignUnit: "foreignUnit"
        case .noTime: "noTime"
        case .beforeSince: "beforeSince"
        case .noValue: "noValue"
        case .nameless: "nameless"
        }
    }
}

extension LeftOutReason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notChosen: "not selected by --only"
        case .notASensor: "not a sensor: only measurements are imported"
        case .noQuantity: "its device class and unit do not match a quantity of Tomte"
        case .absent: "unavailable or unknown"
        case .notANumber: "the value is not a number"
        case .foreignUnit: "the unit does not fit the quantity"
        case .noTime: "the time is missing or impossible"
        case .beforeSince: "older than --since"
        case .noValue: "the hour has no value"
        case .nameless: "the name of the entity is missing"
        }
    }
}
