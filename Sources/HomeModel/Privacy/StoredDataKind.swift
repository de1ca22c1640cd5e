/// One kind of data that the program stores: what it is, why it is stored, and how it is protected. The inventory of all
/// kinds is data in code, and tests compare it with the database, the files, the log keys and the page.
package struct StoredDataKind: Hashable, Sendable {
    /// Stays the same in later versions.
    package let id: String
    /// The name of the kind for lists, in two to five English words. Clients translate it by `id`.
    package let title: String
    /// What is stored, as an English sentence. Clients translate it by `id`.
    package let what: String
    /// Why it is stored, as an English sentence. Clients translate it by `id`.
    package let purpose: String
    package let dataClass: DataClass
    package let subject: DataSubject
    package let logs: LogHandling
    package let storage: StorageHandling
    package let since: DataOrigin
    package let kept: DataTerm
    package let readers: DataReaders
    package let places: [StoredDataPlace]

    package init(
        _ id: String, title: String, what: String, purpose: String, class dataClass: DataClass,
        about subject: DataSubject, logs: LogHandling, storage: StorageHandling = .plain, since: DataOrigin,
        kept: DataTerm, readers: DataReaders, places: [StoredDataPlace]
    ) {
        self.id = id
        self.title = title
        self.what = what
        self.purpose = purpose
        self.dataClass = dataClass
        self.subject = subject
        self.logs = logs
        self.storage = storage
        self.since = since
        self.kept = kept
        self.readers = readers
        self.places = places
    }
}

/// Whom data of a kind is about.
package enum DataSubject: String, Sendable, Codable, CaseIterable {
    case noPerson
    /// The home and all who live in it, without saying who of them.
    case household
    case person
}

/// Since when data of a kind is stored.
package enum DataOrigin: Hashable, Sendable {
    /// The version of the database that introduced the oldest of its columns.
    case database(Int)
    /// The release of the program that first stored it.
    case release(String)
}

/// How long data of a kind is kept.
package enum DataTerm: Hashable, Sendable {
    /// Until the device, the room or the setting that it belongs to is removed or changed.
    case untilRemoved
    /// Until the person is removed.
    case untilPersonIsRemoved
    /// Until the session, the client, the token or the invitation ends.
    case untilAccessEnds
    case days(Int)
    /// By retention, for as long as people have set.
    case retention([RetentionTermName])
    /// Until newer data of the same kind replaces it.
    case untilReplaced
    /// While a part of the program needs it, for minutes at most.
    case whileInUse
    /// For as long as the home exists: ids that must never be given again.
    case homeLifetime
    /// For as long as the system keeps its log.
    case systemLog

    /// Stays the same in later versions.
    package var code: String {
        switch self {
        case .untilRemoved: "untilRemoved"
        case .untilPersonIsRemoved: "untilPersonIsRemoved"
        case .untilAccessEnds: "untilAccessEnds"
        case .days: "days"
        case .retention: "retention"
        case .untilReplaced: "untilReplaced"
        case .whileInUse: "whileInUse"
        case .homeLifetime: "homeLifetime"
        case .systemLog: "systemLog"
        }
    }

    package static let codes: [String] = {
        let terms: [DataTerm] = [
            .untilRemoved, .untilPersonIsRemoved, .untilAccessEnds, .days(1), .retention([]), .untilReplaced,
            .whileInUse, .homeLifetime, .systemLog,
        ]
        return terms.map(\.code)
    }()
}

/// The term of one kind of record, named as in `RetentionTerms`.
package enum RetentionTermName: String, Sendable, Codable, CaseIterable {
    case energyDays, environmentDays, energyRollUpDays, environmentRollUpDays
    case presenceDays, auditInformationalDays, auditWarningDays, auditSecurityDays

    /// The days of the term now. Roll-ups without a term of their own have that of their readings, and so has presence
    /// while it is not limited.
    package func days(in terms: RetentionTerms) -> Int {
        switch self {
        case .energyDays: terms.energyDays
        case .environmentDays: terms.environmentDays
        case .energyRollUpDays: max(terms.energyDays, terms.energyRollUpDays ?? 0)
        case .environmentRollUpDays: max(terms.environmentDays, terms.environmentRollUpDays ?? 0)
        case .presenceDays: terms.limitsPresence ? terms.presenceLimitDays : terms.environmentDays
        case .auditInformationalDays: terms.auditInformationalDays
        case .auditWarningDays: terms.auditWarningDays
        case .auditSecurityDays: terms.auditSecurityDays
        }
    }
}

/// Who may see data of a kind through the program.
package enum DataReaders: Hashable, Sendable {
    /// Each person of the home.
    case everyone
    /// People who have the permission, for what it covers.
    case permission(Permission)
    /// The person whom it is about, and people who have the permission.
    case personAnd(Permission)
    /// Only the person whom it is about.
    case person
    /// Only the program reads it, and the administrator of the machine can.
    case program

    /// Stays the same in later versions.
    package var code: String {
        switch self {
        case .everyone: "everyone"
        case .permission: "permission"
        case .personAnd: "personAndPermission"
        case .person: "person"
        case .program: "program"
        }
    }

    package var permission: Permission? {
        switch self {
        case .permission(let permission), .personAnd(let permission): permission
        case .everyone, .person, .program: nil
        }
    }

    package static let codes: [String] = {
        let readers: [DataReaders] = [.everyone, .permission(.viewAudit), .personAnd(.viewAudit), .person, .program]
        return readers.map(\.code)
    }()
}
