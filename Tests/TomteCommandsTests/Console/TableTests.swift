import Testing

@testable import TomteCommands

@Suite struct TableTests {
    private func table(_ rows: [[String]]) -> Table {
        var table = Table([Table.Column("NAME"), Table.Column("W", .trailing), Table.Column("NOTE")])
        for row in rows { table.add(row.map { StyledText($0) }) }
        return table
    }

    @Test func numbersAlignAtTheirEnd() {
        let lines = table([["lamp", "4.2", "on"], ["heat pump", "1200", "off"]]).lines().map(\.plain)
        #expect(lines == ["NAME          W  NOTE", "lamp        4.2  on", "heat pump  1200  off"])
    }

    @Test func wideCharactersTakeTwoColumns() {
        let lines = table([["台所", "1", "x"], ["hall", "2", "y"]]).lines().map(\.plain)
        #expect(lines[1] == "台所  1  x")
        #expect(lines[2] == "hall  2  y")
        #expect(TextWidth.columns(of: lines[1]) == TextWidth.columns(of: lines[2]))
    }

    @Test(arguments: [20, 30, 40, 80])
    func aLimitIsKept(limit: Int) {
        let long = table([[String(repeating: "台", count: 30), "123456", String(repeating: "n", count: 60)]])
        let lines = long.lines(limit: limit)
        #expect(lines.allSatisfy { $0.width <= max(limit, 6 + 2 + 6 + 2 + 6) })
        #expect(lines[1].plain.contains("123456"))
    }

    @Test func withoutALimitNothingIsCut() {
        let note = String(repeating: "n", count: 300)
        #expect(table([["a", "1", note]]).lines()[1].plain.hasSuffix(note))
    }

    @Test func missingCellsAreEmptyAndSurplusOnesDropped() {
        #expect(
            table([["a"], ["b", "1", "x", "surplus"]]).lines().map(\.plain) == [
                "NAME  W  NOTE", "a        ", "b     1  x",
            ])
    }

    @Test func hostileCellsKeepTheTableInShape() {
        let lines = table([["\u{1B}[2J\n\u{202E}", "1", "x"], ["b", "2", "y"]]).lines()
        #expect(Set(lines.dropFirst().map(\.width)).count == 1)
        #expect(!lines.contains { $0.rendered(inColor: false).contains("\u{1B}") })
    }
}

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("한국", 4), ("ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 4), ("→✓", 2), ("✅", 2),
        ("हिन्दी", 5), ("\u{1112}\u{1161}\u{11AB}", 2), ("☀\u{FE0F}", 2), ("°C µg/m³", 8),
    ])
    func columnsAreWhatATerminalShows(text: String, columns: Int) {
        #expect(TextWidth.columns(of: text) == columns)
    }
}

@Suite struct ProseTests {
    @Test func sentencesBreakAtSpacesUnderTheirMark() {
        let lines = Prose.lines("one two three four five six", after: "! ", limit: 22).map(\.plain)
        #expect(lines == ["! one two three four", "  five six"])
    }

    @Test func aPipeGetsOneLine() {
        #expect(Prose.lines("one two three", after: "→ ", limit: nil).map(\.plain) == ["→ one two three"])
    }
}
