/// A table with headings, aligned by the width of characters on a terminal.
struct Table: Sendable {
    /// The alignment of the cells of a column.
    enum Alignment: Sendable { case leading, trailing }

    /// The heading and the layout of a column.
    struct Column: Sendable {
        let title: String
        let alignment: Alignment
        /// Whether its cells are neither truncated nor broken into lines.
        let isNeverTruncated: Bool
        /// Whether its cells are broken into lines where other ones are truncated.
        let isWrapped: Bool
        /// The column is made no narrower than this, in columns of the terminal.
        let minimumWidth: Int
        /// What separates the values of a cell; a truncated cell then shows whole values, and fewer of them.
        let separator: String?

        /// A trailing column contains numbers and is never truncated: half a number would be another number. A column is
        /// truncated only with `isWrapped: false`, where another subcommand shows the whole text.
        init(
            _ title: String, alignment: Alignment = .leading, isNeverTruncated: Bool = false, isWrapped: Bool = true,
            minimumWidth: Int = 6, separator: String? = nil
        ) {
            self.title = title
            self.alignment = alignment
            self.isNeverTruncated = isNeverTruncated || alignment == .trailing
            self.isWrapped = isWrapped && !self.isNeverTruncated
            self.minimumWidth = minimumWidth
            self.separator = separator
        }
    }

    let columns: [Column]
    private(set) var rows: [[StyledText]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row. Missing cells stay empty, surplus ones are dropped.
    mutating func add(_ cells: [StyledText]) {
        let missing = max(0, columns.count - cells.count)
        rows.append(Array(cells.prefix(columns.count)) + Array(repeating: StyledText(), count: missing))
    }

    /// The width of a line without a limit.
    var width: Int { TableLayout(self, columns: Array(columns.indices)).width }

    /// The headings and the rows. A table that is wider than `limit`, in columns of the terminal, loses its empty columns.
    /// If it is still too wide, it gets the fewest lines of these: its columns are made narrower, so that cells are broken
    /// between words; columns whose cells are all equal, and which may be truncated, become a sentence below it; or each row
    /// has several lines.
    func lines(limit: Int? = nil) -> [StyledText] {
        let whole = TableLayout(self, columns: Array(columns.indices))
        guard let limit, whole.width > limit else { return whole.lines }
        let used = columns.indices.filter { index in rows.isEmpty || rows.contains { $0[index].width > 0 } }
        let layout = TableLayout(self, columns: used)
        guard layout.width > limit else { return layout.lines }
        let layouts = [
            layout.narrowed(to: limit)?.lines, linesWithoutEqualColumns(used, limit: limit),
            layout.stacked(to: limit).lines,
        ].compactMap(\.self)
        return layouts.min { $0.count < $1.count } ?? layout.lines
    }

    /// The lines without as many columns of equal cells as needed, and a sentence with their values; nil if the table does not
    /// fit without them.
    private func linesWithoutEqualColumns(_ used: [Int], limit: Int) -> [StyledText]? {
        var shown = used
        var equal: [String] = []
        for index in used.dropFirst().reversed() {
            guard TableLayout(self, columns: shown).width > limit else { break }
            guard rows.count > 1, !columns[index].isNeverTruncated, !columns[index].title.isEmpty,
                let value = rows.first?[index].plain, rows.allSatisfy({ $0[index].plain == value })
            else { continue }
            shown.removeAll { $0 == index }
            equal.insert("\(columns[index].title) \(value)", at: 0)
        }
        guard !equal.isEmpty, let layout = TableLayout(self, columns: shown).narrowed(to: limit) else { return nil }
        return layout.lines
            + WordWrap.lines("In all rows: \(equal.joined(separator: ", ")).", style: .faint, limit: limit)
    }
}
