import Foundation
import GRDB
import HomeModel

/// A recorder database as Home Assistant creates it, in one of three schema versions.
///
/// Source: home-assistant/core, tests/components/recorder/db_schema_{22,30,51}.py.
final class RecorderFixture {
    enum SchemaVersion: CaseIterable {
        /// 2021.10: attributes in each row, times as text.
        case version22
        /// 2022.11: shared attributes, times as text.
        case version30
        /// 2025.10: entities by number, times as seconds.
        case version51
    }

    struct Attributes: Hashable {
        var unit: String?
        var deviceClass: String?
        var stateClass: String? = "measurement"
        var name: String?

        var json: String {
            let pairs = [
                ("unit_of_measurement", unit), ("device_class", deviceClass), ("state_class", stateClass),
                ("friendly_name", name), ("icon", "mdi:eye"),
            ]
            let object = Dictionary(pairs.compactMap { key, value in value.map { (key, $0) } }) { $1 }
            return String(decoding: (try? JSONSerialization.data(withJSONObject: object)) ?? Data(), as: UTF8.self)
        }
    }

    let path: String
    let version: SchemaVersion
    private let folder: String
    private let database: DatabaseQueue
    private var entities: [String: Int64] = [:]
    private var attributes: [String: Int64] = [:]
    private var statistics: [String: Int64] = [:]

