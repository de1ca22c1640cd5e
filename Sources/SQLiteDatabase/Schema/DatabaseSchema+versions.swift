extension DatabaseSchema {
    /// Adds the time at which each client was last seen, and the stored bytes of each kind of record. The bytes are
    /// counted beside the records, so that a query never scans them. 48 bytes of a block and 24 of a change are the
    /// overhead of its row and of its index entry.
    ///
    /// `StoredBytes` counts existing records once. The triggers look up the length of deleted data instead of reading
    /// it from `OLD`, so that SQLite reads nothing of the block itself, whose pages may be damaged.
    static let version6 = """
        ALTER TABLE client ADD COLUMN last_seen INTEGER;

        CREATE TABLE stored_bytes (
            kind TEXT NOT NULL PRIMARY KEY,
            total INTEGER NOT NULL
        ) STRICT;

        CREATE TRIGGER fresh_block_added AFTER INSERT ON fresh_block BEGIN
            UPDATE stored_bytes SET total = total + 48 + length(NEW.data)
            WHERE kind = (SELECT kind FROM series WHERE id = NEW.series);
        END;
        CREATE TRIGGER fresh_block_deleted BEFORE DELETE ON fresh_block BEGIN
            UPDATE stored_bytes SET total = total - 48 - (SELECT length(data) FROM fresh_block WHERE id = OLD.id)
            WHERE kind = (SELECT kind FROM series WHERE id = OLD.series);
        END;

        CREATE TRIGGER block_added AFTER INSERT ON block BEGIN
            UPDATE stored_bytes SET total = total + 48 + length(NEW.data)
            WHERE kind = (SELECT kind FROM series WHERE id = NEW.series);
        END;
        CREATE TRIGGER block_deleted BEFORE DELETE ON block BEGIN
            UPDATE stored_bytes SET total = total - 48 - (SELECT length(data) FROM block WHERE id = OLD.id)
            WHERE kind = (SELECT kind FROM series WHERE id = OLD.series);
        END;

        CREATE TRIGGER roll_up_block_added AFTER INSERT ON roll_up_block BEGIN
            UPDATE stored_bytes SET total = total + 48 + length(NEW.data)
            WHERE kind = (SELECT kind FROM series WHERE id = NEW.series);
        END;
        CREATE TRIGGER roll_up_block_deleted BEFORE DELETE ON roll_up_block BEGIN
            UPDATE stored_bytes SET total = total - 48 - (SELECT length(data) FROM roll_up_block WHERE id = OLD.id)
            WHERE kind = (SELECT kind FROM series WHERE id = OLD.series);
        END;

        CREATE TRIGGER state_change_added AFTER INSERT ON state_change BEGIN
            UPDATE stored_bytes SET total = total + 24 + length(NEW.value)
            WHERE kind = (SELECT kind FROM series WHERE id = NEW.series);
        END;
        CREATE TRIGGER state_change_deleted AFTER DELETE ON state_change BEGIN
            UPDATE stored_bytes SET total = total - 24 - length(OLD.value)
            WHERE kind = (SELECT kind FROM series WHERE id = OLD.series);
        END;

        PRAGMA user_version = 6;
        """
}

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

