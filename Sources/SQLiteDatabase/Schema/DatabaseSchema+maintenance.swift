extension DatabaseSchema {
    /// Adds the inventory of appliances and the service history. Amounts of money are whole numbers of 1/100 000 of the
    /// unit of their currency.
    ///
    /// An entry names its appliance or its device without a reference, because the history stays when they leave the
    /// home. `added_by`, `done_by` and `note_by` contain ids of people or pseudonyms.
    static let version20 = """
        CREATE TABLE appliance (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            room TEXT REFERENCES room (id) ON DELETE SET NULL,
            maker TEXT,
            model TEXT,
            serial_number TEXT,
            bought_on TEXT,
            bought_from TEXT,
            price INTEGER,
            price_currency TEXT,
            warranty_ends TEXT,
            manual TEXT,
            device TEXT,
            part TEXT,
            note TEXT,
            note_by TEXT,
            added_at INTEGER NOT NULL,
            revision INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE service_entry (
            id TEXT NOT NULL PRIMARY KEY,
            appliance TEXT,
            device TEXT,
            subject_name TEXT NOT NULL,
            day TEXT NOT NULL,
            title TEXT NOT NULL,
            note TEXT,
            note_by TEXT,
            cost INTEGER,
            cost_currency TEXT,
            done_by TEXT,
            provider TEXT,
            task TEXT,
            added_by TEXT NOT NULL,
            added_at INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            CHECK ((appliance IS NULL) <> (device IS NULL))
        ) STRICT;
        CREATE INDEX service_entry_by_day ON service_entry (day, id);
        CREATE INDEX service_entry_of_appliance ON service_entry (appliance, day, id);
        CREATE INDEX service_entry_of_device ON service_entry (device, day, id);

        PRAGMA user_version = 20;
        """
}
