import GRDB
package import HomeModel

/// The entities of a file, collected while the rows are read, so that no separate pass over the file is needed.
struct EntityTable: Sendable {
    /// The limit of selected entities. As many others are listed, and the rest of them are counted together.
    private static let maximum = 50_000
    /// After this many numeric rows without a known quantity, the facts of an entity are no longer looked up.
    private static let maximumAttempts = 64

    private(set) var entities: [RecorderEntity] = []
    /// The verdict for each entity, at its index in `entities`. Facts are looked up at the first numeric row.
    private var verdicts: [Verdict] = []
    private var indexesByName: [String: Int] = [:]
    private var selectedCount = 0
    /// The index of the entry that counts the rows of further entities that are not selected.
    private var indexOfOthers: Int?
    private var names = EntityNames(limit: maximum)
    private var indexesByKey: [Int64: Int] = [:]
    private var statistics: [String: EntityAttributes] = [:]
    private var statisticNames = EntityNames(limit: maximum)
    private let choice: RecorderSelection
    private let newest: (isByName: Bool, sql: String)?

    /// The decision whether the rows of an entity become readings.
    private enum Verdict {
        case open(tries: Int)
        case measures(Unit)
        case leftOut(LeftOutReason)
    }

    init(_ schema: RecorderSchema, choosing choice: RecorderSelection, in db: Database) throws {
        self.choice = choice
        newest = schema.newestQuery
        if schema.hasStatesMeta { try readStatesMeta(in: db) }
        if schema.statisticsQuery != nil { try readStatisticsMeta(schema, in: db) }
    }

    // MARK: Finding an entity

    /// The index in `entities` of the entity with this key of `states_meta` or this name; a new entity is added.
    /// Nil when the file does not give the name. Throws `.tooManyEntities`.
    mutating func index(key: Int64?, name: String?) throws(RecorderFileError) -> Int? {
        if let key, let index = indexesByKey[key] { return index }
        guard let name = key.flatMap({ names[$0] }) ?? name else {
            return key != nil && names.isTruncated ? indexForOthers() : nil
        }
        let index = try index(named: name)
        if let key { indexesByKey[key] = index }
        return index
    }

    /// The index in `entities` of the entity with this key of `statistics_meta`; a new entity is added. Nil when the
    /// file does not give the name. Throws `.tooManyEntities`.
    mutating func index(statistic key: Int64) throws(RecorderFileError) -> Int? {
        guard let name = statisticNames[key] else { return statisticNames.isTruncated ? indexForOthers() : nil }
        return try index(named: name)
    }

    private mutating func index(named name: String) throws(RecorderFileError) -> Int {
        if let index = indexesByName[name] { return index }
        let isSelected = choice.includes(name)
        if isSelected {
            guard selectedCount < Self.maximum else { throw .tooManyEntities(Self.maximum) }
            selectedCount += 1
        } else if entities.count - selectedCount >= Self.maximum {
            return indexForOthers()
        }
        indexesByName[name] = entities.count
        return add(name, verdict: isSelected ? firstVerdict(name) : .leftOut(.notChosen))
    }

    private mutating func indexForOthers() -> Int {
        let index = indexOfOthers ?? add("other entities", verdict: .leftOut(.notChosen))
        indexOfOthers = index
        return index
    }

    private mutating func add(_ id: String, verdict: Verdict) -> Int {
        entities.append(RecorderEntity(id: id))
        verdicts.append(verdict)
        return entities.count - 1
    }

    /// External statistics have ids of the form `source:name`.
    private func firstVerdict(_ name: String) -> Verdict {
        let isMeasured = name.hasPrefix("sensor.") || name.contains(":") || choice.quantities[name] != nil
        return isMeasured ? .open(tries: 0) : .leftOut(.notASensor)
    }

    /// Looks an entity up in the metadata tables and through an index on its states, before its rows are read.
    func preview(at id: String, _ db: Database, cache: AttributeCache) -> EntityPreview {
        let key = names.key(of: id)
        let known = newestFacts(key: key, name: id, cache, in: db) + [statistics[id]].compactMap(\.self)
        let listsAll = newest.map { $0.isByName || !names.isEmpty && !names.isTruncated } ?? false
        if key == nil, known.isEmpty, listsAll { return .unknown }
        guard choice.includes(id) else { return .leftOut(.notChosen) }
        guard case .open = firstVerdict(id) else { return .leftOut(.notASensor) }
        return known.lazy.compactMap { quantity(id, facts: $0) }.first.map(EntityPreview.measures) ?? .unclear
    }

    // MARK: Quantity and unit

    /// Throws the reason when all rows of the entity are left out, regardless of their content.
    func requireIncluded(at index: Int) throws(LeftOutReason) {
        if case .leftOut(let reason) = verdicts[index] { throw reason }
    }

    /// The canonical unit of the entity's quantity, which is determined at the first row with enough facts.
    /// `attributes` returns the facts of the current row. Throws the reason why the row is left out.
    mutating func unit(
        at index: Int, key: Int64?, _ db: Database, cache: AttributeCache,
        attributes: (AttributeCache) -> EntityAttributes?
    ) throws(LeftOutReason) -> Unit {
        switch verdicts[index] {
        case .measures(let unit): return unit
        case .leftOut(let reason): throw reason
        case .open(let tries):
            verdicts[index] = tries < Self.maximumAttempts ? .open(tries: tries + 1) : .leftOut(.noQuantity)
        }
        let id = entities[index].id
        let newest = newestFacts(key: key, name: id, cache, in: db)
        let known = (newest + [attributes(cache), statistics[id]]).compactMap { $0 }
        entities[index].unit = entities[index].unit ?? known.compactMap(\.unit).first
        entities[index].name = entities[index].name ?? known.compactMap(\.name).first
        for facts in known {
            guard let kind = quantity(id, facts: facts), let unit = kind.facts.unit else { continue }
            entities[index].unit = facts.unit
            entities[index].quantity = kind
            verdicts[index] = .measures(unit)
            return unit
        }
        throw .noQuantity
    }

