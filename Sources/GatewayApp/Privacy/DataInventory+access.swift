import HomeModel

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
