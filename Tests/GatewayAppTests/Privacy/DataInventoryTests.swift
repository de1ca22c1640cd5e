import GRDB
import HomeModel
import HomeStore
import StorageFixtures
import Testing

@testable import GatewayApp
@testable import HostInspection
@testable import SQLiteDatabase

/// The inventory of stored data declares exactly what the program stores: each table with each column, each file, each
/// key of the system log, and each storage of the page.
@Suite struct DataInventoryTests {
    private static let kinds = DataInventory.kinds

    /// The columns of each table that `db` has.
    private static func columns(_ db: Database) throws -> [String: [String]] {
        let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
        return try tables.reduce(into: [:]) { columns, table in
            columns[table] = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
        }
    }

    private static let declared: [StoredColumns] = kinds.flatMap(\.places).compactMap {
        if case .columns(let columns) = $0 { columns } else { nil }
    }

    // MARK: Database

    @Test func declaredColumnsAreThoseOfANewDatabase() async throws {
        let columns = try await withFolder { folder in
            try HomeDatabase.open(path: "\(folder)/home.sqlite").close()
            return try await DatabaseQueue(path: "\(folder)/home.sqlite").read { try Self.columns($0) }
        }
        #expect(columns.count > 35)
        for (table, names) in columns {
            let declared = Set(Self.declared.filter { $0.table == table }.flatMap(\.names))
            for name in names { #expect(declared.contains(name), "no kind declares \(table).\(name)") }
            for name in declared.subtracting(names) { Issue.record("\(table).\(name) does not exist") }
        }
        for table in Set(Self.declared.map(\.table)).subtracting(columns.keys) { Issue.record("no table \(table)") }
    }

    @Test func columnBelongsToOneKindForEachRow() {
        var owners: [String: [(kind: String, rows: StoredColumns.Rows)]] = [:]
        for kind in Self.kinds {
            for case .columns(let columns) in kind.places {
                for name in columns.names {
                    owners["\(columns.table).\(name)", default: []].append((kind.id, columns.rows))
                }
            }
        }
        let halves = Set(RecordKind.allCases.map { StoredColumns.Rows.history($0) })
        for (column, owners) in owners where owners.count > 1 {
            #expect(Set(owners.map(\.rows)) == halves && owners.count == halves.count, "\(column): \(owners)")
        }
        // A column that is declared for the rows of one kind of record is declared for those of the others.
        for (column, owners) in owners where owners.contains(where: { $0.rows != .all }) {
            #expect(owners.count == halves.count, "\(column): \(owners)")
        }
    }

    /// The version of the database in which each column came is found by migrating step by step.
    @Test func declaredOriginIsTheVersionOfTheOldestColumn() throws {
        var origins: [String: Int] = [:]
        let queue = try DatabaseQueue()
        try queue.writeWithoutTransaction { db in
            for (index, migration) in DatabaseSchema.current.migrations.enumerated() {
                try db.execute(sql: migration)
                for (table, names) in try Self.columns(db) {
                    for name in names where origins["\(table).\(name)"] == nil {
                        origins["\(table).\(name)"] = index + 1
                    }
                }
            }
        }
        for kind in Self.kinds {
            let columns = kind.places.flatMap { place -> [String] in
                guard case .columns(let columns) = place else { return [] }
                return columns.names.map { "\(columns.table).\($0)" }
            }
            let hasOtherPlaces = kind.places.contains { place in
                switch place {
                case .columns, .logKeys: false
                case .files, .browser, .terminal: true
                }
            }
            guard let oldest = columns.compactMap({ origins[$0] }).min(), !hasOtherPlaces else {
                guard case .release = kind.since else {
                    Issue.record("\(kind.id) has files; it is stored since a release")
                    continue
                }
                continue
            }
            #expect(kind.since == .database(oldest), "\(kind.id): \(oldest)")
        }
    }

    /// The names become a part of statements.
    @Test func declaredNamesAreSimple() {
        for columns in Self.declared {
            for name in columns.names + [columns.table] {
                #expect(name.wholeMatch(of: /[a-z][a-z_]*/) != nil, "\(name)")
            }
        }
    }

    // MARK: Files

    @Test func declaredFilesAreThoseOfTheStateFolder() {
        let roots: [(StoredFiles.Root, FolderContents)] = [
            (.state, StateFolder.contents), (.brokerService, StateFolder.contentsOfServiceBroker),
        ]
        for (root, contents) in roots {
            var declared: [String: [String]] = [:]
            for kind in Self.kinds {
                for case .files(let files) in kind.places where files.root == root {
                    declared[files.folder, default: []] += files.names
                }
            }
            for (folder, names) in contents.names {
                for name in names {
                    #expect(declared[folder]?.contains(name) == true, "no kind declares \(folder)/\(name)")
                }
            }
            for (folder, names) in declared {
                #expect(Set(names).count == names.count, "a file of \(folder) belongs to two kinds: \(names)")
                for name in Set(names).subtracting(contents.names[folder] ?? []) {
                    Issue.record("\(folder)/\(name) belongs to no folder of \(root)")
                }
            }
        }
    }

    // MARK: Kinds

    @Test func idsAreStableWordsAndUnique() {
        let ids = Self.kinds.map(\.id)
        #expect(Set(ids).count == ids.count && ids.count > 50)
        for id in ids { #expect(id.wholeMatch(of: /[a-z][A-Za-z]{2,31}/) != nil, "\(id)") }
    }

    /// A title is read in a list, and names its kind at a terminal.
    @Test func titlesAreShortAndUnique() {
        let names = Self.kinds.map { $0.title.lowercased() } + Self.kinds.map { $0.id.lowercased() }
        #expect(Set(names).count == names.count)
        for title in Self.kinds.map(\.title) {
            #expect((2...5).contains(title.split(separator: " ").count) && title.count <= 35, "\(title)")
            #expect(title.wholeMatch(of: /[A-Z][A-Za-z, -]+/) != nil, "\(title)")
        }
    }

    /// Columns: whom the data is about, and the first and the last kinds of the list.
    @Test(
        arguments: [
            (.person, ["personNames", "personRoles", "grants", "auditLog", "pairedClients"], "damagedFiles"),
            (.household, ["homeName", "rooms", "devices", "appliances"], "wipeLeftovers"),
            (.noPerson, ["absences", "crashReports"], "locks"),
        ] as [(DataSubject, [String], String)])
    func listBeginsWithWhatPeopleLookFor(_ subject: DataSubject, first: [String], last: String) {
        let ids = Self.kinds.filter { $0.subject == subject }.map(\.id)
        #expect(Array(ids.prefix(first.count)) == first && ids.last == last, "\(ids)")
    }

    @Test(arguments: DataInventory.kinds.map(\.id)) func kindIsHandledAsItsClassDemands(_ id: String) throws {
        let kind = try #require(Self.kinds.first { $0.id == id })
        #expect(!kind.places.isEmpty)
        #expect(kind.what.hasSuffix(".") && kind.purpose.hasSuffix("."))
        let logKeys = kind.places.flatMap { place -> [String] in
            if case .logKeys(let keys) = place { keys } else { [] }
        }
        #expect((kind.logs == .never) == logKeys.isEmpty, "\(logKeys)")
        switch kind.dataClass {
        case .secret:
            #expect(kind.logs == .never)
            #expect(kind.storage == .encrypted || kind.storage.reason != nil)
            #expect(kind.readers == .program || kind.readers == .person)
        case .sensitive: #expect(kind.logs != .clear && kind.storage.reason == nil)
        case .published, .internalUse, .confidential: #expect(kind.storage.reason == nil)
        }
        if kind.subject == .person { #expect(kind.dataClass > .published) }
        if case .personAnd = kind.readers { #expect(kind.subject == .person) }
        if case .retention(let names) = kind.kept { #expect(!names.isEmpty) }
    }

    /// The files of the database contain the tables, so they are as guarded as the most guarded of them.
    @Test func databaseIsAsGuardedAsItsTables() throws {
        let tables = Self.kinds.filter { kind in
            kind.places.contains { if case .columns = $0 { true } else { false } }
        }
        let database = try #require(Self.kinds.first { $0.id == "database" })
        #expect(tables.allSatisfy { $0.dataClass <= database.dataClass })
        // A secret is in a table only encrypted, or as a digest.
        for kind in tables where kind.dataClass == .secret {
            #expect(kind.storage == .encrypted || kind.storage == .plainSecret(.digest), "\(kind.id)")
        }
    }
}