    init(_ version: SchemaVersion = .version51) throws {
        self.version = version
        folder = "/tmp/recorder-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        path = "\(folder)/home-assistant_v2.db"
        database = try DatabaseQueue(path: path)
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
            try db.execute(sql: Self.schema(version))
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// The names and contents of all files in the folder.
    func listing() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) })
    }

    /// Executes `body` in one transaction.
    func write(_ body: (Database) throws -> Void) throws { try database.write(body) }

    func statement(_ sql: String) throws { try database.writeWithoutTransaction { try $0.execute(sql: sql) } }

    /// Closes the database as Home Assistant does when it stops: the log is merged into the one file.
    func close() throws { try database.close() }

    // MARK: Rows

    @discardableResult
    func add(
        _ db: Database, entity: String, state: String?, attributes: String?, milliseconds: Int64
    ) throws -> Int64 {
        let seconds = Double(milliseconds) / 1000
        switch version {
        case .version22:
            try db.execute(
                sql: """
                    INSERT INTO states (domain, entity_id, state, attributes, last_changed, last_updated, created)
                    VALUES ('sensor', ?1, ?2, ?3, ?4, ?4, ?4)
                    """, arguments: [entity, state, attributes, Self.text(milliseconds)])
        case .version30:
            try db.execute(
                sql: "INSERT INTO states (entity_id, state, last_updated, attributes_id) VALUES (?, ?, ?, ?)",
                arguments: [entity, state, Self.text(milliseconds), try key(attributes, in: db)])
        case .version51:
            try db.execute(
                sql: "INSERT INTO states (state, last_updated_ts, attributes_id, metadata_id) VALUES (?, ?, ?, ?)",
                arguments: [state, seconds, try key(attributes, in: db), try self.entity(entity, in: db)])
        }
        return db.lastInsertedRowID
    }

    func addHour(
        _ db: Database, statistic: String, unit: String?, milliseconds: Int64, mean: Double? = nil,
        state: Double? = nil, sum: Double? = nil
    ) throws {
        let start: any DatabaseValueConvertible =
            version == .version51 ? Double(milliseconds) / 1000 : Self.text(milliseconds)
        let column = version == .version51 ? "start_ts" : "start"
        try db.execute(
            sql: "INSERT INTO statistics (metadata_id, \(column), mean, state, sum) VALUES (?, ?, ?, ?, ?)",
            arguments: [try key(statistic, unit: unit, hasSum: mean == nil, in: db), start, mean, state, sum])
    }

    /// Adds lights with one state each, and as many statistics with one hour each. The tables must be empty.
    func addOtherEntities(_ db: Database, count: Int, milliseconds: Int64) throws {
        let isNew = version == .version51
        let time: any DatabaseValueConvertible = isNew ? Double(milliseconds) / 1000 : Self.text(milliseconds)
        let keys = "WITH RECURSIVE keys (key) AS (SELECT 1 UNION ALL SELECT key + 1 FROM keys WHERE key < \(count))"
        let columns = isNew ? "metadata_id, last_updated_ts" : "entity_id, last_updated"
        if isNew {
            try db.execute(sql: "\(keys) INSERT INTO states_meta SELECT key, 'light.' || key FROM keys")
        }
        try db.execute(
            sql: """
                \(keys) INSERT INTO states (\(columns), state)
                SELECT \(isNew ? "key" : "'light.' || key"), ?, 'on' FROM keys
                """, arguments: [time])
        try db.execute(
            sql: "\(keys) INSERT INTO statistics_meta (id, statistic_id) SELECT key, 'grid:' || key FROM keys")
        try db.execute(
            sql: """
                \(keys) INSERT INTO statistics (metadata_id, \(isNew ? "start_ts" : "start"), mean)
                SELECT key, ?, 20 FROM keys
                """, arguments: [time])
    }

    func entity(_ id: String, in db: Database) throws -> Int64 {
        if let key = entities[id] { return key }
        try db.execute(sql: "INSERT INTO states_meta (entity_id) VALUES (?)", arguments: [id])
        entities[id] = db.lastInsertedRowID
        return db.lastInsertedRowID
    }

    private func key(_ text: String?, in db: Database) throws -> Int64? {
        guard let text else { return nil }
        if let key = attributes[text] { return key }
        try db.execute(sql: "INSERT INTO state_attributes (hash, shared_attrs) VALUES (1, ?)", arguments: [text])
        attributes[text] = db.lastInsertedRowID
        return db.lastInsertedRowID
    }

    private func key(_ statistic: String, unit: String?, hasSum: Bool, in db: Database) throws -> Int64 {
        if let key = statistics[statistic] { return key }
        try db.execute(
            sql: """
                INSERT INTO statistics_meta (statistic_id, source, unit_of_measurement, has_mean, has_sum)
                VALUES (?, 'recorder', ?, ?, ?)
                """, arguments: [statistic, unit, !hasSum, hasSum])
        statistics[statistic] = db.lastInsertedRowID
        return db.lastInsertedRowID
    }

    /// `2021-10-05 12:34:56.789000`, as SQLAlchemy writes a time for SQLite.
    private static func text(_ milliseconds: Int64) -> String {
        Timestamp(milliseconds: milliseconds).rfc3339.replacing("T", with: " ").replacing("Z", with: "000")
    }
}

extension RecorderFixture {
    static func schema(_ version: SchemaVersion) -> String {
        switch version {
        case .version22: version22
        case .version30: version30
        case .version51: version51
        }
    }

    private static let version22 = """
        CREATE TABLE states (state_id INTEGER NOT NULL, domain VARCHAR(64), entity_id VARCHAR(255),
            state VARCHAR(255), attributes TEXT, event_id INTEGER, last_changed DATETIME, last_updated DATETIME,
            created DATETIME, old_state_id INTEGER, PRIMARY KEY (state_id));
        CREATE INDEX ix_states_entity_id_last_updated ON states (entity_id, last_updated);
        CREATE INDEX ix_states_last_updated ON states (last_updated);
        CREATE TABLE statistics_meta (id INTEGER NOT NULL, statistic_id VARCHAR(255), source VARCHAR(32),
            unit_of_measurement VARCHAR(255), has_mean BOOLEAN, has_sum BOOLEAN, PRIMARY KEY (id));
        CREATE TABLE statistics (id INTEGER NOT NULL, created DATETIME, metadata_id INTEGER, start DATETIME,
            mean FLOAT, min FLOAT, max FLOAT, last_reset DATETIME, state FLOAT, sum FLOAT, PRIMARY KEY (id));
        CREATE INDEX ix_statistics_statistic_id_start ON statistics (metadata_id, start);
        """