extension DatabaseSchema {
    /// Adds roll-ups by calendar day of the home, and the number of blocks.
    ///
    /// `built_days` contains the moment up to which the days of a series are stored; a series without a row has none
    /// yet. `day_zone` names the time zone of their calendar. `BlockStatistics.countExisting` counts `block_figure` once, and
    /// triggers keep it up to date; like those of `stored_bytes` they read nothing of a block that is being deleted.
    static let version8 = """
        CREATE TABLE day_block (
            id INTEGER NOT NULL PRIMARY KEY,
            series INTEGER NOT NULL,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            count INTEGER NOT NULL,
            data BLOB NOT NULL
        ) STRICT;
        CREATE INDEX day_block_of_series ON day_block (series, first, last, count);

        CREATE TABLE day_zone (
            zone TEXT NOT NULL
        ) STRICT;

        CREATE TABLE built_days (
            series INTEGER NOT NULL PRIMARY KEY,
            through INTEGER NOT NULL
        ) STRICT;

        CREATE TRIGGER day_block_stored AFTER INSERT ON day_block BEGIN
            UPDATE stored_bytes SET total = total + 48 + length(NEW.data)
            WHERE kind = (SELECT kind FROM series WHERE id = NEW.series);
        END;
        CREATE TRIGGER day_block_removed BEFORE DELETE ON day_block BEGIN
            UPDATE stored_bytes SET total = total - 48 - (SELECT length(data) FROM day_block WHERE id = OLD.id)
            WHERE kind = (SELECT kind FROM series WHERE id = OLD.series);
        END;

        CREATE TABLE block_figure (
            sort TEXT NOT NULL PRIMARY KEY,
            blocks INTEGER NOT NULL,
            bytes INTEGER NOT NULL
        ) STRICT;

        CREATE TRIGGER fresh_block_counted AFTER INSERT ON fresh_block BEGIN
            UPDATE block_figure SET blocks = blocks + 1, bytes = bytes + length(NEW.data) WHERE sort = 'fresh';
        END;
        CREATE TRIGGER fresh_block_uncounted BEFORE DELETE ON fresh_block BEGIN
            UPDATE block_figure SET blocks = blocks - 1,
                bytes = bytes - (SELECT length(data) FROM fresh_block WHERE id = OLD.id) WHERE sort = 'fresh';
        END;
        CREATE TRIGGER block_counted AFTER INSERT ON block BEGIN
            UPDATE block_figure SET blocks = blocks + 1, bytes = bytes + length(NEW.data) WHERE sort = 'sealed';
        END;
        CREATE TRIGGER block_uncounted BEFORE DELETE ON block BEGIN
            UPDATE block_figure SET blocks = blocks - 1,
                bytes = bytes - (SELECT length(data) FROM block WHERE id = OLD.id) WHERE sort = 'sealed';
        END;
        CREATE TRIGGER roll_up_block_counted AFTER INSERT ON roll_up_block BEGIN
            UPDATE block_figure SET blocks = blocks + 1, bytes = bytes + length(NEW.data) WHERE sort = 'rollUp';
        END;
        CREATE TRIGGER roll_up_block_uncounted BEFORE DELETE ON roll_up_block BEGIN
            UPDATE block_figure SET blocks = blocks - 1,
                bytes = bytes - (SELECT length(data) FROM roll_up_block WHERE id = OLD.id) WHERE sort = 'rollUp';
        END;
        CREATE TRIGGER day_block_counted AFTER INSERT ON day_block BEGIN
            UPDATE block_figure SET blocks = blocks + 1, bytes = bytes + length(NEW.data) WHERE sort = 'day';
        END;
        CREATE TRIGGER day_block_uncounted BEFORE DELETE ON day_block BEGIN
            UPDATE block_figure SET blocks = blocks - 1,
                bytes = bytes - (SELECT length(data) FROM day_block WHERE id = OLD.id) WHERE sort = 'day';
        END;

        CREATE TABLE block_check (
            sort TEXT NOT NULL PRIMARY KEY,
            series INTEGER NOT NULL,
            first INTEGER NOT NULL
        ) STRICT;

        PRAGMA user_version = 8;
        """
}

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

extension DatabaseSchema {
    /// Adds the periods during which the gateway was away, in milliseconds since 1970.
    static let version10 = """
        CREATE TABLE absence (
            ended INTEGER NOT NULL PRIMARY KEY,
            began INTEGER NOT NULL
        ) STRICT;

        PRAGMA user_version = 10;
        """
}

extension DatabaseSchema {
    /// Adds the layouts of the home screen as JSON: those of people, and the default of the home in at most one row.
    static let version11 = """
        CREATE TABLE person_layout (
            person TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
            layout TEXT NOT NULL
        ) STRICT;

        CREATE TABLE default_layout (
            layout TEXT NOT NULL
        ) STRICT;

        PRAGMA user_version = 11;
        """
}

