import AuditTrail
import HomeModel

/// The audit entries that name the person: what they did, and what others did that concerned them.
struct AuditSource: ExportSource {
    let section = ExportSection.audit
    let audit: AuditLog

    func rows(about subject: ExportSubject) -> any ExportRows {
        var filter = AuditFilter(before: subject.auditEnd)
        filter.naming = subject.person.id
        return AuditRows(pages: AuditPages(audit: audit, filter: filter), subject: subject)
    }
}

/// The commands that the person sent, with their outcomes.
struct CommandsSource: ExportSource {
    let section = ExportSection.commands
    let audit: AuditLog

    func rows(about subject: ExportSubject) -> any ExportRows {
        var filter = AuditFilter(before: subject.auditEnd)
        filter.actionsOf = subject.person.id
        return CommandRows(pages: AuditPages(audit: audit, filter: filter))
    }
}

/// The matching entries of the audit log, newest first, page by page.
struct AuditPages: Sendable {
    static let pageSize = 1000

    private let audit: AuditLog
    private var filter: AuditFilter
    private var isOver = false

    init(audit: AuditLog, filter: AuditFilter) {
        self.audit = audit
        self.filter = filter
        self.filter.limit = Self.pageSize
    }

    mutating func next() async throws(ActionRefusal) -> [AuditRecord]? {
        guard !isOver else { return nil }
        let page: AuditPage
        do throws(AuditError) {
            page = try await audit.page(filter)
        } catch {
            throw .notAudited
        }
        filter.before = page.next
        isOver = page.next == nil
        return page.records
    }
}

// MARK: - Entries

struct AuditRows: ExportRows {
    var pages: AuditPages
    let subject: ExportSubject

    mutating func next() async throws(ActionRefusal) -> [ExportRow]? {
        try await pages.next()?.map(row)
    }

    private func row(_ record: AuditRecord) -> ExportRow {
        let (entry, id) = (record.entry, subject.person.id.rawValue)
        let isByPerson = entry.actingPerson == id
        let isAboutOther = entry.concerned != nil && entry.concerned != id
        // The export leaves out a target that belongs to another person, such as that person's phone.
        let target: String? =
            if isAboutOther { entry.target == entry.concerned ? entry.target.map(subject.naming) : nil } else {
                entry.target.map { entry.concerned == nil ? subject.withoutOthers($0) : $0 }
            }
        return [
            .time(record.time), .text(entry.event.rawValue), .text(entry.severity.rawValue),
            .integer(Int(clamping: record.sequence)),
            .text(subject.naming(actor: entry.actor, actsOnPerson: !isAboutOther)), .text(entry.role?.rawValue),
            .text(isByPerson ? entry.client?.rawValue : nil), .text(target),
            .text(entry.concerned.map(subject.naming)), .boolean(entry.success), .integer(entry.count),
            .facts(facts(of: entry, isAboutOther: isAboutOther)),
        ]
    }

    /// The details of an entry, without digests. Those of an act that concerned another person belong to that person,
    /// except what kind of act it was and why it was refused.
    private func facts(of entry: AuditEntry, isAboutOther: Bool) -> [String: String] {
        entry.metadata.filter { fact in
            isAboutOther ? Self.factsOfActs.contains(fact.key) : !Self.digests.contains(fact.key)
        }.mapValues(subject.withoutOthers)
    }

    private static let digests: Set<String> = [CommandMetadataKey.key, CommandMetadataKey.body]

    private static let factsOfActs: Set<String> = ["act", "failure", "permission", "purpose", "reason", "what"]
}

// MARK: - Commands

struct CommandRows: ExportRows {
    var pages: AuditPages
    /// The outcomes of commands that come later in the listing, because it begins with the newest entry.
    private var outcomes: [String: AuditEntry] = [:]

    init(pages: AuditPages) { self.pages = pages }

    mutating func next() async throws(ActionRefusal) -> [ExportRow]? {
        guard let records = try await pages.next() else { return nil }
        var rows: [ExportRow] = []
        for record in records {
            let entry = record.entry
            guard let command = entry.metadata[CommandMetadataKey.command] else { continue }
            switch entry.event {
            case .deviceOutcome: outcomes[command] = entry
            case .deviceControl:
                rows.append(Self.row(record, command: command, outcome: outcomes.removeValue(forKey: command)))
            default: break
            }
        }
        return rows
    }

    private static func row(_ record: AuditRecord, command: String, outcome: AuditEntry?) -> ExportRow {
        let entry = record.entry
        let (facts, ending) = (entry.metadata, outcome?.metadata ?? [:])
        return [
            .time(record.time), .text(command), .text(facts[CommandMetadataKey.parent]), .text(entry.target),
            .text(facts[CommandMetadataKey.part]), .text(facts[CommandMetadataKey.capability]),
            .text(facts[CommandMetadataKey.value]), .boolean(entry.success),
            .text(ending[CommandMetadataKey.outcome] ?? facts[CommandMetadataKey.outcome]),
            .text(ending[CommandMetadataKey.reported]), .text(facts[CommandMetadataKey.reason]),
            .text(ending[CommandMetadataKey.detail] ?? facts[CommandMetadataKey.detail]), .text(entry.actor),
        ]
    }
}
