import HomeModel

/// The inventory of all data that the program stores: one row for each kind. A new table, column, file, log key or
/// storage of the page belongs in a row here; tests compare the rows with the database, with `StateFolder.contents`, with
/// the sources and with the page.
enum DataInventory {
    /// In the order in which people look for them: who they are, what they did, with what they get in, and what they
    /// chose; then the same of the home. What only the program needs comes last.
    static let kinds: [StoredDataKind] = Array(groups.joined())

    private static let groups: [[StoredDataKind]] = [
        people, audit, access, settings, home, maintenance, attachments, history, homeSettings, incidents, diagnostics,
        clients, departures, credentials, connections, auditProtection, keys, operation,
    ]
}

extension DataInventory {
    /// Who the people of the home are, and what they may do.
    static let people: [StoredDataKind] = [
        StoredDataKind(
            "personNames", title: "Names of people",
            what: "The name of each person, and an id that is made from it.",
            purpose: "So that people recognise each other in lists, and the activity says who did what.",
            class: .confidential, about: .person, logs: .never, since: .database(1), kept: .untilPersonIsRemoved,
            readers: .personAnd(.managePeople), places: [.table("person", columns: "id", "name")]),
        StoredDataKind(
            "personRoles", title: "Roles of people",
            what: "The role of each person, such as owner, member, child or guest.",
            purpose: "It decides what the person may do and see.",
            class: .confidential, about: .person, logs: .never, since: .database(1), kept: .untilPersonIsRemoved,
            readers: .personAnd(.managePeople), places: [.table("person", columns: "role")]),
        StoredDataKind(
            "grants", title: "Rights beyond the role",
            what: "What a person may or may not do, beyond their role: where, at which hours and how often.",
            purpose: "So that a guest can be allowed some devices for some time.",
            class: .confidential, about: .person, logs: .never, since: .database(1), kept: .untilPersonIsRemoved,
            readers: .personAnd(.managePeople),
            places: [
                .table(
                    "access_grant", columns: "id", "person", "effect", "permissions", "selector", "not_before",
                    "not_after", "windows", "maximum_uses", "uses")
            ]),
    ]
}

extension DataInventory {
    /// What people chose, and which texts they have seen.
    static let settings: [StoredDataKind] = [
        StoredDataKind(
            "preferences", title: "Language and display settings",
            what: "The language, colours, units and time format that each person chose.",
            purpose: "So that each phone of the person shows the home in the same way.",
            class: .internalUse, about: .person, logs: .never, since: .database(12), kept: .untilPersonIsRemoved,
            readers: .person,
            places: [
                .table(
                    "person_preferences", columns: "person", "language", "theme", "units", "time_format", "first_day")
            ]),
        StoredDataKind(
            "layouts", title: "Home screen layouts",
            what: "How each person arranged the home screen.",
            purpose: "So that the home looks the same on each phone of the person.",
            class: .internalUse, about: .person, logs: .never, since: .database(11), kept: .untilPersonIsRemoved,
            readers: .person, places: [.table("person_layout", columns: "person", "layout")]),
        StoredDataKind(
            "consents", title: "Consents of the home",
            what: "Whether an owner allowed crash reports and a longer history of presence: the answer, its time, the "
                + "version of the text, and who answered.",
            purpose: "So that neither happens without an answer, and each person can see it.",
            class: .confidential, about: .person, logs: .never, since: .database(19), kept: .untilRemoved,
            readers: .everyone,
            places: [
                .table(
                    "consent", columns: "id", "state", "text_version", "answered_at", "answered_by", "is_from_console",
                    "is_deletion_pending")
            ]),
        StoredDataKind(
            "noticesSeen", title: "Who saw the privacy notice",
            what: "Which version of the privacy notice each person has seen, and when.",
            purpose: "So that a new version is shown once, and an owner can show that people were informed.",
            class: .confidential, about: .person, logs: .never, since: .database(17), kept: .untilPersonIsRemoved,
            readers: .person, places: [.table("privacy_notice", columns: "person", "version", "seen_at")]),
    ]
}

extension DataInventory {
    /// What stays of people who left, and of rights that ended.
    static let departures: [StoredDataKind] = [
        StoredDataKind(
            "erasures", title: "Erased people",
            what: "Which people were erased and when: a pseudonym and a check value of the id. The id itself is there "
                + "only while the erasure runs.",
            purpose:
                "So that an interrupted erasure is finished at the next start, and people can see that it was done.",
            class: .confidential, about: .person, logs: .never, storage: .encrypted, since: .release("0.2.0"),
            kept: .homeLifetime, readers: .permission(.managePeople),
            places: [.folder("", files: "erasures.journal", "erasures.journal.new")]),
        StoredDataKind(
            "retiredPeople", title: "Ids of removed people",
            what: "The ids of people who were removed before this version. The next start replaces them with check "
                + "values.",
            purpose:
                "So that a new person never gets the id of one who left, and with it their entries in the security "
                + "log.",
            class: .confidential, about: .person, logs: .never, since: .database(3), kept: .untilReplaced,
            readers: .program, places: [.table("retired_person", columns: "id")]),
        StoredDataKind(
            "retiredPersonHashes", title: "Check values of removed people",
            what: "A check value of the id of each person who left the home. The id cannot be found from it without a "
                + "key that is stored elsewhere.",
            purpose:
                "So that a new person never gets the id of one who left, and with it their entries in the security "
                + "log.",
            class: .confidential, about: .person, logs: .never, since: .database(18), kept: .homeLifetime,
            readers: .program, places: [.table("retired_person_hash", columns: "hash")]),
        StoredDataKind(
            "restrictions", title: "Rights just taken away",
            what: "Rights that were taken away, and a lockdown, which the database has not stored yet.",
            purpose: "So that a right that was taken away does not come back when the power fails.",
            class: .confidential, about: .person, logs: .never, storage: .encrypted, since: .release("0.1.0"),
            kept: .untilReplaced, readers: .program,
            places: [.folder("", files: "restrictions.journal", "restrictions.journal.new")]),
    ]
}
