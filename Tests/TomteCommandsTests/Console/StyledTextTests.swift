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

@Suite struct WordWrapTests {
    @Test func linesBreakAtSpacesAndAlignAfterTheirMark() {
        let lines = WordWrap.lines("one two three four five six", after: "! ", limit: 22).map(\.plain)
        #expect(lines == ["! one two three four", "  five six"])
    }

    @Test func textWithoutALimitIsOneLine() {
        #expect(WordWrap.lines("one two three", after: "→ ", limit: nil).map(\.plain) == ["→ one two three"])
    }
}

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("한국", 4), ("ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 4), ("→✓", 2), ("✅", 2),
        ("हिन्दी", 5), ("\u{1112}\u{1161}\u{11AB}", 2), ("☀\u{FE0F}", 2), ("°C µg/m³", 8),
    ])
    func widthIsInTerminalColumns(text: String, columns: Int) {
        #expect(TextWidth.columns(of: text) == columns)
    }
}

@Suite struct EscapedJSONTests {
    @Test func invisibleCharactersBecomeJSONEscapes() {
        let document = "[\"a\u{202E}b\u{9B}\u{E0001}\", \"ü台\"]\n"
        #expect(EscapedJSON.text(of: Array(document.utf8)) == "[\"a\\u202eb\\u009b\\udb40\\udc01\", \"ü台\"]\n")
    }
}

@Suite struct UTF8SplitterTests {
    @Test(arguments: 1...9)
    func noCharacterIsSplit(size: Int) {
        let text = "a°C€😀xé漢字"
        var characters = UTF8Splitter()
        let bytes = Array(text.utf8)
        let pieces = stride(from: 0, to: bytes.count, by: size).map { index in
            String(decoding: characters.append(Array(bytes[index..<min(index + size, bytes.count)])), as: UTF8.self)
        }
        #expect(pieces.joined() == text)
        #expect(!pieces.joined().unicodeScalars.contains("\u{FFFD}"))
    }

    @Test func invalidBytesAreNotChanged() {
        var characters = UTF8Splitter()
        #expect(characters.append([0xFF, 0x80, 0x80, 0x80, 0x41]) == [0xFF, 0x80, 0x80, 0x80, 0x41])
        #expect(characters.append([]).isEmpty)
    }
}
