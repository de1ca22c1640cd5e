import GRDB

/// The tables and columns of a recorder's file, which differ between the versions of its schema.
///
/// States: a row contains the entity id as text up to schema 37, later a key of `states_meta`; the attributes as JSON
/// up to 24, later a key of `state_attributes`; the time as text up to 30, later as seconds. While Home Assistant
/// migrates, a table contains rows of both forms. Statistics: times as text up to 32.
/// Source: home-assistant/core, recorder/db_schema.py.
struct RecorderSchema: Hashable, Sendable {
    let states: Set<String>
    let statistics: Set<String>
    let hasStatesMeta: Bool
    let hasSharedAttributes: Bool
    let statisticsMeta: Set<String>
    let indexes: Set<String>

    init(_ db: Database) throws {
        let objects = try Row.fetchAll(
            db, sql: "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'index') LIMIT 1000")
        let named = Dictionary(grouping: objects) { String.fromDatabaseValue($0["type"]) }
            .mapValues { Set($0.compactMap { String.fromDatabaseValue($0["name"]) }) }
        // Views are ignored: they would run the SQL of a file that is not trusted.
        let tables = named["table"] ?? []
        func columns(of table: String) throws -> Set<String> {
            tables.contains(table) ? Set(try db.columns(in: table).map { $0.name.lowercased() }) : []
        }
        states = try columns(of: "states")
        statistics = try columns(of: "statistics")
        statisticsMeta = try columns(of: "statistics_meta")
        hasStatesMeta = try columns(of: "states_meta").isSuperset(of: ["metadata_id", "entity_id"])
        hasSharedAttributes = try columns(of: "state_attributes").isSuperset(of: ["attributes_id", "shared_attrs"])
        indexes = named["index"] ?? []
    }

    var isRecorder: Bool { statesQuery != nil || statisticsQuery != nil }

    /// The columns to select from `states`: entity key, entity id, state, time in seconds, time as text, key of the
    /// attributes, unit. Nil when the file has no such table of a recorder.
    var statesQuery: String? {
        let hasEntity = hasStatesMeta && states.contains("metadata_id") || states.contains("entity_id")
        guard states.contains("state"), hasEntity, !states.isDisjoint(with: ["last_updated_ts", "last_updated"]) else {
            return nil
        }
        let text = states.contains("attributes") ? "attributes" : "NULL"
        return [
            hasStatesMeta ? column("metadata_id", in: states) : "NULL", short("entity_id", length: 255, in: states),
            short("state", length: 64, in: states), column("last_updated_ts", in: states),
            short("last_updated", length: 64, in: states),
            hasSharedAttributes ? column("attributes_id", in: states) : "NULL",
            text == "NULL" ? "NULL" : Self.attribute("unit_of_measurement", of: text),
        ].joined(separator: ", ")
    }

    /// The columns to select from `statistics`: key of `statistics_meta`, start in seconds, start as text, mean, state,
    /// sum. Nil when the file has no such tables of a recorder.
    var statisticsQuery: String? {
        guard statistics.contains("metadata_id"), !statistics.isDisjoint(with: ["start_ts", "start"]),
            statisticsMeta.isSuperset(of: ["id", "statistic_id"])
        else { return nil }
        return [
            "metadata_id", column("start_ts", in: statistics), short("start", length: 64, in: statistics),
            column("mean", in: statistics), column("state", in: statistics), column("sum", in: statistics),
        ].joined(separator: ", ")
    }

    /// Columns of `statistics_meta`: id, name of the statistic, unit, has_sum, name.
    var statisticsMetaQuery: String {
        [
            "id", short("statistic_id", length: 255, in: statisticsMeta),
            short("unit_of_measurement", length: 64, in: statisticsMeta), column("has_sum", in: statisticsMeta),
            short("name", length: 255, in: statisticsMeta),
        ].joined(separator: ", ")
    }

    /// A query for the attributes of the 16 newest states of one entity, newest first. Its argument is the entity id
    /// when `isByName`, else the key of `states_meta`. Nil without an index that makes the query cheap.
    var newestQuery: (isByName: Bool, sql: String)? {
        let attributes = hasSharedAttributes && states.contains("attributes_id") ? "attributes_id" : "NULL"
        let text = states.contains("attributes") ? Self.attributes(of: "attributes") : "NULL, NULL, NULL, NULL"
        let ways: [(index: String, entity: String, time: String)] = [
            ("ix_states_metadata_id_last_updated_ts", "metadata_id", "last_updated_ts"),
            ("ix_states_entity_id_last_updated_ts", "entity_id", "last_updated_ts"),
            ("ix_states_entity_id_last_updated", "entity_id", "last_updated"),
        ]
        guard
            let way = ways.first(where: {
                indexes.contains($0.index) && states.isSuperset(of: [$0.entity, $0.time])
            })
        else { return nil }
        return (
            way.entity == "entity_id",
            """
            SELECT \(attributes), \(text) FROM states INDEXED BY \(way.index)
            WHERE \(way.entity) = ? ORDER BY \(way.time) DESC LIMIT 16
            """
        )
    }

    /// SQL that extracts the used attributes from a column of JSON, in the order of `EntityAttributes`. They are NULL when
    /// the text is not valid JSON.
    static func attributes(of column: String) -> String {
        ["unit_of_measurement", "device_class", "state_class", "friendly_name"]
            .map { attribute($0, of: column) }.joined(separator: ", ")
    }

    private static func attribute(_ name: String, of column: String) -> String {
        "CASE WHEN json_valid(\(column)) THEN substr(json_extract(\(column), '$.\(name)'), 1, 255) END"
    }

    private func column(_ name: String, in columns: Set<String>) -> String { columns.contains(name) ? name : "NULL" }

    /// SQL for a column of text. Longer values and other types become NULL: a recorder does not write them here.
    private func short(_ name: String, length: Int, in columns: Set<String>) -> String {
        guard columns.contains(name) else { return "NULL" }
        return "CASE WHEN typeof(\(name)) = 'text' AND length(\(name)) <= \(length) THEN \(name) END"
    }
}
