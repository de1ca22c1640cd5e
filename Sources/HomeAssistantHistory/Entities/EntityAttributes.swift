import GRDB

/// The attributes of an entity that help to interpret its values.
package struct EntityAttributes: Hashable, Sendable {
    package let unit: String?
    package let deviceClass: String?
    package let stateClass: String?
    package let name: String?

    package init(unit: String? = nil, deviceClass: String? = nil, stateClass: String? = nil, name: String? = nil) {
        self.unit = unit
        self.deviceClass = deviceClass
        self.stateClass = stateClass
        self.name = name
    }

    /// Whether the values only increase, except when the counter is reset.
    var isCounting: Bool { stateClass == "total" || stateClass == "total_increasing" }
}

extension EntityAttributes {
    /// Reads four columns from `index` on, in the order in which `RecorderSchema.attributes(of:)` selects them.
    init(_ row: Row, at index: Int) {
        self.init(
            unit: String.fromDatabaseValue(row[index]), deviceClass: String.fromDatabaseValue(row[index + 1]),
            stateClass: String.fromDatabaseValue(row[index + 2]), name: String.fromDatabaseValue(row[index + 3]))
    }
}
