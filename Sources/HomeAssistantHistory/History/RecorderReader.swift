import GRDB
import HomeModel

/// The progress through a recorder's file. It is a value without a database connection; each call is given one.
struct RecorderReader: Sendable {
    private static let hour = Duration.hours(1)

    private(set) var entities: EntityTable
    private(set) var rows = 0
    private(set) var namelessRows = 0
    private var cache: AttributeCache
    private var states: TableScan?
    private var statistics: TableScan?
    /// The time of the earliest state of each entity, by its index in `entities`.
    private var firstStates: [Int: Timestamp] = [:]
    private let since: Timestamp?

    init(choosing choice: RecorderSelection, _ db: Database) throws {
        let schema = try RecorderSchema(db)
        guard schema.isRecorder else { throw RecorderFileError.notARecorder }
        entities = try EntityTable(schema, choosing: choice, in: db)
        cache = AttributeCache(schema)
        states = schema.statesQuery.map { TableScan("states", columns: $0, in: db) }
        statistics = schema.statisticsQuery.map { TableScan("statistics", columns: $0, in: db) }
        since = choice.since
    }

    private var walks: [TableScan] { [states, statistics].compactMap { $0 } }
    var isFinished: Bool { walks.allSatisfy(\.isFinished) }
    var gaps: [RowGap] { walks.flatMap(\.gaps) }

    var share: Double? {
        let extents = walks.map(\.extent)
        let wholes = extents.compactMap(\.whole)
        guard wholes.count == extents.count else { return nil }
        let whole = wholes.reduce(0, +)
        return whole > 0 ? min(1, max(0, extents.map(\.done).reduce(0, +) / whole)) : 1
    }

    func preview(at id: String, _ db: Database) -> EntityPreview { entities.preview(at: id, db, cache: cache) }

    /// Examines at most `limit` more rows: all states first, then the statistics.
    mutating func step(_ db: Database, rows limit: Int) throws -> RecorderBatch {
        var batch = BatchBuilder()
        if var walk = states, !walk.isFinished {
            try advance(&walk, in: db, limit: limit) { reader, row throws(RecorderFileError) in
                try reader.readState(row, in: db, into: &batch)
            }
            states = walk
        } else if var walk = statistics, !walk.isFinished {
            try advance(&walk, in: db, limit: limit) { reader, row throws(RecorderFileError) in
                try reader.readHour(row, in: db, into: &batch)
            }
            statistics = walk
        }
        return batch.batch
    }

