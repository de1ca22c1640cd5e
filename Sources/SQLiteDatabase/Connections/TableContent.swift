import GRDB

/// The rows of a table in memory, with the definitions of the table and its indexes.
struct TableContent {
    let name: String
    private let definitions: [String]
    private let rows: [Row]

    /// `name` must be that of a table of the schema, never text from outside.
    init(of name: String, in db: Database) throws {
        self.name = name
        definitions = try String.fetchAll(
            db,
            sql: """
                SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type <> 'table', name
                """,
            arguments: [name])
        rows = try Row.fetchAll(db, sql: "SELECT * FROM \"\(name)\"")
    }

    /// Creates the table again, with the same rows. There must be none of this name.
    func restore(in db: Database) throws {
        for definition in definitions { try db.execute(sql: definition) }
        guard let columns = rows.first?.count else { return }
        let places = Array(repeating: "?", count: columns).joined(separator: ", ")
        let insertion = try db.makeStatement(sql: "INSERT INTO \"\(name)\" VALUES (\(places))")
        for row in rows { try insertion.execute(arguments: StatementArguments(Array(row.databaseValues))) }
    }
}