extension DatabaseSchema {
    /// Adds the preferences of people. A column without a value follows the client's machine.
    static let version12 = """
        CREATE TABLE person_preferences (
            person TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
            language TEXT,
            theme TEXT NOT NULL,
            units TEXT NOT NULL,
            time_format TEXT NOT NULL,
            first_day INTEGER
        ) STRICT;

        PRAGMA user_version = 12;
        """
}

extension DatabaseSchema {
    /// Adds the versions of the prices of electricity, as whole numbers of 1/100 000 of the unit of their currency.
    static let version13 = """
        CREATE TABLE tariff (
            valid_from TEXT NOT NULL PRIMARY KEY,
            currency TEXT NOT NULL,
            price INTEGER NOT NULL,
            feed_in INTEGER
        ) STRICT, WITHOUT ROWID;

        PRAGMA user_version = 13;
        """
}

extension DatabaseSchema {
    /// Adds the invitations that can be sent, and the client that used each one.
    static let version14 = """
        CREATE TABLE invitation (
            id TEXT NOT NULL PRIMARY KEY,
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            inviter TEXT NOT NULL,
            inviter_role TEXT,
            inviter_person TEXT,
            admission TEXT NOT NULL,
            secret BLOB NOT NULL,
            number BLOB,
            grants TEXT NOT NULL,
            scope TEXT,
            lifetime INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            created_boot TEXT NOT NULL,
            created_uptime INTEGER NOT NULL,
            is_created_known INTEGER NOT NULL,
            wrong_secrets INTEGER NOT NULL,
            wrong_numbers INTEGER NOT NULL,
            used_by TEXT,
            ending TEXT
        ) STRICT;

        PRAGMA user_version = 14;
        """
}

extension DatabaseSchema {
    /// Adds the moments from which devices could, or could not, be reached, in milliseconds since 1970.
    static let version15 = """
        CREATE TABLE reachability_change (
            device TEXT NOT NULL,
            time INTEGER NOT NULL,
            is_reachable INTEGER NOT NULL,
            PRIMARY KEY (device, time)
        ) STRICT, WITHOUT ROWID;

        PRAGMA user_version = 15;
        """
}

extension DatabaseSchema {
    /// Adds the time zone of the home, as an IANA name; no row until people have set it.
    static let version16 = """
        CREATE TABLE home_time_zone (
            zone TEXT NOT NULL
        ) STRICT;

        PRAGMA user_version = 16;
        """
}

extension DatabaseSchema {
    /// Adds the versions of the privacy notice that each person has seen, with the times in milliseconds since 1970.
    static let version17 = """
        CREATE TABLE privacy_notice (
            person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            seen_at INTEGER NOT NULL,
            PRIMARY KEY (person, version)
        ) STRICT, WITHOUT ROWID;

        PRAGMA user_version = 17;
        """
}

extension DatabaseSchema {
    /// Adds the keyed hashes of the ids of people who left the home. `PeopleStore.hashRetiredIDs` moves the ids of
    /// `retired_person` there at the start, because SQL has no key.
    static let version18 = """
        CREATE TABLE retired_person_hash (
            hash TEXT NOT NULL PRIMARY KEY
        ) STRICT, WITHOUT ROWID;

        PRAGMA user_version = 18;
        """
}

extension DatabaseSchema {
    /// Adds the answers of owners to the consents. A consent without a row is not given.
    ///
    /// A home from before this version may have years of motion, which must stay until an owner has answered. A new
    /// file has no rows at all, and its home begins without the consent.
    static let version19 = """
        CREATE TABLE consent (
            id TEXT NOT NULL PRIMARY KEY,
            state TEXT NOT NULL,
            text_version INTEGER,
            answered_at INTEGER,
            answered_by TEXT REFERENCES person (id) ON DELETE SET NULL,
            is_from_console INTEGER NOT NULL,
            is_deletion_pending INTEGER NOT NULL
        ) STRICT;

        INSERT INTO consent (id, state, is_from_console, is_deletion_pending)
        SELECT 'presenceHistory', 'notAsked', 0, 0
        WHERE EXISTS (SELECT 1 FROM person) OR EXISTS (SELECT 1 FROM device) OR EXISTS (SELECT 1 FROM series);

        PRAGMA user_version = 19;
        """
}
