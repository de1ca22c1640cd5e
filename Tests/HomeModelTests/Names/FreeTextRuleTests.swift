import HomeModel
import Testing

struct FreeTextRuleTests {
    @Test(arguments: [
        (" New filter ", "New filter"), ("Ny kolv – 2 st.", "Ny kolv – 2 st."), ("a\tb", "a b"), ("👩‍🔧", "👩‍🔧"),
        ("e\u{301}", "\u{E9}"), ("می‌خواهم", "می‌خواهم"),
    ])
    func lineIsKeptInItsNormalForm(raw: String, text: String) throws {
        #expect(try FreeTextRule.line(40).checked(raw) == text)
    }

    @Test(arguments: ["", " ", "\u{200D}", "\n"]) func blankTextIsNoText(raw: String) throws {
        #expect(try FreeTextRule.lines(40).checked(raw) == nil)
    }

    @Test(arguments: ["a\nb", "a\r\nb", "a\rb"]) func lineBreaksAreOneCharacterInANote(raw: String) throws {
        #expect(try FreeTextRule.lines(40).checked(raw) == "a\nb")
        #expect(throws: FreeTextError.severalLines) { try FreeTextRule.line(40).checked(raw) }
    }

    @Test(arguments: [
        "\u{0}", "\u{1B}[31m", "\u{202E}", "\u{2066}", "\u{FEFF}", "\u{E000}", "\u{2028}", "\u{7F}", "\u{AD}",
    ])
    func invisibleCharacterIsRefused(character: String) {
        #expect {
            try FreeTextRule.lines(40).checked("ab\(character)c")
        } throws: { error in
            if case FreeTextError.invalidCharacters(_, 3) = error { true } else { false }
        }
    }

    @Test func lengthIsCountedInScalars() throws {
        #expect(try FreeTextRule.line(3).checked("åäö") == "åäö")
        for long in ["abcd", "abc ", String(repeating: "x", count: 1_000_000)] {
            #expect(throws: FreeTextError.tooLong(maximum: 3)) { try FreeTextRule.line(3).checked(long) }
        }
    }

    @Test(arguments: [
        "https://example.com", "http://192.168.1.2:8080/a?b=c#d", "HTTPS://example.com/M%C3%B6bel",
    ])
    func webAddressIsALink(text: String) throws {
        #expect(try #require(WebLink(text)).description == text)
    }

    @Test(arguments: [
        "", "example.com", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "https://", "https:///a",
        "https://user@example.com", "https://user:secret@example.com", "https://example.com/a b", "https://exämple.com",
        "https://example.com/\"onclick", "//example.com", "https://example.com/" + String(repeating: "a", count: 2000),
    ])
    func otherTextIsNoLink(text: String) {
        #expect(WebLink(text) == nil)
    }
}
