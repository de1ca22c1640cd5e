import Testing

@testable import TomteCommands

@Suite struct TableTests {
    private func table(_ rows: [[String]]) -> Table {
        var table = Table([Table.Column("NAME"), Table.Column("W", alignment: .trailing), Table.Column("NOTE")])
        for row in rows { table.add(row.map { StyledText($0) }) }
        return table
    }

    @Test func numbersAreAlignedAtTheirEnd() {
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
    func tableFitsItsLimitWithoutCuttingAnything(limit: Int) {
        let long = table([[String(repeating: "台", count: 30), "123456", String(repeating: "n", count: 60)]])
        let lines = long.lines(limit: limit)
        #expect(lines.allSatisfy { $0.width <= limit })
        let text = lines.map(\.plain).joined()
        #expect(text.count { $0 == "台" } == 30 && text.count { $0 == "n" } == 60)
        #expect(text.contains("123456") && !text.contains("…"))
    }

    @Test func onlyColumnsThatAreNotWrappedAreCut() {
        var table = Table([
            Table.Column("ID", isNeverTruncated: true), Table.Column("STATE", isWrapped: false, minimumWidth: 10),
        ])
        table.add(["living-room", "switch on, 60 %, 7.3 W"].map { StyledText($0) })
        #expect(table.lines(limit: 24).map(\.plain) == ["ID           STATE", "living-room  switch on,…"])
    }

    @Test(arguments: [
        (24, "switch on …"), (30, "switch on, 60 % …"), (36, "switch on, 60 %, 7.3 W"), (22, "switch on …"),
    ])
    func cutCellShowsWholeValues(limit: Int, state: String) {
        var table = Table([
            Table.Column("ID", isNeverTruncated: true),
            Table.Column("STATE", isWrapped: false, minimumWidth: 11, separator: ", "),
        ])
        table.add(["hall-lamp", "switch on, 60 %, 7.3 W"].map { StyledText($0) })
        #expect(table.lines(limit: limit).map(\.plain) == ["ID         STATE", "hall-lamp  \(state)"])
    }

    @Test func valueThatDoesNotFitIsCut() {
        #expect(StyledText("a very long value, 60 %").values(to: 8, separator: ", ") == nil)
        #expect(StyledText("on, 60 %").values(to: 8, separator: ", ")?.plain == "on, 60 %")
    }

    @Test func emptyColumnsDisappearWhenTheTableIsTooWide() {
        let lines = table([["lamp", "", "on the shelf"], ["heat pump", "", "off"]]).lines(limit: 24).map(\.plain)
        #expect(lines == ["NAME       NOTE", "lamp       on the shelf", "heat pump  off"])
    }

    @Test func columnsOfEqualCellsBecomeASentenceWhenTheTableIsTooWide() {
        let rows = [("lamp", "1"), ("heat pump", "22"), ("fridge", "3")].map { [$0, $1, "adopted today"] }
        #expect(
            table(rows).lines(limit: 24).map(\.plain) == [
                "NAME        W", "lamp        1", "heat pump  22", "fridge      3", "In all rows: NOTE",
                "adopted today.",
            ])
    }

    @Test func rowsGetSeveralLinesWhenTheirCellsDoNotFitBesideEachOther() {
        var table = Table(["ID", "CLIENT", "THUMBPRINT"].map { Table.Column($0, isNeverTruncated: true) })
        table.add(["ms1bn3wm", "Chromium", "4wgw lBpX 8c2k"].map { StyledText($0) })
        table.add(["99t8qsx5", "Firefox", ""].map { StyledText($0) })
        #expect(
            table.lines(limit: 24).map(\.plain) == [
                "ID        CLIENT", "  THUMBPRINT", "ms1bn3wm  Chromium", "  4wgw lBpX 8c2k", "99t8qsx5  Firefox",
            ])
    }

    @Test func headingsOfNumbersAreBrokenBetweenWords() {
        var table = Table(["DAY"].map { Table.Column($0) } + [Table.Column("FROM GRID (kWh)", alignment: .trailing)])
        table.add(["2026-11-28", "12.54"].map { StyledText($0) })
        #expect(
            table.lines(limit: 17).map(\.plain) == [
                "DAY          FROM", "             GRID", "            (kWh)", "2026-11-28  12.54",
            ])
    }

    @Test func wrappedCellsAreBrokenAtSpacesAndNotCut() {
        var table = Table([
            Table.Column("TASK", isWrapped: true), Table.Column("NEXT", isWrapped: true, minimumWidth: 10),
            Table.Column("DAYS", alignment: .trailing),
        ])
        table.add(["Clean the filter", "2026-06-01", "3"].map { StyledText($0) })
        let lines = table.lines(limit: 27).map(\.plain)
        #expect(lines == ["TASK       NEXT        DAYS", "Clean the  2026-06-01     3", "filter"])
    }

    @Test(arguments: [1, 5, 9])
    func wordThatIsWiderThanItsColumnIsBroken(columns: Int) {
        let lines = StyledText("台所dishwasher", style: .bad).broken(to: columns)
        #expect(lines.map(\.plain).joined() == "台所dishwasher")
        #expect(lines.allSatisfy { $0.width <= max(2, columns) })
        #expect(lines.last?.rendered(inColor: true).hasPrefix(Style.bad.escapeSequence) == true)
    }

    @Test func tableWithoutALimitCutsNothing() {
        let note = String(repeating: "n", count: 300)
        #expect(table([["a", "1", note]]).lines()[1].plain.hasSuffix(note))
    }

    @Test func missingCellsAreEmptyAndSurplusCellsAreDropped() {
        #expect(
            table([["a"], ["b", "1", "x", "surplus"]]).lines().map(\.plain) == [
                "NAME  W  NOTE", "a", "b     1  x",
            ])
    }

    @Test func controlCharactersDoNotBreakTheColumns() {
        let lines = table([["\u{1B}[2J\n\u{202E}", "1", "x"], ["b", "2", "y"]]).lines()
        #expect(Set(lines.dropFirst().map(\.width)).count == 1)
        #expect(!lines.contains { $0.rendered(inColor: false).contains("\u{1B}") })
    }
}
