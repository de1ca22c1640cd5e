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
