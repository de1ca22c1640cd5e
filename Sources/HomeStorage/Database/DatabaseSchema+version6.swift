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
