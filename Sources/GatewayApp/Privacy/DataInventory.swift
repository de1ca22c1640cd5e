import HomeModel

/// The inventory of all data that the program stores: one row for each kind. A new table, column, file, log key or
/// storage of the page belongs in a row here; tests compare the rows with the database, with `StateFolder.contents`, with
/// the sources and with the page.
enum DataInventory {
    /// In the order in which people read them: first what is about them.
    static let kinds: [StoredDataKind] =
        people + access + home + devices + history + audit + incidents + keys + clients + operation
}

extension DataInventory {
    /// What is about one person.
    static let people: [StoredDataKind] = [
        StoredDataKind(
            "personNames", what: "The name of each person, and an id that is made from it.",
            purpose: "So that people recognise each other in lists, and the activity says who did what.",
            class: .confidential, about: .person, logs: .never, since: .database(1), kept: .untilPersonIsRemoved,
            readers: .personAnd(.managePeople), places: [.table("person", columns: "id", "name")]),
        StoredDataKind(
            "personRoles", what: "The role of each person, such as owner, member, child or guest.",
            purpose: "It decides what the person may do and see.",
            class: .confidential, about: .person, logs: .never, since: .database(1), kept: .untilPersonIsRemoved,
            readers: .personAnd(.managePeople), places: [.table("person", columns: "role")]),
        StoredDataKind(
            "grants", what: "What a person may or may not do, beyond their role: where, at which hours and how often.",
            purpose: "So that a guest can be allowed some devices for some time.",
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
            what:
                "The ids of people who were removed before this version. The next start replaces them with check "
                + "values.",
            purpose:
                "So that a new person never gets the id of one who left, and with it their entries in the security "
                + "log.",
            class: .confidential, about: .person, logs: .never, since: .database(3), kept: .untilReplaced,
            readers: .program, places: [.table("retired_person", columns: "id")]),
        StoredDataKind(
            "retiredPersonHashes",
            what:
                "A check value of the id of each person who left the home. The id cannot be found from it without a "
                + "key that is stored elsewhere.",
            purpose:
                "So that a new person never gets the id of one who left, and with it their entries in the security "
                + "log.",
            class: .confidential, about: .person, logs: .never, since: .database(18), kept: .homeLifetime,
            readers: .program, places: [.table("retired_person_hash", columns: "hash")]),
        StoredDataKind(
            "erasures",
            what:
                "Which people were erased and when: a pseudonym and a check value of the id. The id itself is there "
                + "only while the erasure runs.",
            purpose:
                "So that an interrupted erasure is finished at the next start, and people can see that it was done.",
            class: .confidential, about: .person, logs: .never, storage: .encrypted, since: .release("0.2.0"),
            kept: .homeLifetime, readers: .permission(.managePeople),
            places: [.folder("", files: "erasures.journal", "erasures.journal.new")]),
        StoredDataKind(
            "restrictions",
            what: "Rights that were taken away, and a lockdown, which the database has not stored yet.",
            purpose: "So that a right that was taken away does not come back when the power fails.",
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
            purpose: "So that people notice a phone or browser that is not theirs, and can remove a lost one.",
            class: .confidential, about: .person, logs: .never, since: .database(3), kept: .untilAccessEnds,
            readers: .personAnd(.managePeople),
            places: [
                .table(
                    "client", columns: "id", "person", "name", "scope", "paired_at", "is_locked", "last_seen",
                    "approved_by", "approved_as")
            ]),
        StoredDataKind(
            "clientKeys", what: "A fingerprint of the key of each phone, browser and terminal.",
            purpose:
                "So that a stolen token is useless: it works only with the private key, which never leaves the phone "
                + "or computer.",
            class: .internalUse, about: .person, logs: .never, since: .database(3), kept: .untilAccessEnds,
            readers: .personAnd(.managePeople), places: [.table("client", columns: "key")]),
        StoredDataKind(
            "sessions",
            what: "Which phones, browsers and terminals are signed in, and when each sign-in was last renewed.",
            purpose: "So that a sign-in ends when it is not used.",
            class: .confidential, about: .person, logs: .never, since: .database(3), kept: .untilAccessEnds,
            readers: .program,
            places: [
                .table(
                    "session", columns: "id", "client", "is_successor_used", "renewed_at", "renewed_boot",
                    "renewed_uptime")
            ]),
        StoredDataKind(
            "sessionTokens",
            what:
                "A check value of the token with which each phone, browser and terminal stays signed in. The token "
                + "itself is not stored.",
            purpose: "To recognise a phone, browser or terminal that is signed in.",
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
            "serviceTokenDigests", what: "A check value of each token for a script. The token itself is not stored.",
            purpose: "To recognise the token that a script shows.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .database(3),
            kept: .untilAccessEnds, readers: .program, places: [.table("service_token", columns: "digest")]),
        StoredDataKind(
            "pins",
            what: "A check value of each PIN. The PIN cannot be found from it without a key that is stored elsewhere.",
            purpose: "To confirm what matters, such as unlocking a door or changing what a person may do.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .database(3),
            kept: .untilPersonIsRemoved, readers: .program,
            places: [.table("pin", columns: "person", "salt", "hash")]),
        StoredDataKind(
            "pinOrigins", what: "On which phone, browser or terminal each PIN was set.",
            purpose: "So that a lost phone can be removed together with the PIN that was set on it.",
            class: .confidential, about: .person, logs: .never, since: .database(9), kept: .untilPersonIsRemoved,
            readers: .program, places: [.table("pin", columns: "set_at")]),
        StoredDataKind(
            "invitations",
            what:
                "Open invitations: for whom, by whom, what they allow, how often a wrong code was tried, and the "
                + "phone or browser that used each one.",
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
            "invitationSecrets", what: "Check values of the secrets and numbers of invitations.",
            purpose: "To recognise the link and the number of an invitation.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .database(14),
            kept: .untilAccessEnds, readers: .program,
            places: [.table("invitation", columns: "secret", "number")]),
    ]
}
