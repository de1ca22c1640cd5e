extension DatabaseSchema {
    /// Adds the records of photographs and manuals. `key` is the key of their files, encrypted under a key of the secret
    /// store: without it the files cannot be read. `added_by` contains an id of a person or a pseudonym.
    static let version22 = """
        CREATE TABLE attachment (
            id TEXT NOT NULL PRIMARY KEY,
            appliance TEXT REFERENCES appliance (id) ON DELETE CASCADE,
            service_entry TEXT REFERENCES service_entry (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            title TEXT,
            bytes INTEGER NOT NULL,
            thumbnail_bytes INTEGER,
            width INTEGER,
            height INTEGER,
            added_by TEXT NOT NULL,
            added_at INTEGER NOT NULL,
            key BLOB NOT NULL,
            CHECK ((appliance IS NULL) <> (service_entry IS NULL))
        ) STRICT;
        CREATE INDEX attachment_of_appliance ON attachment (appliance);
        CREATE INDEX attachment_of_service_entry ON attachment (service_entry);

        PRAGMA user_version = 22;
        """
}
