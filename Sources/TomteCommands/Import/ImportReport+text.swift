import HomeAssistantHistory
import HomeModel

/// Prints the report as text.
extension ImportReport {
    /// The number of entities named for each reason; `--json` prints all of them.
    private static let examples = 4

    func show(on console: Console) {
        let stored = entities.filter { $0.states + $0.hours > 0 }
        if !stored.isEmpty {
            console.table(table(stored))
            console.line()
        }
        if let advice = adviceOnFlows { console.prose(advice, after: "\("!", .warning) ") }
        if !unusedFlows.isEmpty {
            console.prose(
                "No flow was set for entities without readings: \(Self.list(unusedFlows)).",
                after: "\("!", .warning) ")
        }
        for (reason, entities) in reasons { console.prose(Self.sentence(reason, entities: entities), after: "· ") }
        for gap in gaps { console.prose(gap.sentence, after: "\("!", .warning) ") }
        if namelessRows > 0 {
            console.prose("\(CountText.text(namelessRows, one: "row")) left out, the entity has no name.", after: "· ")
        }
        if unreadLogBytes > 0 {
            console.prose(
                "The latest changes are in a write-ahead log beside the file, which only Home Assistant can read. "
                    + "Start and stop Home Assistant once, or copy the file together with its -wal and -shm files.",
                after: "\("!", .warning) ")
        }
        console.prose(conclusion(stored.count), after: stored.isEmpty ? "\("!", .warning) " : "\("✓", .good) ")
    }

    private func table(_ entities: [Entity]) -> Table {
        var table = Table([
            Table.Column("ENTITY"), Table.Column(isDryRun ? "QUANTITY" : "SERIES"),
            Table.Column("READINGS", alignment: .trailing), Table.Column("FROM", isNeverTruncated: true),
            Table.Column("TO", isNeverTruncated: true), Table.Column("REJECTED"),
        ])
        for entity in entities {
            table.add([
                StyledText(entity.entity), StyledText(entity.series),
                StyledText(CountText.text(entity.states + entity.hours)),
                StyledText(entity.from.map { LocalTime.date($0) } ?? "–"),
                StyledText(entity.to.map { LocalTime.date($0) } ?? "–"), StyledText(entity.rejections, style: .warning),
            ])
        }
        return table
    }

    /// A note about the meters that tomte energy does not count, and how to count them; nil when there are none.
    private var adviceOnFlows: String? {
        let meters = entities.filter(\.lacksFlow).map(\.entity)
        guard let first = meters.first else { return nil }
        let unless = isDryRun ? ", unless a flow was given before" : ""
        return
            "\(CountText.text(meters.count, one: "meter")) of power or energy will not count in tomte energy\(unless): "
            + "\(Self.list(meters)). To count one, import again with --flow \(EscapedText(first, limit: 64))=FLOW, "
            + "where FLOW is one of \(EntityFlow.words). If something is measured twice, count it only once."
    }

    private static func list(_ entities: [String]) -> String {
        let more = entities.count > examples ? " and \(CountText.text(entities.count - examples)) more" : ""
        return entities.prefix(examples).map { "\(EscapedText($0, limit: 64))" }.joined(separator: ", ") + more
    }

    /// The reasons why rows were left out, each with its entities; the reason with most rows comes first.
    private var reasons: [(LeftOutReason, [(entity: String, rows: Int)])] {
        LeftOutReason.allCases.map { reason in
            (reason, entities.compactMap { entity in entity.leftOut[reason.code].map { (entity.entity, $0) } })
        }.filter { !$0.1.isEmpty }.sorted { rows($0.1) > rows($1.1) }
    }

    private func rows(_ entities: [(entity: String, rows: Int)]) -> Int { entities.reduce(0) { $0 + $1.rows } }

    private static func sentence(_ reason: LeftOutReason, entities: [(entity: String, rows: Int)]) -> String {
        let count = entities.reduce(0) { $0 + $1.rows }
        let most = entities.sorted { $0.rows > $1.rows }.prefix(examples).map { entity in
            "\(EscapedText(entity.entity, limit: 64)) (\(CountText.text(entity.rows)))"
        }
        let more = entities.count > examples ? " and \(CountText.text(entities.count - examples)) more" : ""
        return "\(CountText.text(count, one: "row")) left out, \(reason): \(most.joined(separator: ", "))\(more)."
    }

    private func conclusion(_ count: Int) -> String {
        let readings = entities.reduce(0) { $0 + $1.states + $1.hours }
        let found =
            "\(CountText.text(readings, one: "reading")) of \(CountText.text(count, one: "entity", many: "entities"))"
        guard count > 0 else { return "The file contains no readings." }
        guard !isDryRun else { return "\(found) would be sent; nothing was stored." }
        let (counts, known) = (counts, self.counts.known)
        let rest = [
            known > 0 ? "\(CountText.text(known)) already existed" : nil,
            counts.rejectedTotal > 0 ? "\(CountText.text(counts.rejectedTotal)) were rejected" : nil,
        ].compactMap(\.self)
        return "\(found): \(CountText.text(counts.new)) are new"
            + (rest.isEmpty ? "." : ", \(rest.joined(separator: ", ")).")
    }
}

extension ImportReport.Entity {
    fileprivate var series: String {
        let name = quantity?.description ?? "–"
        guard let device else { return name }
        return "\(device)\(part.map { $0 == .main ? "" : "/\($0)" } ?? "") \(name)"
    }

    fileprivate var rejections: String {
        (counts?.rejected ?? [:]).sorted { $0.key < $1.key }.map { "\(CountText.text($1)) \($0)" }
            .joined(separator: ", ")
    }
}

extension ImportReport.Gap {
    fileprivate var sentence: String {
        let rows = lastRow.map { "rows \(firstRow) to \($0)" } ?? "all rows from \(firstRow) on"
        let times = [after, before].compactMap(\.self).map { LocalTime.minute($0) }
        let place = times.count == 2 ? ", between \(times[0]) and \(times[1])," : ""
        return "Damaged: \(rows) of \(table)\(place) cannot be read."
    }
}
