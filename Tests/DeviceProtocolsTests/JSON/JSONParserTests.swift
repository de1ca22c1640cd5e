import SeededRandom
import DeviceFixtures
import Foundation
import DeviceProtocols
import Testing

@Suite struct JSONParserTests {
    private func read(_ text: String, limits: JSONLimits = .telemetry) throws(DialectError) -> JSONValue {
        try JSONValue(parsing: Array(text.utf8), limits: limits)
    }

    @Test(arguments: [
        ("null", JSONValue.null), (" true\n", true), ("false", false), ("0", 0), ("-0", .number(-0.0)), ("21", 21),
        ("-273.15", -273.15), ("1e3", .number(1000)), ("1E-2", 0.01), ("2.50", 2.5),
        ("9007199254740993", 9_007_199_254_740_993),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .number(9.223372036854775808e18)), ("0.1", 0.1),
        ("123456789012345.6", 123_456_789_012_345.6),
        (#""""#, ""), (#""a\"b\\c\/d\b\f\n\r\t""#, "a\"b\\c/d\u{8}\u{c}\n\r\t"), (#""\u00e4\ud83c\udf21""#, "ä🌡"),
        (#""ä🌡""#, "ä🌡"), ("[]", .list([])), ("[1, [2], {}]", .list([1, .list([2]), .object([:])])),
        (#"{"a":1,"b":{"c":[true]}}"#, .object(["a": 1, "b": .object(["c": .list([true])])])),
    ])
    func validJSONIsParsed(text: String, value: JSONValue) throws { #expect(try read(text) == value) }

    @Test(arguments: [
        "", " ", "nul", "True", "1_000", "+1", "01", "-", ".5", "1.", "1e", "0x10", "NaN", "Infinity", "1 2", "[1,]",
        "[,]",
        "{,}", #"{"a"}"#, #"{"a":}"#, #"{a:1}"#, #"{"a":1,}"#, #"{"a" 1}"#, "[1", #"{"a":1"#, #"""#, #""\x""#,
        #""\u12""#,
        #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, "\"a\nb\"", "'a'", "//c\n1", "\u{FEFF}1", "[1]]",
    ])
    func invalidJSONIsRefused(text: String) {
        #expect(throws: DialectError.notJSON) { try read(text) }
    }

    @Test(arguments: ["1e999", "-1e400", String(repeating: "9", count: 400)])
    func numberBeyondDoubleRangeIsRefused(text: String) {
        #expect(#expect(throws: DialectError.self) { try read(text) }?.code == "badPayload")
    }

    @Test func depthSizeAndCountLimitsAreEnforced() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: DialectError.tooDeep(limit: 16)) {
            try read(deep, limits: JSONLimits(bytes: 1 << 20, depth: 16, values: 1 << 20))
        }
        #expect(throws: DialectError.tooLarge(bytes: 100_000, limit: 65_536)) { try read(deep) }
        let many = "[" + String(repeating: "0,", count: 9000) + "0]"
        #expect(throws: DialectError.tooMany("values", limit: 8192)) { try read(many) }
    }

    @Test func invalidUTF8IsRefusedAndLastDuplicateKeyWins() throws {
        #expect(throws: DialectError.notUTF8) { try JSONValue(parsing: [0x22, 0xC3, 0x28, 0x22]) }
        #expect(try read(#"{"a":1,"a":2}"#)["a"] == 2)
        #expect(try read(#"{"a":{"b":[5]}}"#)[path: ["a", "b"]]?[0] == 5)
    }

    /// Foundation parses the encoded text to an equal value.
    @Test(arguments: 1...6 as ClosedRange<UInt64>) func encodedValuesRoundTripHereAndInFoundation(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let value = JSONValue.random(depth: 4, using: &random)
            let bytes = value.bytes
            #expect(try JSONValue(parsing: bytes, limits: .inventory) == value, "seed \(seed): \(value)")
            let foreign = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            let back = try JSONSerialization.data(withJSONObject: foreign, options: .fragmentsAllowed)
            #expect(try JSONValue(parsing: Array(back), limits: .inventory).isLike(value), "seed \(seed): \(value)")
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func mutatedTextsAreParsedOrRefused(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (read, refused) = (0, 0)
        for _ in 0..<3000 {
            var bytes = JSONValue.random(depth: 3, using: &random).bytes
            let index = Int.random(in: 0..<bytes.count, using: &random)
            bytes[index] = Array("\"\\{}[]:,0123456789.-+eEtfn ux\u{1}".utf8).randomElement(using: &random) ?? 0
            if (try? JSONValue(parsing: bytes, limits: .inventory)) != nil { read += 1 } else { refused += 1 }
        }
        #expect(read > 100 && refused > 100, "seed \(seed)")
    }
}

extension JSONValue {
    static func random(depth: Int, using random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 7 : 4), using: &random) {
        case 0: return .null
        case 1: return .boolean(.random(using: &random))
        case 2: return .integer(Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random))
        case 3: return .number(Double(Int.random(in: -99_999...99_999, using: &random)) / 64 + 1.0 / 128)
        case 4: return .text(text(using: &random))
        case 5:
            return .list(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            let keys = Set((0..<Int.random(in: 0...4, using: &random)).map { _ in text(using: &random) }).sorted()
            return .object(JSONObject(keys.map { .init(key: $0, value: .random(depth: depth - 1, using: &random)) }))
        }
    }

    private static func text(using random: inout SeededGenerator) -> String {
        let pieces = ["a", "temperature", "ä", "🌡", "\"", "\\", "\n", "\u{1}", "/", " ", "°C", "\u{2028}"]
        return (0..<Int.random(in: 0...5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    /// Compares without the order of members and without the difference between integers and other numbers, because
    /// Foundation keeps neither.
    fileprivate func isLike(_ other: JSONValue) -> Bool { sorted == other.sorted }
}
