import HomeModel

extension DataInventory {
    /// The audit log, which is the security log of the home.
    static let audit: [StoredDataKind] = [
        StoredDataKind(
            "auditLog",
            what: "Who did what and when: commands and their outcomes, changes, sign-ins and refusals. What is about a "
                + "person is encrypted with a key of that person.",
            purpose: "It is the security log of the home: it shows who opened a door or changed what a person may do.",
            class: .sensitive, about: .person, logs: .masked, storage: .encrypted, since: .release("0.1.0"),
            kept: .retention([.auditInformationalDays, .auditWarningDays, .auditSecurityDays]),
            readers: .personAnd(.viewAudit),
            places: [
                .folder("audit", files: "*.segment", "*.segment.new", "*.reserve", "*.reserve.new"),
                .log("command", "outcome", "audit.severity", "audit.sequence", "audit.hash", "note"),
            ]),
        StoredDataKind(
            "personKeys", what: "The key of each person with which their part of the audit log is encrypted.",
            purpose: "So that the audit log no longer says anything about a person whose key is destroyed.",
            class: .secret, about: .person, logs: .never, storage: .encrypted, since: .release("0.1.0"),
            kept: .retention([.auditSecurityDays]), readers: .program,
            places: [.folder("audit", files: "people.keys", "people.keys.new")]),
        StoredDataKind(
            "auditHeads",
            what: "Signed check values of the audit log: how far it goes, and that nothing in it was changed.",
            purpose: "To notice when entries are missing or changed.",
            class: .internalUse, about: .noPerson, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .permission(.viewAudit),
            places: [
                .folder("audit", files: "heads.signed", "heads.signed.new"),
                .table("audit_memory", columns: "memory"),
            ]),
    ]
}

extension DataInventory {
    /// Incidents.
    static let incidents: [StoredDataKind] = [
        StoredDataKind(
            "incidents",
            what: "What went wrong or may have gone wrong: what was noticed and about whom, what people wrote about "
                + "it, and what they did. It is encrypted with a key of the home.",
            purpose: "So that owners and administrators notice an attack, and know later what was done.",
            class: .sensitive, about: .person, logs: .never, storage: .encrypted, since: .database(23),
            kept: .retention([.auditSecurityDays]), readers: .permission(.manageMaintenance),
            places: [.table("incident", columns: "id", "opened_at", "content")]),
        StoredDataKind(
            "incidentsSeen", what: "Which owner or administrator has seen which incident, and when.",
            purpose: "So that each of them is reminded of an incident until they have seen it.",
            class: .confidential, about: .person, logs: .never, since: .database(23), kept: .untilPersonIsRemoved,
            readers: .person, places: [.table("incident_seen", columns: "incident", "person", "seen_at")]),
        StoredDataKind(
            "watchedFiles", what: "A check value of the configuration file.",
            purpose: "To notice that the file was changed, and not by the gateway.",
            class: .internalUse, about: .noPerson, logs: .never, since: .database(23), kept: .untilReplaced,
            readers: .program, places: [.table("watched_file", columns: "name", "digest")]),
    ]
}

