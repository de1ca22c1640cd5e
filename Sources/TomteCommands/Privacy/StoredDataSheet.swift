import Foundation
import GatewayWire
import HomeModel

/// A kind of stored data as text for people: a row of the list, and all that is known about it.
struct StoredDataSheet {
    private let kind: StoredDataKindBody

    init(_ kind: StoredDataKindBody) { self.kind = kind }

    /// The list of all kinds. The amounts have columns if the caller may know them.
    static func table(_ kinds: [StoredDataKindBody]) -> Table {
        let hasAmounts = kinds.contains { $0.bytes != nil }
        let amounts = hasAmounts ? ["ROWS", "SIZE"].map { Table.Column($0, alignment: .trailing) } : []
        var table = Table(
            [Table.Column("KIND"), Table.Column("CLASS", isNeverTruncated: true)] + amounts
                + [Table.Column("KEPT")])
        for kind in kinds {
            let sheet = StoredDataSheet(kind)
            let cells = hasAmounts ? [StyledText(sheet.rows), StyledText(sheet.size)] : []
            table.add(
                [StyledText(kind.title), StyledText(kind.dataClass.rawValue)] + cells + [StyledText(sheet.kept)])
        }
        return table
    }

    /// One line for each fact, with its label.
    var lines: [(label: StyledText, text: String)] {
        var lines: [(String, String)] = [
            ("Kind", kind.title), ("Id", kind.id), ("What", kind.what), ("Why", kind.purpose),
            ("Class", kind.dataClass.rawValue), ("About", subject), ("Kept", kept), ("Who", readers),
            ("Since", since), ("Log", logs), ("Disk", storage),
        ]
        if kind.bytes != nil { lines.append(("Now", kind.rows == nil ? size : "\(rows) rows, \(size)")) }
        lines += kind.places.map { ("Where", Self.text($0)) }
        return lines.map { label, text in
            (StyledText(label + String(repeating: " ", count: max(1, 7 - label.count)), style: .faint), text)
        }
    }

    // MARK: Amounts

    private var rows: String {
        guard let rows = kind.rows else { return "–" }
        return kind.isAtLeast == true ? "\(rows)+" : String(rows)
    }

    private var size: String {
        guard let bytes = kind.bytes else { return "–" }
        let style = ByteCountFormatStyle(style: .file, spellsOutZero: false, locale: Locale(identifier: "en_GB"))
        return style.format(Int64(bytes))
    }

    // MARK: Facts

    var kept: String {
        switch kind.kept.rule {
        case DataTerm.untilRemoved.code: return "until it is removed or changed"
        case DataTerm.untilPersonIsRemoved.code: return "until the person is removed"
        case DataTerm.untilAccessEnds.code: return "until the access ends"
        case DataTerm.untilReplaced.code: return "until newer data replaces it"
        case DataTerm.whileInUse.code: return "while it is in use"
        case DataTerm.homeLifetime.code: return "as long as the home exists"
        case DataTerm.systemLog.code: return "as long as the system keeps its log"
        case DataTerm.days(0).code: return Self.days(kind.kept.days ?? 0)
        case DataTerm.retention([]).code:
            let terms = kind.kept.terms ?? []
            let days = Set(terms.compactMap(\.days)).sorted()
            if let least = days.first, let most = days.last {
                return least == most ? Self.days(least) : "\(least) to \(Self.days(most))"
            }
            return terms.map { Self.name(of: $0.name) }.joined(separator: ", ")
        default: return kind.kept.rule
        }
    }

    var readers: String {
        let permission = kind.readers.permission.map { "people who may \(Self.act(of: $0))" } ?? "people"
        return switch kind.readers.who {
        case DataReaders.everyone.code: "everyone in the home"
        case DataReaders.person.code: "only the person"
        case DataReaders.program.code: "only the program and the machine's administrator"
        case DataReaders.personAnd(.viewAudit).code: "the person, and \(permission)"
        case DataReaders.permission(.viewAudit).code: permission
        default: kind.readers.who
        }
    }

    var subject: String {
        switch kind.subject {
        case .noPerson: "no person"
        case .household: "the household"
        case .person: "a person"
        }
    }

    private var since: String {
        if let version = kind.since.databaseVersion { return "version \(version) of the database" }
        return kind.since.release.map { "release \($0)" } ?? "–"
    }

    private var logs: String {
        switch kind.logs {
        case .clear: "may be in the system log"
        case .masked: "only as codes and numbers in the system log"
        case .never: "never in the system log"
        }
    }

    private var storage: String {
        guard let reason = kind.plainReason else { return kind.storage == "encrypted" ? "encrypted" : "not encrypted" }
        return switch reason {
        case .digest: "only digests, from which the secret cannot be computed"
        case .sealingKey: "not encrypted: it is the key that encrypts the others"
        case .readByProgram: "not encrypted, because another program reads it"
        case .boundToBrowser: "not encrypted, but useless outside this browser"
        case .ownComputer: "not encrypted, on the person's own computer"
        }
    }

    private static func text(_ place: StoredDataPlaceBody) -> String {
        let items = place.items.joined(separator: ", ")
        return switch place.sort {
        case .table: "table \(place.name ?? ""): \(items)"
        case .files: place.name.map { $0.isEmpty ? "files \(items)" : "files in \($0): \(items)" } ?? items
        case .log: "log keys \(items)"
        case .browser: "browser (\(place.name ?? "")): \(items)"
        case .terminal: "the folder of the command line: \(items)"
        }
    }

    private static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }

    private static func name(of term: RetentionTermName) -> String {
        switch term {
        case .energyDays: "the days of energy"
        case .environmentDays: "the days of the environment"
        case .energyRollUpDays: "those of its summaries"
        case .environmentRollUpDays: "those of their summaries"
        case .presenceDays: "those of motion and presence"
        case .auditInformationalDays: "the days of informational audit entries"
        case .auditWarningDays: "of warnings"
        case .auditSecurityDays: "of security entries"
        }
    }

    /// As it completes “people who may”.
    private static func act(of permission: Permission) -> String {
        switch permission {
        case .controlDevices: "control devices"
        case .viewEnergy: "see energy"
        case .viewEnvironment: "see the environment"
        case .modifySettings: "change settings"
        case .manageMaintenance: "maintain the gateway"
        case .addDevices: "add devices"
        case .managePeople: "manage people"
        case .viewAudit: "read the audit log"
        case .exportData: "export data"
        case .viewMetrics: "see metrics"
        case .ownHome: "own the home"
        }
    }
}
