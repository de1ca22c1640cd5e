import HomeModel

extension DataInventory {
    /// By what people find out why something does not work.
    static let diagnostics: [StoredDataKind] = [
        StoredDataKind(
            "crashReports", title: "Crash reports",
            what: "With the consent of an owner: how the gateway crashed, and its last log lines, without names, ids "
                + "and addresses.",
            purpose: "So that a fault of the program can be found. No report is sent.",
            class: .internalUse, about: .noPerson, logs: .never, since: .release("0.2.0"), kept: .days(90),
            readers: .permission(.manageMaintenance), places: [.folder("crash-reports", files: "*.json")]),
        StoredDataKind(
            "crashRecorder", title: "State before a crash",
            what: "With the consent of an owner: the version, whether the gateway starts, runs or stops, and its last "
                + "log lines, without names, ids and addresses.",
            purpose: "So that the next start can say how the last run ended.",
            class: .internalUse, about: .noPerson, logs: .never, since: .release("0.2.0"), kept: .untilReplaced,
            readers: .program, places: [.folder("", files: "crash.recorder", "crash.recorder.taken")]),
        StoredDataKind(
            "systemLog", title: "System log",
            what: "Messages of the program about its work, with codes of errors; no names of people.",
            purpose: "To find out why something does not work.",
            class: .internalUse, about: .noPerson, logs: .clear, since: .release("0.1.0"), kept: .systemLog,
            readers: .program,
            places: [
                .folder("", files: "gateway.log", "simulator.log", "build.log"),
                .log(
                    "request.id", "error.code", "error.detail", "error.message", "error.reason", "lane", "link",
                    "count", "part", "seconds", "process.id", "file.name"),
            ]),
    ]
}

extension DataInventory {
    /// What the program keeps for its own operation.
    static let operation: [StoredDataKind] = [
        StoredDataKind(
            "database", title: "Database file",
            what: "The database, which contains all tables named here, and its free space.",
            purpose: "So that all data of the home is in one file with one version.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .release("0.1.0"),
            kept: .homeLifetime, readers: .program,
            places: [
                .folder("", files: "home.sqlite", "home.sqlite-wal", "home.sqlite-shm", "home.sqlite-journal")
            ]),
        StoredDataKind(
            "databaseCopies", title: "Copies of the database",
            what: "A copy of the database from before a new version of the program changed its form.",
            purpose: "So that nothing is lost if the change fails.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .release("0.1.0"),
            kept: .days(30), readers: .program,
            places: [
                .folder(
                    "", files: "home.sqlite.version-*", "home.sqlite.new", "home.sqlite.new-journal",
                    "home.sqlite.copy", "home.sqlite.copy-journal")
            ]),
        StoredDataKind(
            "damagedFiles", title: "Damaged files",
            what: "Files that the gateway found damaged and replaced.",
            purpose: "So that an expert can try to read them.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .release("0.1.0"),
            kept: .untilRemoved, readers: .program,
            places: [
                .folder(
                    "", files: "home.sqlite-wal.damaged", "restrictions.journal.damaged", "erasures.journal.damaged"),
                .folder("audit", files: "people.keys.damaged"),
            ]),
        StoredDataKind(
            "watchedFiles", title: "Check value of the configuration", what: "A check value of the configuration file.",
            purpose: "To notice that the file was changed, and not by the gateway.",
            class: .internalUse, about: .noPerson, logs: .never, since: .database(23), kept: .untilReplaced,
            readers: .program, places: [.table("watched_file", columns: "name", "digest")]),
        StoredDataKind(
            "counters", title: "Counts and sizes",
            what: "Counts and sizes of records, and how far summaries and checks have got.",
            purpose: "So that lists and checks need not read all records.",
            class: .internalUse, about: .noPerson, logs: .never, since: .database(1), kept: .untilReplaced,
            readers: .permission(.modifySettings),
            places: [
                .table("record_count", columns: "record", "total"), .table("reading_log", columns: "sealed"),
                .table("stored_bytes", columns: "kind", "total"),
                .table("block_figure", columns: "sort", "blocks", "bytes"),
                .table("block_check", columns: "sort", "series", "first"),
                .table("built_days", columns: "series", "through"), .table("day_zone", columns: "zone"),
                .table("sqlite_sequence", columns: "name", "seq"),
            ]),
        StoredDataKind(
            "clockRecords", title: "Checks of the clock",
            what: "When some acts happened, by the date and by the running time of the machine, and the latest date "
                + "that is certainly past.",
            purpose: "So that a clock with a wrong time deletes nothing and permits nothing.",
            class: .internalUse, about: .noPerson, logs: .never, since: .database(7), kept: .untilReplaced,
            readers: .program,
            places: [
                .table("clock_mark", columns: "name", "wall", "uptime", "boot"),
                .table("clock_bound", columns: "time", "boot", "boot_time", "disregarded"),
            ]),
        StoredDataKind(
            "wipeRequest", title: "Request to delete everything",
            what: "That an owner asked to delete the whole home.",
            purpose: "So that everything is deleted before the gateway works again, even after a power failure.",
            class: .internalUse, about: .noPerson, logs: .never, since: .release("0.2.0"), kept: .whileInUse,
            readers: .program, places: [.folder("", files: "wipe.requested", "wipe.requested.new")]),
        StoredDataKind(
            "wipeLeftovers", title: "Files left after a wipe",
            what: "The names of files that a wipe of the home could not delete.",
            purpose: "So that people can delete them.",
            class: .confidential, about: .household, logs: .never, since: .release("0.2.0"), kept: .untilRemoved,
            readers: .permission(.manageMaintenance), places: [.folder("", files: "wipe.left", "wipe.left.new")]),
        StoredDataKind(
            "reservedSpace", title: "Reserved disk space",
            what: "Space on the disk that is kept for the next start.",
            purpose: "So that the gateway also starts when the disk is full.",
            class: .internalUse, about: .noPerson, logs: .never, since: .release("0.1.0"), kept: .homeLifetime,
            readers: .program, places: [.folder("", files: "start.reserve")]),
        StoredDataKind(
            "locks", title: "Files for taking turns",
            what: "Empty files and connection points with which programs take turns.",
            purpose: "So that only one program changes the files of the home.",
            class: .internalUse, about: .noPerson, logs: .never, since: .release("0.1.0"), kept: .whileInUse,
            readers: .program,
            places: [
                .folder("", files: "home.sqlite.lock", "make-run.lock"), .folder("audit", files: "lock"),
                .folder("certificates", files: ".lock"), .folder("secrets", files: ".lock"),
                .folder("run", files: "tomte.sock"),
                .folder("broker", files: ".lock", "read-by-broker", "start-of-service", "unread-roots"),
                .brokerService("configuration", files: ".lock", "read-by-broker", "start-of-service", "unread-roots"),
            ]),
    ]
}
