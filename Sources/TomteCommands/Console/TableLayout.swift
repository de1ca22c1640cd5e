/// Arranges the columns of a table: all beside each other, or in several lines for each row.
struct TableLayout {
    /// Columns that stand beside each other, by their indices, and their widths.
    private struct Band {
        var columns: [Int]
        var widths: [Int]

        var width: Int { widths.reduce(0, +) + gap * max(0, widths.count - 1) }
    }

    private static let gap = 2
    /// The spaces at the beginning of the lines of a row after its first one.
    private static let indent = 2

    private let table: Table
    private let bands: [Band]

    private init(_ table: Table, bands: [Band]) {
        self.table = table
        self.bands = bands
    }

    /// The columns beside each other, as wide as their cells.
    init(_ table: Table, columns: [Int]) {
        self.init(table, bands: [Band(columns: columns, widths: columns.map { table.naturalWidth(of: $0) })])
    }

    /// The width of the longest line.
    var width: Int {
        bands.enumerated().map { index, band in band.width + (index == 0 ? 0 : Self.indent) }.max() ?? 0
    }

    /// The columns beside each other in lines of at most `limit`; nil if that would break a word, or cut what may not be cut.
    /// The widest columns are made narrower.
    func narrowed(to limit: Int) -> TableLayout? {
        guard bands.count == 1, var band = bands.first else { return nil }
        let least = band.columns.map { table.leastWidth(of: $0) }
        while band.width > limit {
            let wide = band.widths.indices.filter { band.widths[$0] > least[$0] }
            guard let widest = wide.max(by: { band.widths[$0] < band.widths[$1] }) else { return nil }
            band.widths[widest] -= 1
        }
        return TableLayout(table, bands: [band])
    }

    /// The columns in as few lines for each row as their cells need; a cell that is wider than a line is broken.
    func stacked(to limit: Int) -> TableLayout {
        var stack: [Band] = []
        for band in bands {
            for (column, width) in zip(band.columns, band.widths) {
                let room = limit - (stack.count > 1 ? Self.indent : 0)
                if let last = stack.last, last.width + Self.gap + width <= room {
                    stack[stack.count - 1].columns.append(column)
                    stack[stack.count - 1].widths.append(width)
                } else {
                    let line = max(1, limit - (stack.isEmpty ? 0 : Self.indent))
                    let isFixed = table.columns[column].isNeverTruncated
                    stack.append(Band(columns: [column], widths: [isFixed ? width : min(width, line)]))
                }
            }
        }
        return TableLayout(table, bands: stack)
    }

    /// The headings and the rows.
    var lines: [StyledText] {
        let headings = table.columns.map { StyledText($0.title, style: .faint) }
        return lines(of: headings, isHeading: true) + table.rows.flatMap { lines(of: $0, isHeading: false) }
    }

    private func lines(of cells: [StyledText], isHeading: Bool) -> [StyledText] {
        bands.enumerated().flatMap { index, band -> [StyledText] in
            let isEmpty = band.columns.allSatisfy { cells[$0].width == 0 }
            guard index == 0 || !isEmpty else { return [] }
            let indent = StyledText(String(repeating: " ", count: index == 0 ? 0 : Self.indent))
            return lines(of: cells, in: band, isHeading: isHeading).map { indent + $0 }
        }
    }

    /// The lines of a row, or of the headings, in one band.
    private func lines(of cells: [StyledText], in band: Band, isHeading: Bool) -> [StyledText] {
        let parts = zip(band.columns, band.widths).map { column, width in
            isHeading || table.columns[column].isWrapped ? cells[column].broken(to: width) : [cells[column]]
        }
        let height = parts.map(\.count).max() ?? 1
        return (0..<height).map { row in
            line(parts.map { row < $0.count ? $0[row] : StyledText() }, in: band)
        }
    }

    /// One line, without spaces at its end.
    private func line(_ cells: [StyledText], in band: Band) -> StyledText {
        let end = cells.lastIndex { $0.width > 0 } ?? 0
        var line = StyledText()
        for (index, cell) in cells.prefix(end + 1).enumerated() {
            let (column, width) = (table.columns[band.columns[index]], band.widths[index])
            let alignment = column.alignment
            let cut = column.separator.flatMap { cell.values(to: width, separator: $0) } ?? cell.truncated(to: width)
            line = line + (index == end && alignment == .leading ? cut : cut.padded(to: width, alignment))
            if index < end { line = line + StyledText(String(repeating: " ", count: Self.gap)) }
        }
        return line
    }
}

extension Table {
    /// The width of the heading and of the widest cell.
    fileprivate func naturalWidth(of column: Int) -> Int {
        rows.reduce(TextWidth.columns(of: columns[column].title)) { max($0, $1[column].width) }
    }

    /// The width below which the column would break a word or cut what may not be cut.
    fileprivate func leastWidth(of index: Int) -> Int {
        let column = columns[index]
        let word = StyledText(column.title).widestWord
        if column.isNeverTruncated { return rows.reduce(word) { max($0, $1[index].width) } }
        let least = max(word, min(column.minimumWidth, naturalWidth(of: index)))
        return column.isWrapped ? rows.reduce(least) { max($0, $1[index].widestWord) } : least
    }
}

extension StyledText {
    /// The width of the widest piece between spaces.
    fileprivate var widestWord: Int {
        plain.split(separator: " ").map { TextWidth.columns(of: String($0)) }.max() ?? 0
    }
}
