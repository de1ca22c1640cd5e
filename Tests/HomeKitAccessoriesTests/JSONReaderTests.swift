import Testing

@testable import HomeKitAccessories

struct JSONReaderTests {
    private func parse(_ text: String) throws(AccessoryDatabaseError) -> JSONNode {
        try JSONReader.parse(Array(text.utf8))
    }

    @Test func integersKeepAllTheirBits() throws {
        #expect(try parse("18446744073709551615") == .unsigned(.max))
        #expect(try parse("-9223372036854775808") == .integer(.min))
        #expect(try parse("9007199254740993") == .integer(9_007_199_254_740_993))
        #expect(try parse("18446744073709551616") == .number(0x1p64))
    }

    @Test(
        arguments: [
            ("1.5", 1.5), ("-0.25e1", -2.5), ("1.", 1), (".5", 0.5), ("+3", 3), ("1E2", 100),
        ])
    func numberIsParsed(_ text: String, expected: Double) throws { #expect(try parse(text).double == expected) }

    @Test(arguments: ["NaN", "1e999", "-Infinity", "Infinity", "null"])
    func numberThatIsNotFiniteIsNull(_ text: String) throws { #expect(try parse(text) == .null) }

    @Test(
        arguments: [
            (#""a\"b\\c\/d\n\u00e9""#, "a\"b\\c/d\né"), (#""\ud83d\udca1""#, "💡"), (#""\ud83d""#, "\u{FFFD}"),
            (#""\ud83dx""#, "\u{FFFD}x"), (#""\udca1""#, "\u{FFFD}"), ("\"tab\there\"", "tab\there"),
            (#""\ud83d\u0041""#, "\u{FFFD}A"),
        ])
    func textIsParsed(_ text: String, expected: String) throws { #expect(try parse(text).text == expected) }

    @Test func bytesThatAreNotUTF8AreReplaced() throws {
        #expect(try JSONReader.parse([0x22, 0x41, 0xFF, 0x22]).text == "A\u{FFFD}")
    }

    @Test func commasBeforeAClosingBracketAreTolerated() throws {
        #expect(try parse("[1,2,]") == .array([.integer(1), .integer(2)]))
        #expect(try parse(#"{"a":1,}"#) == .object(["a": .integer(1)]))
    }

    @Test func firstOfTwoMembersWithOneNameCounts() throws {
        #expect(try parse(#"{"a":1,"a":2}"#)["a"] == .integer(1))
    }

    @Test(
        arguments: [
            "", " ", "{", "[", "[1 2]", "{\"a\"}", "{\"a\":}", "{1:2}", "\"a", "\"\\", "\"\\u12\"", "\"\\uZZZZ\"",
            "tru", "-",
            "1-2", "[1]x", "{\"a\":1}}", "nul", ",", "[,]", "..", "1e", "\u{0}",
        ])
    func otherTextIsRefused(_ text: String) {
        #expect(throws: AccessoryDatabaseError.self) { try parse(text) }
    }

    @Test func errorNamesTheOffset() {
        #expect(throws: AccessoryDatabaseError.invalidJSON(offset: 6)) { try parse("[1, 2 3]") }
    }
}
