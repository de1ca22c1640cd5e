import HomeModel

/// The inventory of all data that the program stores: one row for each kind. A new table, column, file, log key or
/// storage of the page belongs in a row here; tests compare the rows with the database, with `StateFolder.contents`, with
/// the sources and with the page.
enum DataInventory {
    /// In the order in which people read them: first what is about them.
    static let kinds: [StoredDataKind] =
        people + access + home + devices + history + audit + keys + clients + operation
}

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
            "consents",
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
            "retiredPeople",
            what: "The ids of people whom an earlier version removed, until the next start replaces them with hashes.",
            purpose: "So that an id, and what the audit log says of it, never passes to another person.",
            class: .confidential, about: .person, logs: .never, since: .database(3), kept: .untilReplaced,
            readers: .program, places: [.table("retired_person", columns: "id")]),
        StoredDataKind(
            "retiredPersonHashes",
            what: "Hashes of the ids of people who left the home, made with a key that is stored elsewhere.",
            purpose: "So that an id, and what the audit log says of it, never passes to another person.",
            class: .confidential, about: .person, logs: .never, since: .database(18), kept: .homeLifetime,
            readers: .program, places: [.table("retired_person_hash", columns: "hash")]),
        StoredDataKind(
            "erasures",
            what: "Which people were erased and when: a pseudonym and a hash of the id. The id itself is there only "
                + "while the erasure runs.",
            purpose: "So that an interrupted erasure is finished at the next start, and people can see that it was "
                + "done.",
            class: .confidential, about: .person, logs: .never, storage: .encrypted, since: .release("0.2.0"),
            kept: .homeLifetime, readers: .permission(.managePeople),
            places: [.folder("", files: "erasures.journal", "erasures.journal.new")]),
        StoredDataKind(
            "restrictions",
            what: "Revocations, denies and a lockdown that the database has not stored yet.",
            purpose: "So that a right that was taken stays taken when the power fails.",
            class: .confidential, about: .person, logs: .never, storage: .encrypted, since: .release("0.1.0"),
            kept: .untilReplaced, readers: .program,
            places: [.folder("", files: "restrictions.journal", "restrictions.journal.new")]),
    ]
}

extension DataInventory {
    /// With what people get in: clients, sessions, invitations, tokens and PINs.
    static let access: [StoredDataKind] = [
        StoredDataKind(
            "pairedClients",
            what:
                "The phones, browsers and terminals of each person: their names, when they were paired and by whom they "
                + "were approved, and when they were last seen, to the minute.",
            purpose: "So that people can recognise a client that is not theirs, and remove a lost one.",
            class: .confidential, about: .person, logs: .never, since: .database(3), kept: .untilAccessEnds,
            readers: .personAnd(.managePeople),
            places: [
                .table(
                    "client", columns: "id", "person", "name", "scope", "paired_at", "is_locked", "last_seen",
                    "approved_by", "approved_as")
            ]),
        StoredDataKind(
            "clientKeys", what: "The thumbprint of the public key of each client.",
            purpose: "So that a stolen token is useless without the private key, which never leaves the client.",
            class: .internalUse, about: .person, logs: .never, since: .database(3), kept: .untilAccessEnds,
            readers: .personAnd(.managePeople), places: [.table("client", columns: "key")]),
        StoredDataKind(
            "sessions", what: "Which client has a session, and when it was last renewed.",
            purpose: "So that a session ends when it is not used.",
            class: .confidential, about: .person, logs: .never, since: .database(3), kept: .untilAccessEnds,
            readers: .program,
            places: [
                .table(
                    "session", columns: "id", "client", "is_successor_used", "renewed_at", "renewed_boot",
                    "renewed_uptime")
            ]),
        StoredDataKind(
            "sessionTokens", what: "Digests of the tokens of sessions; the tokens themselves are not stored.",
            purpose: "To recognise the token that a client shows.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .database(3),
            kept: .untilAccessEnds, readers: .program,
            places: [.table("session", columns: "access", "refresh", "previous_refresh")]),
        StoredDataKind(
            "serviceTokens",
            what: "Tokens for scripts: whose they are, their names, what they permit, and when they end.",
            purpose: "So that people can see and remove them.",
            class: .confidential, about: .person, logs: .never, since: .database(3), kept: .untilAccessEnds,
            readers: .personAnd(.managePeople),
            places: [.table("service_token", columns: "id", "person", "name", "scope", "key", "expires_at")]),
        StoredDataKind(
            "serviceTokenDigests", what: "Digests of the tokens for scripts; the tokens themselves are not stored.",
            purpose: "To recognise the token that a script shows.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .database(3),
            kept: .untilAccessEnds, readers: .program, places: [.table("service_token", columns: "digest")]),
        StoredDataKind(
            "pins", what: "A slow digest of each PIN, mixed with a key that is stored elsewhere.",
            purpose: "To confirm locks, changes of rights and other acts that matter.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .database(3),
            kept: .untilPersonIsRemoved, readers: .program,
            places: [.table("pin", columns: "person", "salt", "hash")]),
        StoredDataKind(
            "pinOrigins", what: "At which client each PIN was set.",
            purpose: "So that a lost phone can be removed together with the PIN that was set at it.",
            class: .confidential, about: .person, logs: .never, since: .database(9), kept: .untilPersonIsRemoved,
            readers: .program, places: [.table("pin", columns: "set_at")]),
        StoredDataKind(
            "invitations",
            what:
                "Open invitations: for whom, by whom, what they grant, how often a wrong code was tried, and the client "
                + "that used each one.",
            purpose: "So that a link can be sent, and withdrawn before it is used.",
            class: .confidential, about: .person, logs: .never, since: .database(14), kept: .untilAccessEnds,
            readers: .permission(.managePeople),
            places: [
                .table(
                    "invitation", columns: "id", "person", "inviter", "inviter_role", "inviter_person", "admission",
                    "grants", "scope", "lifetime", "created_at", "created_boot", "created_uptime", "is_created_known",
                    "wrong_secrets", "wrong_numbers", "used_by", "ending")
            ]),
        StoredDataKind(
            "invitationSecrets", what: "Digests of the secrets and numbers of invitations.",
            purpose: "To recognise the link and the number of an invitation.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .database(14),
            kept: .untilAccessEnds, readers: .program,
            places: [.table("invitation", columns: "secret", "number")]),
    ]
}
