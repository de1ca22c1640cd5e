import GRDB

/// What a file says about an entity beside its values.
package struct EntityFacts: Hashable, Sendable {
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

    /// Whether its values only ever count up (but for a new beginning).
    var isCounting: Bool { stateClass == "total" || stateClass == "total_increasing" }
}

extension EntityFacts {
    /// Four columns from `index` on, as `RecorderSchema.attributes` asks for them.
    init(_ row: Row, at index: Int) {
        self.init(
            unit: String.fromDatabaseValue(row[index]), deviceClass: String.fromDatabaseValue(row[index + 1]),
            stateClass: String.fromDatabaseValue(row[index + 2]), name: String.fromDatabaseValue(row[index + 3]))
    }
}