    private func quantity(_ id: String, facts: EntityAttributes) -> CapabilityKind? {
        guard let wanted = choice.quantities[id] else { return QuantityMapping.quantity(of: facts) }
        let unit = facts.unit.flatMap(HomeAssistantUnit.init(symbol:))
        return unit.map { QuantityMapping.fits($0, kind: wanted) } ?? false ? wanted : nil
    }

    private func newestFacts(key: Int64?, name: String, _ cache: AttributeCache, in db: Database) -> [EntityAttributes]
    {
        guard let newest, let subject: DatabaseValue = newest.isByName ? name.databaseValue : key?.databaseValue,
            let statement = try? db.cachedStatement(sql: newest.sql),
            let rows = try? Row.fetchAll(statement, arguments: [subject])
        else { return [] }
        return rows.map { row in
            Int64.fromDatabaseValue(row[0]).flatMap { cache.facts($0, in: db) } ?? EntityAttributes(row, at: 1)
        }
    }

    // MARK: Counting

    mutating func countLeftOut(_ reason: LeftOutReason, at index: Int) { entities[index].countLeftOut(reason) }

    mutating func record(_ reading: Reading, unit: String?, isHourly: Bool, at index: Int) {
        if let unit { entities[index].unit = unit }
        entities[index].record(reading.time, isHourly: isHourly)
    }

    mutating func recordCovered(at index: Int) { entities[index].coveredHours += 1 }

    // MARK: Metadata tables

    /// Throws `.tooManyEntities`.
    private mutating func readStatesMeta(in db: Database) throws {
        let entity = "CASE WHEN typeof(entity_id) = 'text' AND length(entity_id) <= 255 THEN entity_id END"
        var walk = TableScan("states_meta", columns: entity, in: db)
        while !walk.isFinished {
            try walk.advance(db, by: 1000) { row in
                names.add(String.fromDatabaseValue(row[1]), key: Int64.fromDatabaseValue(row[0]), choosing: choice)
                return nil
            }
        }
        if !walk.gaps.isEmpty { readStatesMetaIndex(entity, in: db) }
        try names.checkLimit()
    }

    /// Reads the index on the names, which contains both columns too, on other pages, so it may replace damaged rows.
    private mutating func readStatesMetaIndex(_ entity: String, in db: Database) {
        let index = "SELECT rowid, \(entity) FROM states_meta INDEXED BY ix_states_meta_entity_id"
        guard let rows = try? Row.fetchCursor(db, sql: index) else { return }
        while let row = try? rows.next(), let key = Int64.fromDatabaseValue(row[0]) {
            names.add(String.fromDatabaseValue(row[1]), key: key, choosing: choice)
        }
    }

    /// Throws `.tooManyEntities`.
    private mutating func readStatisticsMeta(_ schema: RecorderSchema, in db: Database) throws {
        var walk = TableScan("statistics_meta", columns: schema.statisticsMetaQuery, in: db)
        while !walk.isFinished {
            try walk.advance(db, by: 1000) { row in
                guard let name = String.fromDatabaseValue(row[2]),
                    statisticNames.add(name, key: Int64.fromDatabaseValue(row[1]), choosing: choice)
                else { return nil }
                let isCounting = Int.fromDatabaseValue(row[4]) == 1
                statistics[name] = EntityAttributes(
                    unit: String.fromDatabaseValue(row[3]), stateClass: isCounting ? "total" : nil,
                    name: String.fromDatabaseValue(row[5]))
                return nil
            }
        }
        try statisticNames.checkLimit()
    }

    /// The unit of the entity's statistics, which may differ from the unit of its states.
    func statisticUnit(at index: Int) -> String? { statistics[entities[index].id]?.unit }
}

/// The names in a metadata table by their keys: of the selected entities, and of as many others as the limit allows.
private struct EntityNames: Sendable {
    let limit: Int
    private var names: [Int64: String] = [:]
    private var counts = (selected: 0, others: 0)
    /// Whether names of entities that are not selected are missing.
    private(set) var isTruncated = false

    init(limit: Int) { self.limit = limit }

    var isEmpty: Bool { names.isEmpty }

    subscript(key: Int64) -> String? { names[key] }

    func key(of name: String) -> Int64? { names.first { $0.value == name }?.key }

    /// Returns whether the name is kept.
    @discardableResult
    mutating func add(_ name: String?, key: Int64?, choosing choice: RecorderSelection) -> Bool {
        guard let key, let name, names[key] == nil else { return false }
        if choice.includes(name) {
            counts.selected += 1
            guard counts.selected <= limit else { return false }
        } else {
            guard counts.others < limit else {
                isTruncated = true
                return false
            }
            counts.others += 1
        }
        names[key] = name
        return true
    }

    func checkLimit() throws(RecorderFileError) {
        if counts.selected > limit { throw .tooManyEntities(limit) }
    }
}

/// The result of looking up an entity without reading its rows.
package enum EntityPreview: Hashable, Sendable {
    /// The entity measures this quantity.
    case measures(CapabilityKind)
    /// All rows of the entity will be left out, for this reason.
    case leftOut(LeftOutReason)
    /// The file contains no entity with this id.
    case unknown
    /// The quantity is known only after the rows were read.
    case unclear
}
