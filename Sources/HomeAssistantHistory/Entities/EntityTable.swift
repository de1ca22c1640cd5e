import GRDB
import HomeModel

/// The entities of a file: found as their rows go by, so that no pass over the file is made only to know them.
struct EntityTable: Sendable {
    private static let maximum = 50_000
    /// How often an entity may name no quantity before it is not asked any more.
    private static let patience = 64

    private(set) var entities: [RecorderEntity] = []
    /// What is known about one; facts are looked up when the first number of it goes by.
    private var verdicts: [Verdict] = []
    private var placesByName: [String: Int] = [:]
    private var names: [Int64: String] = [:]
    private var placesByKey: [Int64: Int] = [:]
    private var statistics: [String: EntityFacts] = [:]
    private var statisticNames: [Int64: String] = [:]
    private let choice: RecorderChoice
    private let newest: (isByName: Bool, sql: String)?

    private enum Verdict {
        case open(tries: Int)
        case measures(Unit)
        case leftOut(LeftOut)
    }

    init(_ schema: RecorderSchema, choosing choice: RecorderChoice, _ db: Database) throws {
        self.choice = choice
        newest = schema.newestQuery
        if schema.hasStatesMeta { names = try Self.names(db) }
        if schema.statisticsQuery != nil { try readStatisticsMeta(schema, db) }
    }

    // MARK: Finding an entity

    /// The place of the entity with this key of `states_meta`, or this name; nil when its name is lost.
    mutating func place(key: Int64?, name: String?) throws(RecorderFileError) -> Int? {
        if let key, let place = placesByKey[key] { return place }
        guard let name = key.flatMap({ names[$0] }) ?? name else { return nil }
        let place = try place(named: name)
        if let key { placesByKey[key] = place }
        return place
    }

    /// The place of the entity that a row of `statistics` is about.
    mutating func place(statistic key: Int64) throws(RecorderFileError) -> Int? {
        guard let name = statisticNames[key] else { return nil }
        return try place(named: name)
    }

    private mutating func place(named name: String) throws(RecorderFileError) -> Int {
        if let place = placesByName[name] { return place }
        guard entities.count < Self.maximum else { throw .tooManyEntities(Self.maximum) }
        placesByName[name] = entities.count
        entities.append(RecorderEntity(id: name))
        verdicts.append(choice.includes(name) ? firstVerdict(name) : .leftOut(.notChosen))
        return entities.count - 1
    }

    /// Statistics that come from elsewhere are named `source:name`.
    private func firstVerdict(_ name: String) -> Verdict {
        let isMeasured = name.hasPrefix("sensor.") || name.contains(":") || choice.quantities[name] != nil
        return isMeasured ? .open(tries: 0) : .leftOut(.notASensor)
    }

    /// What the small tables and an index tell of an entity, before its rows go by.
    func glance(at id: String, _ db: Database, _ cache: AttributeCache) -> EntityGlance {
        let key = names.first { $0.value == id }?.key
        let known = newestFacts(key: key, name: id, cache, db) + [statistics[id]].compactMap(\.self)
        let listsAll = newest.map { $0.isByName || !names.isEmpty } ?? false
        if key == nil, known.isEmpty, listsAll { return .unknown }
        guard choice.includes(id) else { return .leftOut(.notChosen) }
        guard case .open = firstVerdict(id) else { return .leftOut(.notASensor) }
        return known.lazy.compactMap { quantity(id, $0) }.first.map(EntityGlance.measures) ?? .unclear
    }

    // MARK: What it measures

    /// Throws when its rows are not wanted, whatever is in them.
    func requireWanted(at place: Int) throws(LeftOut) {
        if case .leftOut(let reason) = verdicts[place] { throw reason }
    }

