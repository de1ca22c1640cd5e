import GRDB

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
