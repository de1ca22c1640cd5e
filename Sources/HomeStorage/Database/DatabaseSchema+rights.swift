extension DatabaseSchema {
    /// Who approved each client and at which client a PIN was set (absent for those from before), the time that is over for
    /// certain, and what is remembered of the audit log outside of its own files.
    static let version9 = """
        ALTER TABLE client ADD COLUMN approved_by TEXT;
        ALTER TABLE client ADD COLUMN approved_as TEXT;
        ALTER TABLE pin ADD COLUMN set_at TEXT;

        CREATE TABLE clock_bound (
            time INTEGER NOT NULL,
            boot TEXT,
            boot_time INTEGER,
            disregarded TEXT NOT NULL
        ) STRICT;

        CREATE TABLE audit_memory (
            memory TEXT NOT NULL
        ) STRICT;

        PRAGMA user_version = 9;
        """
}
