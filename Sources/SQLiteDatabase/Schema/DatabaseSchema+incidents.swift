extension DatabaseSchema {
    /// Adds the incidents, which people have seen which of them, and the digests of watched files. Times are milliseconds
    /// since 1970. The content of an incident is encrypted, because it may be about a person.
    static let version23 = """
        CREATE TABLE incident (
            id TEXT NOT NULL PRIMARY KEY,
            opened_at INTEGER NOT NULL,
            content BLOB NOT NULL
        ) STRICT;

        CREATE TABLE incident_seen (
            incident TEXT NOT NULL REFERENCES incident (id) ON DELETE CASCADE,
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            seen_at INTEGER NOT NULL,
            PRIMARY KEY (incident, person)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE watched_file (
            name TEXT NOT NULL PRIMARY KEY,
            digest TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        PRAGMA user_version = 23;
        """
}
