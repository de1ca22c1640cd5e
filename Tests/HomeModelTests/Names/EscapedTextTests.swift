import HomeModel
import Testing

struct EscapedTextTests {
    @Test(arguments: [
        ("Lamp 🔥 <b>", "Lamp 🔥 <b>"), ("a\u{1B}[31mb", "a\\u{1b}[31mb"), ("a\r\nb", "a\\u{d}\\u{a}b"),
        ("\u{202E}x", "\\u{202e}x"), ("\u{2028}", "\\u{2028}"), ("\u{E000}", "\\u{e000}"), ("", ""),
    ])
    func invisibleCharactersAreEscaped(_ raw: String, expected: String) {
        #expect(EscapedText(raw).description == expected)
    }

    @Test func longTextIsTruncatedWithAnEllipsis() {
        #expect(EscapedText("abcd", limit: 4).description == "abcd")
        #expect(EscapedText("abcde", limit: 4).description == "abcd…")
        #expect(EscapedText(String(repeating: "x", count: 1_000_000)).description.count == 257)
    }

    @Test(arguments: 1...50)
    func escapedTextContainsNoControlCharacters(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text = EscapedText(random.text(upTo: 300)).description
        let hidden = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
        #expect(hidden.isEmpty)
    }
}