extension DataInventory {
    /// Certificates and keys.
    static let keys: [StoredDataKind] = [
        StoredDataKind(
            "certificates", what: "Certificates of the gateway, of the broker and of devices.",
            purpose: "So that connections at home are encrypted, and each side knows the other.",
            class: .published, about: .noPerson, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .everyone,
            places: [
                .folder("certificates", files: "*.pem"), .folder("broker", files: "*.pem"),
                .folder("external-broker", files: "*.pem"), .brokerService("configuration", files: "*.pem"),
            ]),
        StoredDataKind(
            "privateKeys", what: "Private keys with which the gateway connects to the broker, and the broker's own.",
            purpose: "So that nothing else can take their place.",
            class: .secret, about: .noPerson, logs: .never, storage: .plainSecret(.readByProgram),
            since: .release("0.1.0"), kept: .untilReplaced, readers: .program,
            places: [
                .folder("certificates", files: "*.key"), .folder("broker", files: "*.key"),
                .folder("external-broker", files: "*.key"), .folder("run/takeover", files: "*"),
                .brokerService("configuration", files: "*.key"),
            ]),
        StoredDataKind(
            "brokerPasswords", what: "Check values of the passwords of devices that cannot use certificates.",
            purpose: "To recognise such a device.",
            class: .secret, about: .noPerson, logs: .never, storage: .plainSecret(.digest), since: .release("0.1.0"),
            kept: .untilRemoved, readers: .program,
            places: [.folder("broker", files: "passwords"), .brokerService("configuration", files: "passwords")]),
        StoredDataKind(
            "sealedSecrets",
            what:
                "All other secrets: the keys of the root certificates, of the audit log, of PINs, of paired devices, "
                + "of the check values of ids, of incidents and of the list of erasures, and the list of issued "
                + "credentials.",
            purpose: "So that only this gateway has them.",
            class: .secret, about: .noPerson, logs: .never, storage: .encrypted, since: .release("0.1.0"),
            kept: .untilRemoved, readers: .program, places: [.folder("secrets", files: "*.sealed")]),
        StoredDataKind(
            "sealingKey", what: "The key that encrypts the other secrets, if the system keeps none for the gateway.",
            purpose: "So that a copy of the other files reveals no secret.",
            class: .secret, about: .noPerson, logs: .never, storage: .plainSecret(.sealingKey),
            since: .release("0.1.0"), kept: .homeLifetime, readers: .program,
            places: [.folder("secrets", files: "sealing.key")]),
        StoredDataKind(
            "simulatedCredentials", what: "Credentials of simulated devices; no other device has any here.",
            purpose: "To try the program without devices.",
            class: .secret, about: .noPerson, logs: .never, storage: .plainSecret(.readByProgram),
            since: .release("0.1.0"), kept: .untilRemoved, readers: .program,
            places: [.folder("simulated", files: "*")]),
    ]
}

extension DataInventory {
    /// What a browser or a terminal keeps for a person. It is on their own machine, and never sent elsewhere.
    static let clients: [StoredDataKind] = [
        StoredDataKind(
            "browserIdentities",
            what: "In the browser: a private key that cannot be read out, and the tokens of each person who signed in.",
            purpose: "So that the person stays signed in.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.boundToBrowser),
            since: .release("0.1.0"), kept: .untilAccessEnds, readers: .person,
            places: [.page(.database, names: "tomte/identities")]),
        StoredDataKind(
            "browserSnapshots", what: "In the browser: the last known state of the home, with the name of the person.",
            purpose: "So that the page opens at once, and also without the gateway.",
            class: .sensitive, about: .person, logs: .never, since: .release("0.1.0"), kept: .untilAccessEnds,
            readers: .person, places: [.page(.database, names: "tomte/identities")]),
        StoredDataKind(
            "browserPreferences",
            what: "In the browser: which person was last signed in, and a copy of the preferences.",
            purpose: "So that the first view is in the right language and colours.",
            class: .internalUse, about: .person, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .person,
            places: [
                .page(.local, names: "tomte.current", "tomte.preferences"), .page(.session, names: "tomte.current"),
            ]),
        StoredDataKind(
            "browserReminders",
            what: "In the browser: which export by another person was shown, and which question about a consent was "
                + "put off.",
            purpose: "So that each of them appears only once.",
            class: .internalUse, about: .person, logs: .never, since: .release("0.2.0"), kept: .untilAccessEnds,
            readers: .person, places: [.page(.database, names: "tomte/identities")]),
        StoredDataKind(
            "browserPage", what: "In the browser: the files of the page, and when it was last loaded again.",
            purpose: "So that the page opens at once, and a new version is loaded only once.",
            class: .published, about: .noPerson, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .person,
            places: [
                .page(.cache, names: "page"), .page(.session, names: "tomte.renewedVersion", "tomte.reloaded"),
            ]),
        StoredDataKind(
            "terminalIdentities",
            what:
                "In the folder of the command line: for each paired gateway its address, a private key and the tokens.",
            purpose: "So that the terminal stays paired.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.ownComputer),
            since: .release("0.1.0"), kept: .untilAccessEnds, readers: .person,
            places: [.terminal(["*.json", "*.json.*.new", "*.json.lock"])]),
    ]
}