    /// The canonical unit of what its numbers measure. `attributes` are those of the row at hand.
    mutating func unit(
        at place: Int, key: Int64?, _ db: Database, _ cache: AttributeCache,
        attributes: (AttributeCache) -> EntityFacts?
    ) throws(LeftOut) -> Unit {
        switch verdicts[place] {
        case .measures(let unit): return unit
        case .leftOut(let reason): throw reason
        case .open(let tries):
            verdicts[place] = tries < Self.patience ? .open(tries: tries + 1) : .leftOut(.noQuantity)
        }
        let id = entities[place].id
        let newest = newestFacts(key: key, name: id, cache, db)
        let known = (newest + [attributes(cache), statistics[id]]).compactMap { $0 }
        entities[place].unit = entities[place].unit ?? known.compactMap(\.unit).first
        entities[place].name = entities[place].name ?? known.compactMap(\.name).first
        for facts in known {
            guard let kind = quantity(id, facts), let unit = kind.facts.unit else { continue }
            entities[place].unit = facts.unit
            entities[place].quantity = kind
            verdicts[place] = .measures(unit)
            return unit
        }
        throw .noQuantity
    }

    private func quantity(_ id: String, _ facts: EntityFacts) -> CapabilityKind? {
        guard let wanted = choice.quantities[id] else { return QuantityMapping.quantity(of: facts) }
        let unit = facts.unit.flatMap(ForeignUnit.init(symbol:))
        return unit.map { QuantityMapping.fits($0, wanted) } ?? false ? wanted : nil
    }

    private func newestFacts(key: Int64?, name: String, _ cache: AttributeCache, _ db: Database) -> [EntityFacts] {
        guard let newest, let subject: DatabaseValue = newest.isByName ? name.databaseValue : key?.databaseValue,
            let statement = try? db.cachedStatement(sql: newest.sql),
            let rows = try? Row.fetchAll(statement, arguments: [subject])
        else { return [] }
        return rows.map { row in
            Int64.fromDatabaseValue(row[0]).flatMap { cache.facts($0, db) } ?? EntityFacts(row, at: 1)
        }
    }

    // MARK: Counting

    mutating func leave(_ reason: LeftOut, at place: Int) { entities[place].leave(reason) }

    mutating func note(_ reading: Reading, unit: String?, isHourly: Bool, at place: Int) {
        if let unit { entities[place].unit = unit }
        entities[place].note(reading.time, isHourly: isHourly)
    }

    mutating func noteCovered(at place: Int) { entities[place].coveredHours += 1 }

    // MARK: The small tables

    private static func names(_ db: Database) throws -> [Int64: String] {
        var names: [Int64: String] = [:]
        let entity = "CASE WHEN typeof(entity_id) = 'text' AND length(entity_id) <= 255 THEN entity_id END"
        var walk = RowidWalk("states_meta", columns: entity, db)
        while !walk.isOver, names.count <= maximum {
            try walk.advance(db, by: 1000) { row in
                if let key = Int64.fromDatabaseValue(row[0]) { names[key] = String.fromDatabaseValue(row[1]) }
                return nil
            }
        }
        guard !walk.gaps.isEmpty else { return names }
        // The index on the names holds both columns too, on other pages.
        let index = "SELECT rowid, \(entity) FROM states_meta INDEXED BY ix_states_meta_entity_id LIMIT \(maximum)"
        guard let rows = try? Row.fetchCursor(db, sql: index) else { return names }
        while let row = try? rows.next(), let key = Int64.fromDatabaseValue(row[0]) {
            names[key] = names[key] ?? String.fromDatabaseValue(row[1])
        }
        return names
    }

    private mutating func readStatisticsMeta(_ schema: RecorderSchema, _ db: Database) throws {
        var walk = RowidWalk("statistics_meta", columns: schema.statisticsMetaQuery, db)
        var rows: [(key: Int64, name: String, facts: EntityFacts)] = []
        while !walk.isOver, rows.count <= Self.maximum {
            try walk.advance(db, by: 1000) { row in
                guard let key = Int64.fromDatabaseValue(row[1]), let name = String.fromDatabaseValue(row[2]) else {
                    return nil
                }
                let isCounting = Int.fromDatabaseValue(row[4]) == 1
                let facts = EntityFacts(
                    unit: String.fromDatabaseValue(row[3]), stateClass: isCounting ? "total" : nil,
                    name: String.fromDatabaseValue(row[5]))
                rows.append((key, name, facts))
                return nil
            }
        }
        for row in rows {
            statisticNames[row.key] = row.name
            statistics[row.name] = row.facts
        }
    }

    /// The unit of a statistic, which may be another than that of the states.
    func statisticUnit(at place: Int) -> String? { statistics[entities[place].id]?.unit }
}
