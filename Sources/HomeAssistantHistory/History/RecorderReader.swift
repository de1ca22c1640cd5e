import GRDB
import HomeModel

/// Where reading a recorder's file has come to. A value: it holds no connection.
struct RecorderReader: Sendable {
    private static let hour = Duration.hours(1)

    private(set) var entities: EntityTable
    private(set) var rows = 0
    private(set) var namelessRows = 0
    private var cache: AttributeCache
    private var states: RowidWalk?
    private var statistics: RowidWalk?
    /// By entity, of its states.
    private var firstStates: [Int: Timestamp] = [:]
    private let since: Timestamp?

    init(choosing choice: RecorderChoice, _ db: Database) throws {
        let schema = try RecorderSchema(db)
        guard schema.isRecorder else { throw RecorderFileError.notARecorder }
        entities = try EntityTable(schema, choosing: choice, db)
        cache = AttributeCache(schema)
        states = schema.statesQuery.map { RowidWalk("states", columns: $0, db) }
        statistics = schema.statisticsQuery.map { RowidWalk("statistics", columns: $0, db) }
        since = choice.since
    }

    private var walks: [RowidWalk] { [states, statistics].compactMap { $0 } }
    var isOver: Bool { walks.allSatisfy(\.isOver) }
    var gaps: [RowGap] { walks.flatMap(\.gaps) }

    var share: Double? {
        let extents = walks.map(\.extent)
        let wholes = extents.compactMap(\.whole)
        guard wholes.count == extents.count else { return nil }
        let whole = wholes.reduce(0, +)
        return whole > 0 ? min(1, max(0, extents.map(\.done).reduce(0, +) / whole)) : 1
    }

    func glance(at id: String, _ db: Database) -> EntityGlance { entities.glance(at: id, db, cache) }

    /// Reads some rows on.
    mutating func step(_ db: Database, rows limit: Int) throws -> RecorderBatch {
        var batch = BatchDraft()
        if var walk = states, !walk.isOver {
            try advance(&walk, db, limit) { reader, row throws(RecorderFileError) in
                try reader.takeState(row, db, into: &batch)
            }
            states = walk
        } else if var walk = statistics, !walk.isOver {
            try advance(&walk, db, limit) { reader, row throws(RecorderFileError) in
                try reader.takeHour(row, db, into: &batch)
            }
            statistics = walk
        }
        return batch.batch
    }