extension DataInventory {
    /// What the program keeps for its own operation.
    static let operation: [StoredDataKind] = [
        StoredDataKind(
            "database", what: "The database, which contains all tables named here, and its free space.",
            purpose: "So that all data of the home is in one file with one version.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .release("0.1.0"),
            kept: .homeLifetime, readers: .program,
            places: [
                .folder("", files: "home.sqlite", "home.sqlite-wal", "home.sqlite-shm", "home.sqlite-journal")
            ]),
        StoredDataKind(
            "databaseCopies", what: "A copy of the database from before a new version of the program changed its form.",
            purpose: "So that nothing is lost if the change fails.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .release("0.1.0"),
            kept: .days(30), readers: .program,
            places: [
                .folder(
                    "", files: "home.sqlite.version-*", "home.sqlite.new", "home.sqlite.new-journal",
                    "home.sqlite.copy", "home.sqlite.copy-journal")
            ]),
        StoredDataKind(
            "damagedFiles", what: "Files that the gateway found damaged and replaced.",
            purpose: "So that an expert can try to read them.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .release("0.1.0"),
            kept: .untilRemoved, readers: .program,
            places: [
                .folder(
                    "", files: "home.sqlite-wal.damaged", "restrictions.journal.damaged", "erasures.journal.damaged"),
                .folder("audit", files: "people.keys.damaged"),
            ]),
        StoredDataKind(
            "counters", what: "Counts and sizes of records, and how far summaries and checks have got.",
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
            "clockRecords",
            what:
                "When some acts happened, by the date and by the running time of the machine, and the latest date "
                + "that is certainly past.",
            purpose: "So that a clock with a wrong time deletes nothing and permits nothing.",
            class: .internalUse, about: .noPerson, logs: .never, since: .database(7), kept: .untilReplaced,
            readers: .program,
            places: [
                .table("clock_mark", columns: "name", "wall", "uptime", "boot"),
                .table("clock_bound", columns: "time", "boot", "boot_time", "disregarded"),
            ]),
        StoredDataKind(
            "systemLog",
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
        StoredDataKind(
            "crashRecorder",
            what:
                "With the consent of an owner: the version, whether the gateway starts, runs or stops, and its last "
                + "log lines, without names, ids and addresses.",
            purpose: "So that the next start can say how the last run ended.",
            class: .internalUse, about: .noPerson, logs: .never, since: .release("0.2.0"), kept: .untilReplaced,
            readers: .program, places: [.folder("", files: "crash.recorder", "crash.recorder.taken")]),
        StoredDataKind(
            "crashReports",
            what: "With the consent of an owner: how the gateway crashed, and its last log lines, without names, ids "
                + "and addresses.",
            purpose: "So that a fault of the program can be found. No report is sent.",
            class: .internalUse, about: .noPerson, logs: .never, since: .release("0.2.0"), kept: .days(90),
            readers: .permission(.manageMaintenance), places: [.folder("crash-reports", files: "*.json")]),
        StoredDataKind(
            "wipeRequest", what: "That an owner asked to delete the whole home.",
            purpose: "So that everything is deleted before the gateway works again, even after a power failure.",
            class: .internalUse, about: .noPerson, logs: .never, since: .release("0.2.0"), kept: .whileInUse,
            readers: .program, places: [.folder("", files: "wipe.requested", "wipe.requested.new")]),
        StoredDataKind(
            "wipeLeftovers", what: "The names of files that a wipe of the home could not delete.",
            purpose: "So that people can delete them.",
            class: .confidential, about: .household, logs: .never, since: .release("0.2.0"), kept: .untilRemoved,
            readers: .permission(.manageMaintenance), places: [.folder("", files: "wipe.left", "wipe.left.new")]),
        StoredDataKind(
            "reservedSpace", what: "Space on the disk that is kept for the next start.",
            purpose: "So that the gateway also starts when the disk is full.",
            class: .internalUse, about: .noPerson, logs: .never, since: .release("0.1.0"), kept: .homeLifetime,
            readers: .program, places: [.folder("", files: "start.reserve")]),
        StoredDataKind(
            "locks", what: "Empty files and connection points with which programs take turns.",
            purpose: "So that only one program changes the files of the home.",
            class: .internalUse, about: .noPerson, logs: .never, since: .release("0.1.0"), kept: .whileInUse,
            readers: .program,
            places: [
                .folder("", files: "home.sqlite.lock", "make-run.lock"), .folder("audit", files: "lock"),
                .folder("certificates", files: ".lock"), .folder("secrets", files: ".lock"),
                .folder("run", files: "tomte.sock"),
                .folder("broker", files: ".lock", "read-by-broker", "start-of-service"),
                .brokerService("configuration", files: ".lock", "read-by-broker", "start-of-service"),
            ]),
    ]
}
