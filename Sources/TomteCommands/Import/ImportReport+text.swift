import HomeAssistantHistory
import HomeModel

/// The report as people read it.
extension ImportReport {
    /// So many examples of each reason; --json has all.
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
                "No flow was set for those without a reading here: \(Self.list(unusedFlows)).",
                after: "\("!", .warning) ")
        }
        for (reason, entities) in reasons { console.prose(Self.sentence(reason, entities), after: "· ") }
        for gap in gaps { console.prose(gap.sentence, after: "\("!", .warning) ") }
        if namelessRows > 0 {
            console.prose("\(Quantities.text(namelessRows, "row")) of entities without a name.", after: "· ")
        }
        if unreadLogBytes > 0 {
            console.prose(
                "The latest changes are in a log beside the file that only Home Assistant can read; start and stop it "
                    + "once, or copy the file together with its -wal and -shm.", after: "\("!", .warning) ")
        }
        console.prose(conclusion(stored.count), after: stored.isEmpty ? "\("!", .warning) " : "\("✓", .good) ")
    }

    private func table(_ entities: [Entity]) -> Table {
        var table = Table([
            Table.Column("ENTITY"), Table.Column(isDryRun ? "QUANTITY" : "SERIES"),
            Table.Column("READINGS", .trailing), Table.Column("FROM", isWhole: true),
            Table.Column("TO", isWhole: true), Table.Column("NOT BELIEVED"),
        ])
        for entity in entities {
            table.add([
                StyledText(entity.entity), StyledText(entity.series),
                StyledText(Quantities.text(entity.states + entity.hours)),
                StyledText(entity.from.map { LocalTime.date($0) } ?? "–"),
                StyledText(entity.to.map { LocalTime.date($0) } ?? "–"), StyledText(entity.rejections, .warning),
            ])
        }
        return table
    }

    /// Which meters do not count, and how they would.
    private var adviceOnFlows: String? {
        let meters = entities.filter(\.lacksFlow).map(\.entity)
        guard let first = meters.first else { return nil }
        let unless = isDryRun ? ", unless a flow was given before" : ""
        return "\(Quantities.text(meters.count, "meter")) of power or energy will not count in tomte energy\(unless): "
            + "\(Self.list(meters)). Import again with --flow \(InertText(first, limit: 64))=FLOW for each that should, "
            + "where FLOW is one of \(EntityFlow.words). Of what is measured twice, give one."
    }

    private static func list(_ entities: [String]) -> String {
        let more = entities.count > examples ? " and \(Quantities.text(entities.count - examples)) more" : ""
        return entities.prefix(examples).map { "\(InertText($0, limit: 64))" }.joined(separator: ", ") + more
    }

    /// The reasons why rows are left out, those with most rows first, each with its entities.
    private var reasons: [(LeftOut, [(entity: String, rows: Int)])] {
        LeftOut.allCases.map { reason in
            (reason, entities.compactMap { entity in entity.leftOut[reason.code].map { (entity.entity, $0) } })
        }.filter { !$0.1.isEmpty }.sorted { rows($0.1) > rows($1.1) }
    }

    private func rows(_ entities: [(entity: String, rows: Int)]) -> Int { entities.reduce(0) { $0 + $1.rows } }

    private static func sentence(_ reason: LeftOut, _ entities: [(entity: String, rows: Int)]) -> String {
        let count = entities.reduce(0) { $0 + $1.rows }
        let most = entities.sorted { $0.rows > $1.rows }.prefix(examples).map { entity in
            "\(InertText(entity.entity, limit: 64)) (\(Quantities.text(entity.rows)))"
        }
        let more = entities.count > examples ? " and \(Quantities.text(entities.count - examples)) more" : ""
        return "\(Quantities.text(count, "row")) left out, \(reason): \(most.joined(separator: ", "))\(more)."
    }

    private func conclusion(_ count: Int) -> String {
        let readings = entities.reduce(0) { $0 + $1.states + $1.hours }
        let found = "\(Quantities.text(readings, "reading")) of \(Quantities.text(count, "entity", "entities"))"
        guard count > 0 else { return "Nothing in this file is a reading." }
        guard !isDryRun else { return "\(found) would be sent; nothing was stored." }
        let (counts, known) = (counts, self.counts.known)
        let rest = [
            known > 0 ? "\(Quantities.text(known)) were there already" : nil,
            counts.rejectedTotal > 0 ? "\(Quantities.text(counts.rejectedTotal)) were not believed" : nil,
        ].compactMap(\.self)
        return "\(found): \(Quantities.text(counts.new)) are new"
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
        (counts?.rejected ?? [:]).sorted { $0.key < $1.key }.map { "\(Quantities.text($1)) \($0)" }
            .joined(separator: ", ")
    }
}

extension ImportReport.Gap {
    fileprivate var sentence: String {
        let rows = lastRow.map { "rows \(firstRow) to \($0)" } ?? "everything from row \(firstRow) on"
        let times = [after, before].compactMap(\.self).map { LocalTime.minute($0) }
        let place = times.count == 2 ? ", between \(times[0]) and \(times[1])," : ""
        return "Damaged: \(rows) of \(table)\(place) cannot be read."
    }
}
