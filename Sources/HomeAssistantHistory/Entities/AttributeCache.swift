import GRDB

/// The units that states came in, by the row of their shared attributes.
struct AttributeCache: Sendable {
    /// A home has some thousands; whatever has more is looked up again now and then.
    private static let maximum = 100_000

    private let isShared: Bool
    private var units: [Int64: String?] = [:]

    init(_ schema: RecorderSchema) { isShared = schema.hasSharedAttributes }

    /// Nil when the attributes name none or cannot be read.
    mutating func unit(_ attributes: Int64, _ db: Database) -> String? {
        if let known = units[attributes] { return known }
        let unit = facts(attributes, db)?.unit
        if units.count >= Self.maximum { units.removeAll(keepingCapacity: true) }
        units.updateValue(unit, forKey: attributes)
        return unit
    }

    /// Nil when there is no such row, or none that can be read.
    func facts(_ attributes: Int64, _ db: Database) -> EntityFacts? {
        guard isShared else { return nil }
        let columns = RecorderSchema.attributes(of: "shared_attrs")
        let sql = "SELECT \(columns) FROM state_attributes WHERE attributes_id = ?"
        guard let statement = try? db.cachedStatement(sql: sql),
            let row = try? Row.fetchOne(statement, arguments: [attributes])
        else { return nil }
        return EntityFacts(row, at: 0)
    }
}
