extension DatabaseSchema {
    /// Adds the maintenance tasks. `schedule`, `state` and `previous` are JSON: when the task is due, what it remembers,
    /// and what it remembered before it was last done. `added_by`, `done_by` and `note_by` contain ids of people or
    /// pseudonyms. `template` is the id of the usual task from which it was added.
    static let version21 = """
        CREATE TABLE maintenance_task (
            id TEXT NOT NULL PRIMARY KEY,
            appliance TEXT REFERENCES appliance (id) ON DELETE CASCADE,
            device TEXT REFERENCES device (id) ON DELETE CASCADE,
            title TEXT NOT NULL,
            note TEXT,
            note_by TEXT,
            is_safety INTEGER NOT NULL,
            schedule TEXT NOT NULL,
            state TEXT NOT NULL,
            previous TEXT,
            added_by TEXT NOT NULL,
            added_at INTEGER NOT NULL,
            done_by TEXT,
            template TEXT,
            revision INTEGER NOT NULL,
            CHECK ((appliance IS NULL) <> (device IS NULL))
        ) STRICT;
        CREATE INDEX maintenance_task_of_appliance ON maintenance_task (appliance);
        CREATE INDEX maintenance_task_of_device ON maintenance_task (device);

        PRAGMA user_version = 21;
        """
}