    private static let version30 = """
        CREATE TABLE state_attributes (attributes_id INTEGER NOT NULL, hash BIGINT, shared_attrs TEXT,
            PRIMARY KEY (attributes_id));
        CREATE TABLE states (state_id INTEGER NOT NULL, entity_id VARCHAR(255), state VARCHAR(255), attributes TEXT,
            event_id INTEGER, last_changed DATETIME, last_updated DATETIME, old_state_id INTEGER,
            attributes_id INTEGER, context_id VARCHAR(36), context_user_id VARCHAR(36),
            context_parent_id VARCHAR(36), origin_idx SMALLINT, PRIMARY KEY (state_id));
        CREATE INDEX ix_states_entity_id_last_updated ON states (entity_id, last_updated);
        CREATE TABLE statistics_meta (id INTEGER NOT NULL, statistic_id VARCHAR(255), source VARCHAR(32),
            unit_of_measurement VARCHAR(255), has_mean BOOLEAN, has_sum BOOLEAN, name VARCHAR(255),
            PRIMARY KEY (id));
        CREATE TABLE statistics (id INTEGER NOT NULL, created DATETIME, metadata_id INTEGER, start DATETIME,
            mean FLOAT, min FLOAT, max FLOAT, last_reset DATETIME, state FLOAT, sum FLOAT, PRIMARY KEY (id));
        CREATE UNIQUE INDEX ix_statistics_statistic_id_start ON statistics (metadata_id, start);
        """

    private static let version51 = """
        CREATE TABLE state_attributes (attributes_id INTEGER NOT NULL, hash BIGINT, shared_attrs TEXT,
            PRIMARY KEY (attributes_id));
        CREATE TABLE states_meta (metadata_id INTEGER NOT NULL, entity_id VARCHAR(255), PRIMARY KEY (metadata_id));
        CREATE UNIQUE INDEX ix_states_meta_entity_id ON states_meta (entity_id);
        CREATE TABLE states (state_id INTEGER NOT NULL, entity_id CHAR(0), state VARCHAR(255), attributes CHAR(0),
            event_id SMALLINT, last_changed CHAR(0), last_changed_ts FLOAT, last_reported_ts FLOAT,
            last_updated CHAR(0), last_updated_ts FLOAT, old_state_id INTEGER, attributes_id INTEGER,
            context_id CHAR(0), context_user_id CHAR(0), context_parent_id CHAR(0), origin_idx SMALLINT,
            context_id_bin BLOB, context_user_id_bin BLOB, context_parent_id_bin BLOB, metadata_id INTEGER,
            PRIMARY KEY (state_id));
        CREATE INDEX ix_states_metadata_id_last_updated_ts ON states (metadata_id, last_updated_ts);
        CREATE INDEX ix_states_last_updated_ts ON states (last_updated_ts);
        CREATE TABLE statistics_meta (id INTEGER NOT NULL, statistic_id VARCHAR(255), source VARCHAR(32),
            unit_of_measurement VARCHAR(255), unit_class VARCHAR(255), has_mean BOOLEAN, has_sum BOOLEAN,
            name VARCHAR(255), mean_type SMALLINT NOT NULL DEFAULT 0, PRIMARY KEY (id));
        CREATE TABLE statistics (id INTEGER NOT NULL, created CHAR(0), created_ts FLOAT, metadata_id INTEGER,
            start CHAR(0), start_ts FLOAT, mean FLOAT, mean_weight FLOAT, min FLOAT, max FLOAT, last_reset CHAR(0),
            last_reset_ts FLOAT, state FLOAT, sum FLOAT, PRIMARY KEY (id));
        CREATE UNIQUE INDEX ix_statistics_statistic_id_start_ts ON statistics (metadata_id, start_ts);
        """
}
