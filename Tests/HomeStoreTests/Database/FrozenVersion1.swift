import StorageFixtures

/// A database as version 1 left it. It is never edited, because it represents the files of existing homes.
let frozenVersion1 = #"""
    PRAGMA application_id = 0x546F6D74;

    CREATE TABLE room (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL
    ) STRICT;

    CREATE TABLE device (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        room TEXT REFERENCES room (id) ON DELETE SET NULL,
        link TEXT NOT NULL,
        foreign_id TEXT NOT NULL,
        root TEXT NOT NULL,
        adopted_at INTEGER NOT NULL,
        description TEXT NOT NULL,
        native_description TEXT
    ) STRICT;

    CREATE TABLE retired_device (
        id TEXT NOT NULL PRIMARY KEY
    ) STRICT;

    CREATE TABLE person (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        role TEXT NOT NULL
    ) STRICT;

    CREATE TABLE access_grant (
        id TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
        effect TEXT NOT NULL,
        permissions TEXT NOT NULL,
        selector TEXT NOT NULL,
        not_before INTEGER,
        not_after INTEGER,
        windows TEXT NOT NULL,
        maximum_uses INTEGER,
        uses INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE retention_term (
        record TEXT NOT NULL PRIMARY KEY,
        days INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE series (
        id INTEGER NOT NULL PRIMARY KEY,
        device TEXT NOT NULL,
        part TEXT NOT NULL,
        capability TEXT NOT NULL,
        kind TEXT NOT NULL,
        UNIQUE (device, part, capability)
    ) STRICT;

    CREATE TABLE reading (
        series INTEGER NOT NULL,
        time INTEGER NOT NULL,
        value REAL NOT NULL,
        PRIMARY KEY (series, time)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE state_change (
        series INTEGER NOT NULL,
        time INTEGER NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (series, time)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE record_count (
        record TEXT NOT NULL PRIMARY KEY,
        total INTEGER NOT NULL
    ) STRICT;

    INSERT INTO room VALUES ('kitchen', 'Küche');
    INSERT INTO device VALUES ('lamp', 'Lamp (left)', 'kitchen', 'homie5', 'dimmer-1', 'homie/5/dimmer-1', 1790000000000,
        '{"manufacturer":"Maker","name":"Dimmer","parts":[{"capabilities":[{"isCommanded":true,"isReported":true,"maximum":100,"minimum":0,"name":"brightness","options":[],"roundsToStep":false},{"flow":"consumption","isCommanded":false,"isReported":true,"name":"power","options":[],"roundsToStep":false}],"id":"main","purpose":"light"}]}',
        '{"homie":"5.0","name":"Dimmer","version":1}');
    INSERT INTO retired_device VALUES ('old-plug');
    INSERT INTO person VALUES ('ada', 'Ada', 'owner'), ('gus', 'Gus', 'guest');
    INSERT INTO access_grant VALUES ('grant-1', 'gus', 'allow', '["controlDevices"]',
        '{"capabilities":[],"devices":["lamp"],"rooms":[]}', 1790000000000, 1900000000000,
        '[{"fromMinute":540,"toMinute":1080,"weekdays":[1,7]}]', 3, 1);
    INSERT INTO retention_term VALUES ('energy', 100);
    INSERT INTO series VALUES (1, 'lamp', 'main', 'power', 'energy'), (2, 'lamp', 'main', 'brightness', 'environment');
    INSERT INTO reading VALUES (1, 1800000000000, 4.5);
    INSERT INTO state_change VALUES (2, 1799999999000, '40');
    INSERT INTO record_count VALUES ('energyReadings', 1), ('stateChanges', 1);
    PRAGMA user_version = 1;
    """#
