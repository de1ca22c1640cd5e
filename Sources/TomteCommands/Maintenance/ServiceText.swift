import GatewayWire
import HomeModel

/// Formats the service history for people.
enum ServiceText {
    /// The table, and what the services cost. `empty` is shown instead of an empty table.
    static func show(_ history: ServiceHistoryBody, showsSubject: Bool, on console: Console, empty: String) {
        guard !history.entries.isEmpty else { return console.line(StyledText(empty)) }
        console.table(table(history.entries, showsSubject: showsSubject))
        console.lines(costLines(history.costs, showsSubject: showsSubject))
        if let next = history.next {
            console.line("\("There are older entries: --before \(next)", .faint)")
        }
    }

    static func table(_ entries: [ServiceEntryBody], showsSubject: Bool) -> Table {
        var columns = [Table.Column("ID", isNeverTruncated: true), Table.Column("DAY", isNeverTruncated: true)]
        if showsSubject { columns.append(Table.Column("ABOUT")) }
        columns += [
            Table.Column("DONE"), Table.Column("COST", alignment: .trailing), Table.Column("BY"),
            Table.Column("PROVIDER"), Table.Column("NOTE"),
        ]
        var table = Table(columns)
        for entry in entries {
            var cells = [StyledText(entry.id.rawValue), StyledText(entry.day.description)]
            if showsSubject { cells.append(StyledText(entry.name)) }
            cells += [
                StyledText(entry.title + photos(entry.photos)), StyledText(entry.cost?.description ?? ""),
                StyledText(person(entry)), StyledText(entry.provider ?? ""),
                StyledText(entry.note?.split(separator: "\n").joined(separator: " ") ?? ""),
            ]
            table.add(cells)
        }
        return table
    }

    /// “2026: 1249.00 SEK, 30.00 EUR”, the newest year first.
    static func costLines(_ costs: [ServiceCostBody], showsSubject: Bool = false) -> [StyledText] {
        guard !costs.isEmpty else { return [] }
        var lines: [(head: String, totals: [String])] = []
        for cost in costs {
            let head = showsSubject ? "\(cost.year) \(cost.name)" : "\(cost.year)"
            if let last = lines.indices.last, lines[last].head == head {
                lines[last].totals.append(cost.total.description)
            } else {
                lines.append((head, [cost.total.description]))
            }
        }
        return ["", "\("Cost", .strong)"]
            + lines.map { StyledText("  \($0.head): \($0.totals.joined(separator: ", "))") }
    }

    /// “ (2 photos)”; empty without photographs.
    private static func photos(_ count: Int) -> String {
        count == 0 ? "" : count == 1 ? " (1 photo)" : " (\(count) photos)"
    }

    private static func person(_ entry: ServiceEntryBody) -> String {
        entry.doneByName ?? entry.doneBy.map { _ in "a person who has left" } ?? ""
    }
}
