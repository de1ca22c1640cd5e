package import HomeModel

/// A kind of data about a person in an export of their data. Each section becomes one JSON file and one CSV file.
///
/// A new kind of data needs a case here with its columns, an `ExportSource` in
/// `ExportSources.sources`, and its title in each language of the index; the compiler and the tests ask for all three.
package enum ExportSection: String, Sendable, CaseIterable {
    case profile, preferences, layout, notices, consents, clients, sessions, tokens, grants, invitations, incidents
    case commands, applianceNotes, serviceHistory, maintenanceTasks, attachments, audit

    /// The names of the columns, in order, which are also the keys of the JSON objects.
    package var columns: [String] {
        switch self {
        case .profile: ["id", "name", "role", "hasPIN", "pinSetAtClient"]
        case .preferences: ["language", "theme", "units", "timeFormat", "firstDayOfWeek"]
        case .layout: ["rooms", "tiles", "favourites", "hidden"]
        case .notices: ["version", "seenAt"]
        case .consents: ["id", "state", "textVersion", "answeredAt", "isFromConsole"]
        case .clients: ["id", "name", "pairedAt", "lastSeen", "isLocked", "scope", "approvedBy", "approverRole"]
        case .sessions: ["client", "renewedAt"]
        case .tokens: ["id", "name", "scope", "isBoundToKey", "expiresAt"]
        case .grants:
            [
                "id", "effect", "permissions", "rooms", "devices", "capabilities", "notBefore", "notAfter", "windows",
                "maximumUses", "uses", "invitation",
            ]
        case .invitations:
            ["id", "relation", "otherPerson", "admission", "createdAt", "expiresAt", "usedAt", "clientName", "ending"]
        case .incidents: ["incident", "rule", "title", "openedAt", "closedAt", "relation", "time", "text"]
        case .commands:
            [
                "time", "command", "group", "device", "part", "capability", "value", "isAccepted", "outcome",
                "reported",
                "reason", "detail", "sentAs",
            ]
        case .applianceNotes: ["appliance", "name", "note"]
        case .serviceHistory:
            [
                "entry", "day", "about", "title", "note", "cost", "currency", "doneBy", "provider", "addedBy",
                "addedAt",
            ]
        case .maintenanceTasks: ["task", "title", "note", "doneOn", "markedBy", "addedBy", "addedAt"]
        case .attachments:
            ["id", "kind", "owner", "ownerID", "title", "bytes", "width", "height", "addedAt", "file"]
        case .audit:
            [
                "time", "event", "severity", "number", "actor", "actorRole", "client", "target", "concerned", "success",
                "repetitions", "details",
            ]
        }
    }
}

/// A value of an export.
package enum ExportValue: Hashable, Sendable {
    case none
    case text(String)
    case texts([String])
    case integer(Int)
    case boolean(Bool)
    case time(Timestamp)
    /// Names and their values.
    case facts([String: String])
}

extension ExportValue {
    package static func text(_ text: String?) -> ExportValue { text.map { .text($0) } ?? .none }
    static func time(_ time: Timestamp?) -> ExportValue { time.map { .time($0) } ?? .none }
    static func integer(_ number: Int?) -> ExportValue { number.map { .integer($0) } ?? .none }

    /// Sorted, because sets have no order.
    static func words(_ words: some Sequence<some CustomStringConvertible>) -> ExportValue {
        .texts(words.map(\.description).sorted())
    }
}

/// The values of one row, one for each column of its section.
package typealias ExportRow = [ExportValue]

/// A source of the rows of one section.
package protocol ExportSource: Sendable {
    var section: ExportSection { get }

    /// Returns the rows from the first one on. It is called once for each file of the section.
    func rows(about subject: ExportSubject) async -> any ExportRows
}

/// The rows of a section, page by page, so that memory holds one page of a long section.
package protocol ExportRows: Sendable {
    /// Returns the next rows; nil after the last ones.
    mutating func next() async throws(ActionRefusal) -> [ExportRow]?
}

/// The rows of a short section, as one page.
struct ExportPage: ExportRows {
    private var rows: [ExportRow]?

    init(_ rows: [ExportRow]) { self.rows = rows }

    mutating func next() -> [ExportRow]? {
        defer { rows = nil }
        return rows
    }
}
