import Testing

@testable import TomteCommands

@Suite struct StyledTextTests {
    @Test(arguments: [
        ("\u{1B}[31mred", "\\u{1b}[31mred"), ("\u{1B}]0;owned\u{7}", "\\u{1b}]0;owned\\u{7}"),
        ("abc\u{202E}cba", "abc\\u{202e}cba"), ("a\u{2066}b", "a\\u{2066}b"),
        ("line\nbreak\rhome", "line\\u{a}break\\u{d}home"),
        ("\u{9B}31m", "\\u{9b}31m"), ("zero\u{200B}width", "zero\\u{200b}width"),
    ])
    func controlCharactersAreEscaped(raw: String, shown: String) {
        #expect(StyledText(raw).rendered(inColor: true) == shown)
        #expect(("\(raw)" as StyledText).plain == shown)
        #expect(("\(raw, .bad)" as StyledText).rendered(inColor: false) == shown)
    }

    @Test func onlyStylesGiveEscapeSequences() {
        let text: StyledText = "ok \("\u{1B}[2J", .good)!"
        #expect(text.rendered(inColor: true) == "ok \u{1B}[32m\\u{1b}[2J\u{1B}[0m!")
        #expect(text.rendered(inColor: false) == "ok \\u{1b}[2J!")
    }

    @Test func escapedTextIsNotEscapedAgain() {
        #expect(StyledText("\\u{1b}[31m").plain == "\\u{1b}[31m")
    }

    @Test(arguments: [
        ("abcdef", 4, "abc…"), ("abcdef", 6, "abcdef"), ("台所の灯", 5, "台所…"), ("台所の灯", 4, "台…"), ("ab", 0, ""),
    ])
    func longTextIsCutWithAnEllipsis(text: String, columns: Int, cut: String) {
        let result = StyledText(text).truncated(to: columns)
        #expect(result.plain == cut)
        #expect(result.width <= columns)
    }

    @Test func truncatedTextKeepsItsStyle() {
        #expect(StyledText("abcdef", style: .bad).truncated(to: 3).rendered(inColor: true) == "\u{1B}[31mab\u{1B}[0m…")
    }
}
