/// A place in which data of a kind lies.
package enum StoredDataPlace: Hashable, Sendable {
    /// Columns of a table of the database.
    case columns(StoredColumns)
    /// Files of a folder, by their names or by patterns with one `*`.
    case files(StoredFiles)
    /// The keys of values in the system log.
    case logKeys([String])
    /// Names in a storage of the browser that shows the page.
    case browser(BrowserStorage, names: [String])
    /// Files in the folder of the command line, on the computer of the person who uses it.
    case terminal([String])
}

/// Columns of one table of the database.
package struct StoredColumns: Hashable, Sendable {
    /// The rows that belong to the kind of data.
    package enum Rows: Hashable, Sendable {
        case all
        /// Those of the series of one kind of record.
        case history(RecordKind)
    }

    package let table: String
    package let names: [String]
    package let rows: Rows

    package init(_ table: String, names: [String], rows: Rows = .all) {
        self.table = table
        self.names = names
        self.rows = rows
    }
}

/// Files of one folder.
package struct StoredFiles: Hashable, Sendable {
    /// The folder to which the path of the folder is relative.
    package enum Root: String, Sendable, Codable, CaseIterable {
        /// The state folder of the home.
        case state
        /// The folder of a broker that a service of the system runs.
        case brokerService
    }

    package let root: Root
    /// Empty for the root itself.
    package let folder: String
    package let names: [String]

    package init(_ folder: String, names: [String], root: Root = .state) {
        self.root = root
        self.folder = folder
        self.names = names
    }
}

/// A storage of the browser.
package enum BrowserStorage: String, Sendable, Codable, CaseIterable {
    /// Stays until the person signs out, or clears the data of the browser.
    case local
    /// Ends with the tab.
    case session
    /// A database of the browser; a name is that of a store in it.
    case database
    /// The cached files of the page.
    case cache
}

extension StoredDataPlace {
    /// Columns of a table, all of its rows.
    package static func table(_ name: String, columns: String...) -> StoredDataPlace {
        .columns(StoredColumns(name, names: columns))
    }

    /// Columns of a table, in the rows of the series of one kind of record.
    package static func history(_ kind: RecordKind, table: String, columns: String...) -> StoredDataPlace {
        .columns(StoredColumns(table, names: columns, rows: .history(kind)))
    }

    /// Files in a folder of the state folder.
    package static func folder(_ path: String, files: String...) -> StoredDataPlace {
        .files(StoredFiles(path, names: files))
    }

    /// Files in a folder of a broker that a service of the system runs.
    package static func brokerService(_ path: String, files: String...) -> StoredDataPlace {
        .files(StoredFiles(path, names: files, root: .brokerService))
    }

    package static func log(_ keys: String...) -> StoredDataPlace { .logKeys(keys) }

    package static func page(_ storage: BrowserStorage, names: String...) -> StoredDataPlace {
        .browser(storage, names: names)
    }
}

/// How much of a kind of data is stored now.
package struct StoredDataAmount: Hashable, Sendable {
    /// Records: rows of tables, or readings. Nil for data that lies only in files.
    package var rows: Int?
    package var bytes: Int
    /// Whether counting ended at a limit, so that there is more.
    package var isAtLeast: Bool

    package init(rows: Int? = nil, bytes: Int = 0, isAtLeast: Bool = false) {
        self.rows = rows
        self.bytes = bytes
        self.isAtLeast = isAtLeast
    }

    /// The amount of both. Rows that lie in several tables are added.
    package static func + (left: Self, right: Self) -> Self {
        let rows = [left.rows, right.rows].compactMap(\.self)
        return StoredDataAmount(
            rows: rows.isEmpty ? nil : rows.reduce(0, +), bytes: left.bytes + right.bytes,
            isAtLeast: left.isAtLeast || right.isAtLeast)
    }
}
