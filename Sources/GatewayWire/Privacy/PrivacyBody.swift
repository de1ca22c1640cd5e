package import HomeModel

/// `GET /privacy`: every kind of data that the home stores. The ids and codes stay the same in later versions.
package struct PrivacyBody: Codable, Sendable {
    /// The form of this document, which grows when a property changes its meaning or ends.
    package static let currentFormat = 1

    package let format: Int
    package let kinds: [StoredDataKindBody]

    /// `amounts` is nil for a caller who may not know them.
    package init(kinds: [StoredDataKind], terms: RetentionTerms?, amounts: [String: StoredDataAmount]?) {
        format = Self.currentFormat
        self.kinds = kinds.map { StoredDataKindBody($0, terms: terms, amount: amounts?[$0.id]) }
    }
}

/// One kind of stored data.
package struct StoredDataKindBody: Codable, Sendable {
    package let id: String
    /// A name of a few English words; clients translate it by the id.
    package let title: String
    /// English sentences; clients translate them by the id.
    package let what: String
    package let purpose: String
    package let dataClass: DataClass
    package let subject: DataSubject
    package let logs: LogHandling
    /// `encrypted` or `plain`.
    package let storage: String
    /// Why a secret is plain.
    package let plainReason: PlainSecretReason?
    package let since: DataOriginBody
    package let kept: DataTermBody
    package let readers: DataReadersBody
    package let places: [StoredDataPlaceBody]
    /// Nil for a caller who may not know it, for data that lies only in files, and when it cannot be counted now.
    package let rows: Int?
    package let bytes: Int?
    /// True when counting ended at a limit, so that there is more.
    package let isAtLeast: Bool?

    /// `terms` are those of retention now; nil leaves out their days.
    package init(_ kind: StoredDataKind, terms: RetentionTerms?, amount: StoredDataAmount?) {
        id = kind.id
        title = kind.title
        what = kind.what
        purpose = kind.purpose
        dataClass = kind.dataClass
        subject = kind.subject
        logs = kind.logs
        storage = kind.storage.code
        plainReason = kind.storage.reason
        since = DataOriginBody(kind.since)
        kept = DataTermBody(kind.kept, terms: terms)
        readers = DataReadersBody(who: kind.readers.code, permission: kind.readers.permission)
        places = kind.places.map { StoredDataPlaceBody($0) }
        rows = amount?.rows
        bytes = amount?.bytes
        isAtLeast = amount.flatMap { $0.isAtLeast ? true : nil }
    }
}

/// Since when a kind of data is stored: exactly one property is present.
package struct DataOriginBody: Codable, Sendable {
    package let databaseVersion: Int?
    package let release: String?

    package init(_ origin: DataOrigin) {
        switch origin {
        case .database(let version): (databaseVersion, release) = (version, nil)
        case .release(let text): (databaseVersion, release) = (nil, text)
        }
    }
}

/// How long a kind of data is kept.
package struct DataTermBody: Codable, Sendable {
    /// A term of retention.
    package struct Term: Codable, Sendable {
        package let name: RetentionTermName
        /// The days now; absent in a document that is of no particular home.
        package let days: Int?
    }

    /// A code, such as `untilRemoved` or `retention`.
    package let rule: String
    /// For the rule `days`.
    package let days: Int?
    /// For the rule `retention`.
    package let terms: [Term]?

    package init(_ term: DataTerm, terms now: RetentionTerms?) {
        rule = term.code
        if case .days(let count) = term { days = count } else { days = nil }
        if case .retention(let names) = term {
            terms = names.map { name in Term(name: name, days: now.map { name.days(in: $0) }) }
        } else {
            terms = nil
        }
    }
}

/// Who may see a kind of data.
package struct DataReadersBody: Codable, Sendable {
    /// A code, such as `everyone` or `personAndPermission`.
    package let who: String
    package let permission: Permission?

    package init(who: String, permission: Permission?) {
        self.who = who
        self.permission = permission
    }
}

/// A place in which a kind of data lies.
package struct StoredDataPlaceBody: Codable, Sendable {
    package enum Sort: String, Codable, Sendable, CaseIterable { case table, files, log, browser, terminal }

    package let sort: Sort
    /// The table, the folder, or the storage of the browser; absent for the log and the terminal.
    package let name: String?
    /// The columns, the names or patterns of files, or the keys.
    package let items: [String]
    /// For a table of readings: the kind of record whose rows are meant.
    package let rows: RecordKind?

    package init(_ place: StoredDataPlace) {
        switch place {
        case .columns(let columns):
            (sort, name, items) = (.table, columns.table, columns.names)
            if case .history(let kind) = columns.rows { rows = kind } else { rows = nil }
        case .files(let files):
            let root = files.root == .state ? "" : "\(files.root.rawValue):"
            (sort, name, items, rows) = (.files, root + files.folder, files.names, nil)
        case .logKeys(let keys): (sort, name, items, rows) = (.log, nil, keys, nil)
        case .browser(let storage, let names): (sort, name, items, rows) = (.browser, storage.rawValue, names, nil)
        case .terminal(let names): (sort, name, items, rows) = (.terminal, nil, names, nil)
        }
    }
}
