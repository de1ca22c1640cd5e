/// Rows under headings, aligned by what a terminal shows.
struct Table: Sendable {
    enum Alignment: Sendable { case leading, trailing }

    struct Column: Sendable {
        let title: String
        let alignment: Alignment
        /// Whether its cells are never cut.
        let isWhole: Bool

        /// Numbers are aligned at their end and never cut: half a number is another number.
        init(_ title: String, _ alignment: Alignment = .leading, isWhole: Bool = false) {
            self.title = title
            self.alignment = alignment
            self.isWhole = isWhole || alignment == .trailing
        }
    }

    private static let gap = 2
    /// What is left of a column that must give way.
    private static let narrowest = 6

    let columns: [Column]
    private(set) var rows: [[StyledText]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// Missing cells stay empty, surplus ones are dropped.
    mutating func add(_ cells: [StyledText]) {
        let missing = max(0, columns.count - cells.count)
        rows.append(Array(cells.prefix(columns.count)) + Array(repeating: StyledText(), count: missing))
    }

    /// The heading and the rows. With a `limit`, long texts are cut until a line fits.
    func lines(limit: Int? = nil) -> [StyledText] {
        let headings = columns.map { StyledText($0.title, .faint) }
        let widths = columnWidths(limit: limit)
        return ([headings] + rows).map { line($0, widths: widths) }
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
        while excess > 0, let widest = widestText(widths), widths[widest] > Self.narrowest {
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    private func widestText(_ widths: [Int]) -> Int? {
        columns.indices.filter { !columns[$0].isWhole }.max { widths[$0] < widths[$1] }
    }
}
