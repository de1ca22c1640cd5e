extension DatabaseSchema {
    /// Adds the clock readings of `ClockCheckpoints`, the struck readings of a history, and a retention term per series for
    /// its roll-ups.
    static let version7 = """
        CREATE TABLE clock_mark (
            name TEXT NOT NULL PRIMARY KEY,
            wall INTEGER NOT NULL,
            uptime INTEGER NOT NULL,
            boot TEXT NOT NULL
        ) STRICT;

        CREATE TABLE strike (
            id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
            device TEXT NOT NULL,
            part TEXT NOT NULL,
            capability TEXT NOT NULL,
            struck_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE struck_reading (
            strike INTEGER NOT NULL REFERENCES strike (id) ON DELETE CASCADE,
            time INTEGER NOT NULL,
            value REAL NOT NULL,
            PRIMARY KEY (strike, time)
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE series_retention ADD COLUMN roll_up_days INTEGER;

        PRAGMA user_version = 7;
        """
}
