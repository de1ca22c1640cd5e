import SeededRandom
import Foundation
import HomeModel
import Testing

struct DisplayNameTests {
    @Test(arguments: [
        "Lamp", "Kök (stora)", "बैठक की बत्ती", "ห้องน้ำ", "浴室-2", "Øvre_gang", "Ⅷ ½ ٣", "a", "नी", "Москва 1", "(-_-)",
    ])
    func namesOfEveryScriptAreKept(_ text: String) throws {
        #expect(try DisplayName(text).text == text)
    }

    @Test(arguments: [
        ("  Lamp  ", "Lamp"), ("Ko\u{308}k", "K\u{F6}k"), ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"),
        ("two  spaces", "two  spaces"), ("  Ko\u{308}k", "K\u{F6}k"),
    ])
    func namesAreTrimmedAndComposed(_ raw: String, expected: String) throws {
        // String equality ignores normalisation; the scalars do not.
        #expect(try Array(DisplayName(raw).text.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(arguments: [
        "", " ", "     ", "\u{3164}", "\u{115F} \u{1160}", "\u{FE0F}", String(repeating: " ", count: 300),
    ])
    func invisibleNamesAreRefusedAsEmpty(_ raw: String) {
        #expect(throws: NameError.empty) { try DisplayName(raw) }
    }

    @Test(
        arguments: [
            ("La\tmp", "\t", 3), ("\tLamp", "\t", 1), ("Lamp\n", "\n", 5), ("a\r\nb", "\r", 2), ("a\u{0}", "\u{0}", 2),
            ("a\u{7F}", "\u{7F}", 2), ("a\u{85}b", "\u{85}", 2), ("a\u{2028}b", "\u{2028}", 2),
            ("a\u{A0}b", "\u{A0}", 2),
            ("ab\u{202E}cd", "\u{202E}", 3), ("\u{200F}a", "\u{200F}", 1), ("a\u{2066}b", "\u{2066}", 2),
            ("a\u{200D}b", "\u{200D}", 1), ("Lamp 🔥", "🔥", 6), ("👩‍👧", "👩", 1), ("a/b", "/", 2), ("<b>", "<", 1),
            ("it's", "'", 3), ("a.b", ".", 2), ("a+b", "+", 2), ("#1", "#", 1), ("50 %", "%", 4),
            ("a\u{E000}", "\u{E000}", 2),
            ("a\u{378}", "\u{378}", 2), ("e\u{301}e\u{301}!", "!", 3), ("नीला!", "!", 3), ("  a!", "!", 2),
            ("a!?", "!", 2),
        ] as [(String, Unicode.Scalar, Int)])
    func firstInvalidCharacterIsNamedWithItsPosition(_ raw: String, scalar: Unicode.Scalar, position: Int) {
        let error = #expect(throws: NameError.self) { try DisplayName(raw) }
        guard case .invalidCharacters(scalar, position, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        ("Olga's laptop", "Olgas laptop"), ("Kids’ lamp", "Kids lamp"), ("Kim O'Hara", "Kim OHara"), ("a/b", "a b"),
        ("“Lamp”", "Lamp"), ("Café & bar", "Café bar"), ("🔥", nil), ("'", nil),
    ])
    func validNameIsProposedForAnInvalidOne(_ raw: String, proposal: String?) {
        let error = #expect(throws: NameError.self) { try DisplayName(raw) }
        guard case .invalidCharacters(_, _, let proposed) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(proposed == proposal)
    }

    @Test func nameIsLimitedTo100Characters() throws {
        #expect(try DisplayName(String(repeating: "x", count: 100)).text.count == 100)
        #expect(throws: NameError.tooLong(characters: 101)) { try DisplayName(String(repeating: "x", count: 101)) }
    }

    @Test func nameIsLimitedTo255Bytes() throws {
        let full = String(repeating: "浴", count: 85)
        #expect(try DisplayName(full).text.utf8.count == 255)
        #expect(throws: NameError.tooLong(characters: 86)) { try DisplayName(full + "x") }
    }

    @Test func bytesAreCountedAfterComposition() throws {
        // 100 × 3 bytes decomposed, 100 × 2 bytes composed.
        #expect(try DisplayName(String(repeating: "o\u{308}", count: 100)).text.utf8.count == 200)
    }

    @Test func combiningMarksAreLimitedByBytes() {
        let stacked = "a" + String(repeating: "\u{316}", count: 200)
        #expect(throws: NameError.tooLong(characters: 1)) { try DisplayName(stacked) }
    }

    @Test func hugeNameIsRefusedWithItsLength() {
        #expect(throws: NameError.tooLong(characters: 100_000)) {
            try DisplayName(String(repeating: "x", count: 100_000))
        }
    }

    @Test(arguments: [
        (NameError.empty, "empty", "1 to 100 characters"), (.tooLong(characters: 101), "tooLong", "101 characters"),
        (
            .invalidCharacters(first: "\u{202E}", position: 3), "invalidCharacters",
            "cannot have \\u{202e} (character 3, U+202E)"
        ),
        (
            .invalidCharacters(first: "’", position: 5, proposal: "Olgas laptop"), "invalidCharacters",
            "cannot have ’ (character 5, U+2019); use letters, numbers, spaces and - _ ( ), as in “Olgas laptop”."
        ),
    ])
    func errorTextsNameTheRule(_ error: NameError, code: String, words: String) {
        #expect(error.code == code)
        #expect(error.description.contains(words))
    }

    @Test func decodedNamesAreValidated() throws {
        let name = try DisplayName("Kök")
        #expect(try JSONDecoder().decode(DisplayName.self, from: JSONEncoder().encode(name)) == name)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(DisplayName.self, from: Data(#""a\nb""#.utf8)) }
    }

    @Test(arguments: [
        ("Lamp\u{202E}pmaL", "Lamp pmaL"), ("<script>alert(1)</script>", "script alert(1) script"), ("🔥", "Device"),
        ("", "Device"), ("\u{3164}", "Device"), ("  a\t\tb\n", "a b"), ("Olga's Mac", "Olgas Mac"),
        ("a" + String(repeating: "b", count: 200), nil),
    ])
    func announcedNamesAreReducedToValidNames(_ raw: String, expected: String?) {
        let name = DisplayName(reducing: raw, fallback: DisplayName("Device" as StaticString))
        #expect(name.text == expected ?? String(raw.prefix(100)))
    }

    @Test(arguments: 1...200)
    func reducedNamesAreAlwaysValid(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<25 {
            let raw = random.text(upTo: seed.isMultiple(of: 4) ? 600 : 120)
            let name = DisplayName(reducing: raw, fallback: DisplayName("Device" as StaticString))
            #expect(try Array(DisplayName(name.text).text.unicodeScalars) == Array(name.text.unicodeScalars))
        }
    }
}

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
