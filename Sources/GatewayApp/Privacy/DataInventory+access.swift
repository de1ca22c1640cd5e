import HomeModel

extension DataInventory {
    /// With what people get in: clients, sessions, invitations, PINs and tokens.
    static let access: [StoredDataKind] = [
        StoredDataKind(
            "pairedClients", title: "Phones, browsers and terminals",
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
            "sessions", title: "Current sign-ins",
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
            "invitations", title: "Open invitations",
            what: "Open invitations: for whom, by whom, what they allow, how often a wrong code was tried, and the "
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
            "pins", title: "Check values of PINs",
            what: "A check value of each PIN. The PIN cannot be found from it without a key that is stored elsewhere.",
            purpose: "To confirm what matters, such as unlocking a door or changing what a person may do.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .database(3),
            kept: .untilPersonIsRemoved, readers: .program,
            places: [.table("pin", columns: "person", "salt", "hash")]),
        StoredDataKind(
            "pinOrigins", title: "Where PINs were set",
            what: "On which phone, browser or terminal each PIN was set.",
            purpose: "So that a lost phone can be removed together with the PIN that was set on it.",
            class: .confidential, about: .person, logs: .never, since: .database(9), kept: .untilPersonIsRemoved,
            readers: .program, places: [.table("pin", columns: "set_at")]),
        StoredDataKind(
            "serviceTokens", title: "Tokens for scripts",
            what: "Tokens for scripts: whose they are, their names, what they permit, and when they end.",
            purpose: "So that people can see and remove them.",
            class: .confidential, about: .person, logs: .never, since: .database(3), kept: .untilAccessEnds,
            readers: .personAnd(.managePeople),
            places: [.table("service_token", columns: "id", "person", "name", "scope", "key", "expires_at")]),
    ]
}

extension DataInventory {
    /// By what the program recognises a client, a session, an invitation and a token.
    static let credentials: [StoredDataKind] = [
        StoredDataKind(
            "clientKeys", title: "Fingerprints of sign-in keys",
            what: "A fingerprint of the key of each phone, browser and terminal.",
            purpose:
                "So that a stolen token is useless: it works only with the private key, which never leaves the phone "
                + "or computer.",
            class: .internalUse, about: .person, logs: .never, since: .database(3), kept: .untilAccessEnds,
            readers: .personAnd(.managePeople), places: [.table("client", columns: "key")]),
        StoredDataKind(
            "sessionTokens", title: "Check values of sign-ins",
            what: "A check value of the token with which each phone, browser and terminal stays signed in. The token "
                + "itself is not stored.",
            purpose: "To recognise a phone, browser or terminal that is signed in.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .database(3),
            kept: .untilAccessEnds, readers: .program,
            places: [.table("session", columns: "access", "refresh", "previous_refresh")]),
        StoredDataKind(
            "invitationSecrets", title: "Check values of invitations",
            what: "Check values of the secrets and numbers of invitations.",
            purpose: "To recognise the link and the number of an invitation.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .database(14),
            kept: .untilAccessEnds, readers: .program,
            places: [.table("invitation", columns: "secret", "number")]),
        StoredDataKind(
            "serviceTokenDigests", title: "Check values of script tokens",
            what: "A check value of each token for a script. The token itself is not stored.",
            purpose: "To recognise the token that a script shows.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.digest), since: .database(3),
            kept: .untilAccessEnds, readers: .program, places: [.table("service_token", columns: "digest")]),
    ]
}