    private mutating func advance(
        _ walk: inout TableScan, in db: Database, limit: Int,
        handle: (inout RecorderReader, Row) throws(RecorderFileError) -> Timestamp?
    ) throws {
        var failure: RecorderFileError?
        try walk.advance(db, by: limit) { row in
            rows += 1
            do throws(RecorderFileError) {
                return try handle(&self, row)
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
    }

    // MARK: States

    /// Makes a row of `states` a reading, or counts why not. The columns are those of `RecorderSchema.statesQuery`,
    /// after the row id. Returns the row's time.
    private mutating func readState(
        _ row: Row, in db: Database, into batch: inout BatchBuilder
    ) throws(RecorderFileError) -> Timestamp? {
        let key = Int64.fromDatabaseValue(row[1])
        let time = timestamp(row, column: 4)
        guard let index = try entities.index(key: key, name: String.fromDatabaseValue(row[2])) else {
            namelessRows += 1
            return time
        }
        do throws(LeftOutReason) {
            let (reading, unit) = try state(row, at: index, key: key, time: time, in: db)
            entities.record(reading, unit: unit, isHourly: false, at: index)
            batch.add(reading, of: index, isHourly: false)
            if firstStates[index].map({ reading.time < $0 }) ?? true { firstStates[index] = reading.time }
        } catch {
            entities.countLeftOut(error, at: index)
        }
        return time
    }

    private mutating func state(
        _ row: Row, at index: Int, key: Int64?, time: Timestamp?, in db: Database
    ) throws(LeftOutReason) -> (Reading, unit: String?) {
        try entities.requireIncluded(at: index)
        let number: Double
        switch String.fromDatabaseValue(row[3]).map(HomeAssistantState.init) {
        case .number(let value): number = value
        case .absent: throw .absent
        case .text, nil: throw .notANumber
        }
        guard let time else { throw .noTime }
        if let since, time < since { throw .beforeSince }
        let attributes = Int64.fromDatabaseValue(row[6])
        let unit = attributes.flatMap { cache.unit($0, in: db) } ?? String.fromDatabaseValue(row[7])
        let canonical = try entities.unit(at: index, key: key, db, cache: cache) { cache in
            attributes.flatMap { cache.facts($0, in: db) } ?? EntityAttributes(unit: unit)
        }
        // A row without attributes is assumed to have the unit of the rows before it.
        let value = try value(number, in: unit ?? entities.entities[index].unit, canonical: canonical)
        return (Reading(time: time, value: value), unit)
    }

    // MARK: Statistics

    /// Makes a row of `statistics` a reading, or counts why not. The columns are those of
    /// `RecorderSchema.statisticsQuery`, after the row id. Returns the row's time.
    private mutating func readHour(
        _ row: Row, in db: Database, into batch: inout BatchBuilder
    ) throws(RecorderFileError) -> Timestamp? {
        let start = timestamp(row, column: 2)
        guard let key = Int64.fromDatabaseValue(row[1]), let index = try entities.index(statistic: key) else {
            namelessRows += 1
            return start
        }
        do throws(LeftOutReason) {
            let reading = try hour(row, start: start, at: index, in: db)
            if let first = firstStates[index], reading.time >= first {
                entities.recordCovered(at: index)
            } else {
                entities.record(reading, unit: nil, isHourly: true, at: index)
                batch.add(reading, of: index, isHourly: true)
            }
        } catch {
            entities.countLeftOut(error, at: index)
        }
        return start
    }

    private mutating func hour(
        _ row: Row, start: Timestamp?, at index: Int, in db: Database
    ) throws(LeftOutReason) -> Reading {
        try entities.requireIncluded(at: index)
        guard let start else { throw .noTime }
        if let since, start < since { throw .beforeSince }
        let canonical = try entities.unit(at: index, key: nil, db, cache: cache) { _ in nil }
        let symbol = entities.statisticUnit(at: index) ?? entities.entities[index].unit
        if entities.entities[index].quantity?.isCounter ?? false {
            // The statistic is the counter's value at the end of the hour. The reading has the time of the hour's last
            // millisecond, so that the increase belongs to this hour.
            let shown = Double.fromDatabaseValue(row[5]) ?? Double.fromDatabaseValue(row[6])
            guard let shown else { throw .noValue }
            let end = start + Self.hour - .milliseconds(1)
            return Reading(time: end, value: try value(shown, in: symbol, canonical: canonical))
        }
        // A value is valid until the next one, so the mean at the hour's start gives the whole hour this mean.
        guard let mean = Double.fromDatabaseValue(row[4]) else { throw .noValue }
        return Reading(time: start, value: try value(mean, in: symbol, canonical: canonical))
    }

    // MARK: Values and times

    private func value(_ number: Double, in symbol: String?, canonical: Unit) throws(LeftOutReason) -> Double {
        guard let value = symbol.flatMap(HomeAssistantUnit.init(symbol:))?.convert(number, to: canonical) else {
            throw .foreignUnit
        }
        return value
    }

    /// The time in this column as seconds, or else in the next column as text.
    private func timestamp(_ row: Row, column: Int) -> Timestamp? {
        if let seconds = Double.fromDatabaseValue(row[column]) { return RecorderTime.timestamp(seconds: seconds) }
        return String.fromDatabaseValue(row[column + 1]).flatMap(RecorderTime.timestamp(text:))
    }
}

/// A batch that is being filled.
private struct BatchBuilder {
    private(set) var batch = RecorderBatch()
    private var indexes: [Int: Int] = [:]

    mutating func add(_ reading: Reading, of entity: Int, isHourly: Bool) {
        if let index = indexes[entity] {
            batch.columns[index].readings.append(reading)
        } else {
            indexes[entity] = batch.columns.count
            batch.columns.append(.init(entity: entity, isHourly: isHourly, readings: [reading]))
        }
    }
}
