import Testing

@testable import TomteCommands

@Suite struct WordWrapTests {
    @Test func linesBreakAtSpacesAndAlignAfterTheirMark() {
        let lines = WordWrap.lines("one two three four five six", after: "! ", limit: 22).map(\.plain)
        #expect(lines == ["! one two three four", "  five six"])
    }

    @Test func textWithoutALimitIsOneLine() {
        #expect(WordWrap.lines("one two three", after: "→ ", limit: nil).map(\.plain) == ["→ one two three"])
    }
}