    private mutating func advance(
        _ walk: inout RowidWalk, _ db: Database, _ limit: Int,
        _ take: (inout RecorderReader, Row) throws(RecorderFileError) -> Timestamp?
    ) throws {
        var failure: RecorderFileError?
        try walk.advance(db, by: limit) { row in
            rows += 1
            do throws(RecorderFileError) {
                return try take(&self, row)
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
    }

    // MARK: States

    /// Columns as in `RecorderSchema.statesQuery`, after the row id. Returns the row's time.
    private mutating func takeState(
        _ row: Row, _ db: Database, into batch: inout BatchDraft
    ) throws(RecorderFileError) -> Timestamp? {
        let key = Int64.fromDatabaseValue(row[1])
        let time = moment(row, 4)
        guard let place = try entities.place(key: key, name: String.fromDatabaseValue(row[2])) else {
            namelessRows += 1
            return time
        }
        do throws(LeftOut) {
            let (reading, unit) = try state(row, at: place, key: key, time, db)
            entities.note(reading, unit: unit, isHourly: false, at: place)
            batch.add(reading, of: place, isHourly: false)
            if firstStates[place].map({ reading.time < $0 }) ?? true { firstStates[place] = reading.time }
        } catch {
            entities.leave(error, at: place)
        }
        return time
    }

    private mutating func state(
        _ row: Row, at place: Int, key: Int64?, _ time: Timestamp?, _ db: Database
    ) throws(LeftOut) -> (Reading, unit: String?) {
        try entities.requireWanted(at: place)
        let number: Double
        switch String.fromDatabaseValue(row[3]).map(ForeignState.init) {
        case .number(let value): number = value
        case .absent: throw .absent
        case .text, nil: throw .notANumber
        }
        guard let time else { throw .noTime }
        if let since, time < since { throw .beforeSince }
        let attributes = Int64.fromDatabaseValue(row[6])
        let unit = attributes.flatMap { cache.unit($0, db) } ?? String.fromDatabaseValue(row[7])
        let canonical = try entities.unit(at: place, key: key, db, cache) { cache in
            attributes.flatMap { cache.facts($0, db) } ?? EntityFacts(unit: unit)
        }
        // Rows whose attributes are lost are taken to be in the unit of those before.
        let value = try value(number, in: unit ?? entities.entities[place].unit, canonical)
        return (Reading(time: time, value: value), unit)
    }

    // MARK: Statistics

    /// Columns as in `RecorderSchema.statisticsQuery`, after the row id. Returns the row's time.
    private mutating func takeHour(
        _ row: Row, _ db: Database, into batch: inout BatchDraft
    ) throws(RecorderFileError) -> Timestamp? {
        let start = moment(row, 2)
        guard let key = Int64.fromDatabaseValue(row[1]), let place = try entities.place(statistic: key) else {
            namelessRows += 1
            return start
        }
        do throws(LeftOut) {
            let reading = try hour(row, start, at: place, db)
            if let first = firstStates[place], reading.time >= first {
                entities.noteCovered(at: place)
            } else {
                entities.note(reading, unit: nil, isHourly: true, at: place)
                batch.add(reading, of: place, isHourly: true)
            }
        } catch {
            entities.leave(error, at: place)
        }
        return start
    }

    private mutating func hour(
        _ row: Row, _ start: Timestamp?, at place: Int, _ db: Database
    ) throws(LeftOut) -> Reading {
        try entities.requireWanted(at: place)
        guard let start else { throw .noTime }
        if let since, start < since { throw .beforeSince }
        let canonical = try entities.unit(at: place, key: nil, db, cache) { _ in nil }
        let symbol = entities.statisticUnit(at: place) ?? entities.entities[place].unit
        if entities.entities[place].quantity?.isCounter ?? false {
            // What it showed at the hour's end; its last millisecond, so that what was counted falls into this hour.
            let shown = Double.fromDatabaseValue(row[5]) ?? Double.fromDatabaseValue(row[6])
            guard let shown else { throw .noValue }
            let end = start + Self.hour - .milliseconds(1)
            return Reading(time: end, value: try value(shown, in: symbol, canonical))
        }
        // A value holds until the next one: the mean at the hour's start gives the hour this mean.
        guard let mean = Double.fromDatabaseValue(row[4]) else { throw .noValue }
        return Reading(time: start, value: try value(mean, in: symbol, canonical))
    }

    // MARK: Both

    private func value(_ number: Double, in symbol: String?, _ canonical: Unit) throws(LeftOut) -> Double {
        guard let value = symbol.flatMap(ForeignUnit.init(symbol:))?.convert(number, to: canonical) else {
            throw .foreignUnit
        }
        return value
    }

    /// Seconds in one column, or text in the next.
    private func moment(_ row: Row, _ column: Int) -> Timestamp? {
        if let seconds = Double.fromDatabaseValue(row[column]) { return ForeignTime.moment(seconds: seconds) }
        return String.fromDatabaseValue(row[column + 1]).flatMap(ForeignTime.moment(text:))
    }
}

/// A batch while its rows go by.
private struct BatchDraft {
    private(set) var batch = RecorderBatch()
    private var places: [Int: Int] = [:]

    mutating func add(_ reading: Reading, of entity: Int, isHourly: Bool) {
        if let place = places[entity] {
            batch.columns[place].readings.append(reading)
        } else {
            places[entity] = batch.columns.count
            batch.columns.append(.init(entity: entity, isHourly: isHourly, readings: [reading]))
        }
    }
}
