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

/// Caches the unit of measurement of each row of `state_attributes`, by its `attributes_id`.
struct AttributeCache: Sendable {
    /// A typical home has a few thousand rows. A cache of this size is emptied, and its rows are looked up again.
    private static let maximum = 100_000

    private let isShared: Bool
    private var units: [Int64: String?] = [:]

    init(_ schema: RecorderSchema) { isShared = schema.hasSharedAttributes }

    /// The unit in the shared attributes with this id. Nil when they contain none or cannot be read.
    mutating func unit(_ attributes: Int64, in db: Database) -> String? {
        if let known = units[attributes] { return known }
        let unit = facts(attributes, in: db)?.unit
        if units.count >= Self.maximum { units.removeAll(keepingCapacity: true) }
        units.updateValue(unit, forKey: attributes)
        return unit
    }

    /// The facts in the shared attributes with this id, read without the cache. Nil when the row is missing or
    /// cannot be read.
    func facts(_ attributes: Int64, in db: Database) -> EntityAttributes? {
        guard isShared else { return nil }
        let columns = RecorderSchema.attributes(of: "shared_attrs")
        let sql = "SELECT \(columns) FROM state_attributes WHERE attributes_id = ?"
        guard let statement = try? db.cachedStatement(sql: sql),
            let row = try? Row.fetchOne(statement, arguments: [attributes])
        else { return nil }
        return EntityAttributes(row, at: 0)
    }
}
