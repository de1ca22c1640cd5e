extension DatabaseSchema {
    /// Adds the approver of each client and the client at which a PIN was set (both absent for older rows), the clock
    /// bound (`ClockLowerBound`), and the copy of the audit log's heads (`AuditAnchor`).
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
