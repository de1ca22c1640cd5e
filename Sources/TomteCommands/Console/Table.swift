/// A table with headings, aligned by the width of characters on a terminal.
struct Table: Sendable {
    /// The alignment of the cells of a column.
    enum Alignment: Sendable { case leading, trailing }

    /// The heading and the layout of a column.
    struct Column: Sendable {
        let title: String
        let alignment: Alignment
        /// Whether its cells are never truncated.
        let isNeverTruncated: Bool
        /// Whether its cells are broken into lines where other ones are truncated.
        let isWrapped: Bool
        /// The column is made no narrower than this, in columns of the terminal.
        let minimumWidth: Int

        /// A trailing column contains numbers and is never truncated: half a number would be another number.
        init(
            _ title: String, alignment: Alignment = .leading, isNeverTruncated: Bool = false, isWrapped: Bool = false,
            minimumWidth: Int = 6
        ) {
            self.title = title
            self.alignment = alignment
            self.isNeverTruncated = isNeverTruncated || alignment == .trailing
            self.isWrapped = isWrapped
            self.minimumWidth = minimumWidth
        }
    }

    private static let gap = 2

    let columns: [Column]
    private(set) var rows: [[StyledText]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row. Missing cells stay empty, surplus ones are dropped.
    mutating func add(_ cells: [StyledText]) {
        let missing = max(0, columns.count - cells.count)
        rows.append(Array(cells.prefix(columns.count)) + Array(repeating: StyledText(), count: missing))
    }

    /// The headings and the rows. With a `limit` in columns, the widest columns are made narrower until a line fits: their
    /// cells are truncated, or broken into several lines.
    func lines(limit: Int? = nil) -> [StyledText] {
        let headings = columns.map { StyledText($0.title, style: .faint) }
        let widths = columnWidths(limit: limit)
        return ([headings] + rows).flatMap { lines(of: $0, widths: widths) }
    }

    /// The lines of one row.
    private func lines(of cells: [StyledText], widths: [Int]) -> [StyledText] {
        let parts = cells.enumerated().map { index, cell in
            columns[index].isWrapped ? cell.broken(to: widths[index]) : [cell]
        }
        let height = parts.map(\.count).max() ?? 1
        return (0..<height).map { row in
            line(parts.map { row < $0.count ? $0[row] : StyledText() }, widths: widths)
        }
    }

    private func line(_ cells: [StyledText], widths: [Int]) -> StyledText {
        var line = StyledText()
        for (index, cell) in cells.enumerated() {
            let alignment = columns[index].alignment
            let cut = cell.truncated(to: widths[index])
            let isLast = index == cells.count - 1
            line = line + (isLast && alignment == .leading ? cut : cut.padded(to: widths[index], alignment))
            if !isLast { line = line + StyledText(String(repeating: " ", count: Self.gap)) }
        }
        return line
    }

    private func columnWidths(limit: Int?) -> [Int] {
        var widths = columns.indices.map { index in
            rows.reduce(TextWidth.columns(of: columns[index].title)) { max($0, $1[index].width) }
        }
        guard let limit else { return widths }
        var excess = widths.reduce(0, +) + Self.gap * max(0, columns.count - 1) - limit
        while excess > 0, let widest = widestText(widths) {
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    /// The widest column that can be narrower; nil if there is none.
    private func widestText(_ widths: [Int]) -> Int? {
        columns.indices.filter { !columns[$0].isNeverTruncated && widths[$0] > columns[$0].minimumWidth }
            .max { widths[$0] < widths[$1] }
    }
}
