import HomeModel

extension DataInventory {
    /// What is about one person.
    static let people: [StoredDataKind] = [
        StoredDataKind(
            "personNames", what: "The name of each person, and an id that is made from it.",
            purpose: "So that people recognise each other in lists, and acts have an author.",
            class: .confidential, about: .person, logs: .never, since: .database(1), kept: .untilPersonIsRemoved,
            readers: .personAnd(.managePeople), places: [.table("person", columns: "id", "name")]),
        StoredDataKind(
            "personRoles", what: "The role of each person, such as owner, member, child or guest.",
            purpose: "It decides what the person may do and see.",
            class: .confidential, about: .person, logs: .never, since: .database(1), kept: .untilPersonIsRemoved,
            readers: .personAnd(.managePeople), places: [.table("person", columns: "role")]),
        StoredDataKind(
            "grants", what: "What a person may do or may not do besides the role: where, at which hours and how often.",
            purpose: "So that guests can be given a part of the home for a time.",
            class: .confidential, about: .person, logs: .never, since: .database(1), kept: .untilPersonIsRemoved,
            readers: .personAnd(.managePeople),
            places: [
                .table(
                    "access_grant", columns: "id", "person", "effect", "permissions", "selector", "not_before",
                    "not_after", "windows", "maximum_uses", "uses")
            ]),
        StoredDataKind(
            "layouts", what: "How each person arranged the home screen.",
            purpose: "So that the home looks the same on each phone of the person.",
            class: .internalUse, about: .person, logs: .never, since: .database(11), kept: .untilPersonIsRemoved,
            readers: .person, places: [.table("person_layout", columns: "person", "layout")]),
        StoredDataKind(
            "preferences", what: "The language, colours, units and time format that each person chose.",
            purpose: "So that each phone of the person shows the home in the same way.",
            class: .internalUse, about: .person, logs: .never, since: .database(12), kept: .untilPersonIsRemoved,
            readers: .person,
            places: [
                .table(
                    "person_preferences", columns: "person", "language", "theme", "units", "time_format", "first_day")
            ]),
        StoredDataKind(
            "noticesSeen", what: "Which version of the privacy notice each person has seen, and when.",
            purpose: "So that a new version is shown once, and an owner can show that people were informed.",
            class: .confidential, about: .person, logs: .never, since: .database(17), kept: .untilPersonIsRemoved,
            readers: .person, places: [.table("privacy_notice", columns: "person", "version", "seen_at")]),
        StoredDataKind(
            "retiredPeople", what: "The ids of people who were removed.",
            purpose: "So that an id, and what the audit log says of it, never passes to another person.",
            class: .confidential, about: .person, logs: .never, since: .database(3), kept: .homeLifetime,
            readers: .program, places: [.table("retired_person", columns: "id")]),
        StoredDataKind(
            "restrictions",
            what: "Revocations, denies and a lockdown that the database has not stored yet.",
            purpose: "So that a right that was taken stays taken when the power fails.",
            class: .confidential, about: .person, logs: .never, storage: .encrypted, since: .release("0.1.0"),
            kept: .untilReplaced, readers: .program,
            places: [.folder("", files: "restrictions.journal", "restrictions.journal.new")]),
    ]
}
