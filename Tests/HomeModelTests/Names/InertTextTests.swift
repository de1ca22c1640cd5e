import HomeModel
import Testing

struct InertTextTests {
    @Test(arguments: [
        ("Lamp 🔥 <b>", "Lamp 🔥 <b>"), ("a\u{1B}[31mb", "a\\u{1b}[31mb"), ("a\r\nb", "a\\u{d}\\u{a}b"),
        ("\u{202E}x", "\\u{202e}x"), ("\u{2028}", "\\u{2028}"), ("\u{E000}", "\\u{e000}"), ("", ""),
    ])
    func whatIsNotVisibleIsEscaped(_ raw: String, _ expected: String) {
        #expect(InertText(raw).description == expected)
    }

    @Test func longTextIsCutVisibly() {
        #expect(InertText("abcd", limit: 4).description == "abcd")
        #expect(InertText("abcde", limit: 4).description == "abcd…")
        #expect(InertText(String(repeating: "x", count: 1_000_000)).description.count == 257)
    }

    @Test(arguments: 1...50)
    func nothingInertMovesACursor(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text = InertText(random.text(upTo: 300)).description
        let hidden = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        #expect(hidden.isEmpty)
    }
}
