import GRDB

/// The versions of the database. A released text is frozen: it is never edited, and it never refers to a type of the
/// program.
package struct DatabaseSchema: Sendable {
    /// "Tomt" in the file's header identifies the files of this program.
    static let applicationID: UInt32 = 0x546F_6D74
    /// The first version in whose files the program has always overwritten deleted content.
    static let firstWithSecureDeletion = 18
    package static let current = DatabaseSchema(migrations: [
        version1, version2, version3, version4, version5, version6, version7, version8, version9,
        version10, version11, version12, version13, version14, version15, version16, version17, version18,
        version19, version20, version21, version22, version23,
    ])

    /// The n-th text migrates from version n − 1 to n and ends by setting `user_version`.
    let migrations: [String]

    var version: Int { migrations.count }

    /// Runs the missing migrations, each in its own transaction.
    func migrate(_ db: Database, from version: Int) throws {
        for migration in migrations.dropFirst(version) {
            try db.inTransaction {
                try db.execute(sql: migration)
                return .commit
            }
        }
    }

    static let version1 = """
        PRAGMA application_id = 0x546F6D74;

        CREATE TABLE room (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL
        ) STRICT;

        CREATE TABLE device (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            room TEXT REFERENCES room (id) ON DELETE SET NULL,
            link TEXT NOT NULL,
            foreign_id TEXT NOT NULL,
            root TEXT NOT NULL,
            adopted_at INTEGER NOT NULL,
            description TEXT NOT NULL,
            native_description TEXT
        ) STRICT;

        CREATE TABLE retired_device (
            id TEXT NOT NULL PRIMARY KEY
        ) STRICT;

        CREATE TABLE person (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            role TEXT NOT NULL
        ) STRICT;

        CREATE TABLE access_grant (
            id TEXT NOT NULL PRIMARY KEY,
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            effect TEXT NOT NULL,
            permissions TEXT NOT NULL,
            selector TEXT NOT NULL,
            not_before INTEGER,
            not_after INTEGER,
            windows TEXT NOT NULL,
            maximum_uses INTEGER,
            uses INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE retention_term (
            record TEXT NOT NULL PRIMARY KEY,
            days INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE series (
            id INTEGER NOT NULL PRIMARY KEY,
            device TEXT NOT NULL,
            part TEXT NOT NULL,
            capability TEXT NOT NULL,
            kind TEXT NOT NULL,
            UNIQUE (device, part, capability)
        ) STRICT;

        CREATE TABLE reading (
            series INTEGER NOT NULL,
            time INTEGER NOT NULL,
            value REAL NOT NULL,
            PRIMARY KEY (series, time)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE state_change (
            series INTEGER NOT NULL,
            time INTEGER NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (series, time)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE record_count (
            record TEXT NOT NULL PRIMARY KEY,
            total INTEGER NOT NULL
        ) STRICT;

        PRAGMA user_version = 1;
        """

    /// Moves readings from rows to blocks; `Version1ReadingMigration` moves the existing ones.
    static let version2 = """
        ALTER TABLE series ADD COLUMN last_time INTEGER;
        ALTER TABLE series ADD COLUMN last_value REAL;

        CREATE TABLE reading_log (
            sealed INTEGER NOT NULL
        ) STRICT;
        INSERT INTO reading_log VALUES (0);

        CREATE TABLE fresh_block (
            id INTEGER NOT NULL PRIMARY KEY,
            series INTEGER NOT NULL,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            count INTEGER NOT NULL,
            data BLOB NOT NULL
        ) STRICT;
        CREATE INDEX fresh_block_of_series ON fresh_block (series, first, count);

        CREATE TABLE block (
            id INTEGER NOT NULL PRIMARY KEY,
            series INTEGER NOT NULL,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            count INTEGER NOT NULL,
            data BLOB NOT NULL
        ) STRICT;
        CREATE INDEX block_of_series ON block (series, first);

        CREATE TABLE roll_up_block (
            id INTEGER NOT NULL PRIMARY KEY,
            series INTEGER NOT NULL,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            count INTEGER NOT NULL,
            data BLOB NOT NULL
        ) STRICT;
        CREATE INDEX roll_up_block_of_series ON roll_up_block (series, first);

        CREATE TABLE series_retention (
            device TEXT NOT NULL,
            part TEXT NOT NULL,
            capability TEXT NOT NULL,
            days INTEGER,
            hold TEXT,
            PRIMARY KEY (device, part, capability)
        ) STRICT, WITHOUT ROWID;

        PRAGMA user_version = 2;
        """

    /// Adds paired clients with their sessions, tokens for scripts, PINs, and the ids of removed people.
    static let version3 = """
        CREATE TABLE retired_person (
            id TEXT NOT NULL PRIMARY KEY
        ) STRICT;

        CREATE TABLE client (
            id TEXT NOT NULL PRIMARY KEY,
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,
            scope TEXT,
            paired_at INTEGER NOT NULL,
            is_locked INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE session (
            id TEXT NOT NULL PRIMARY KEY,
            client TEXT NOT NULL REFERENCES client (id) ON DELETE CASCADE,
            access BLOB NOT NULL,
            refresh BLOB NOT NULL,
            previous_refresh BLOB,
            is_successor_used INTEGER NOT NULL,
            renewed_at INTEGER NOT NULL,
            renewed_boot TEXT NOT NULL,
            renewed_uptime INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE service_token (
            id TEXT NOT NULL PRIMARY KEY,
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            digest BLOB NOT NULL,
            scope TEXT NOT NULL,
            key TEXT,
            expires_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE pin (
            person TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
            salt BLOB NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;

        CREATE TABLE lockdown (
            since INTEGER NOT NULL
        ) STRICT;

        PRAGMA user_version = 3;
        """

    /// Adds the purposes that people set for a device's parts, beside the device's own description; null means that
    /// they are derived from the description.
    static let version4 = """
        ALTER TABLE device ADD COLUMN purposes TEXT;

        PRAGMA user_version = 4;
        """

    /// Adds the name of the home; no row until people have set it.
    static let version5 = """
        CREATE TABLE home_name (
            name TEXT NOT NULL
        ) STRICT;

        PRAGMA user_version = 5;
        """
}
