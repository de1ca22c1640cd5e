import Foundation
import SeededRandom
import Testing

@testable import HomeKitProtocol

struct HomeKitJSONTests {
    private func parse(
        _ text: String, limits: HomeKitJSONLimits = .characteristics
    ) throws(HomeKitJSONError) -> HomeKitJSON {
        try HomeKitJSONParser.parse(Array(text.utf8), limits: limits)
    }

    @Test func valuesOfAllKindsAreRead() throws {
        let text = #" {"a":[null,true,false,0,-7,18446744073709551615,1.5,-2e3],"b":{"c":"x"}} "#
        #expect(
            try parse(text)
                == .object([
                    "a": .list([
                        .null, .boolean(true), .boolean(false), .integer(0), .integer(-7), .unsigned(.max),
                        .number(1.5), .number(-2000),
                    ]), "b": .object(["c": .text("x")]),
                ]))
        #expect(try parse("[]") == .list([]))
        #expect(try parse("{}") == .object([:]))
    }

    @Test func escapesAreRead() throws {
        #expect(try parse(#""\"\\\/\b\f\n\r\tä€😀""#) == .text("\"\\/\u{8}\u{c}\n\r\tä€😀"))
        #expect(try parse(#""\ud83dx""#) == .text("\u{FFFD}x"))
        #expect(try parse(#""\ude00""#) == .text("\u{FFFD}"))
    }

    /// What accessories send beside the standard.
    @Test(arguments: [
        (#"{"a":1,}"#, HomeKitJSON.object(["a": .integer(1)])), ("[1,2,]", .list([.integer(1), .integer(2)])),
        ("\u{FEFF}[1]", .list([.integer(1)])), ("\"a\tb\nc\"", .text("a\tb\nc")),
        ("[nan,NaN,-inf,Infinity]", .list([.null, .null, .null, .null])),
        (#"{"a":1,"a":2}"#, .object(["a": .integer(1)])), ("1e999", .null), ("[1]\0\0", .list([.integer(1)])),
        ("[TRUE,False]", .list([.boolean(true), .boolean(false)])),
        ("[+3,.5,1.,-0.25e1]", .list([.integer(3), .number(0.5), .number(1), .number(-2.5)])),
        ("18446744073709551616", .number(0x1p64)), ("9007199254740993", .integer(9_007_199_254_740_993)),
        (#""\ud83d\u0041""#, .text("\u{FFFD}A")),
    ])
    func unusualJSONIsAccepted(text: String, expected: HomeKitJSON) throws { #expect(try parse(text) == expected) }

    @Test func invalidUTF8IsReplaced() throws {
        #expect(try HomeKitJSONParser.parse([0x22, 0xFF, 0x22], limits: .characteristics) == .text("\u{FFFD}"))
    }

    @Test(arguments: [
        "", " ", "[", "{", "\"", #"{"a""#, #"{"a":"#, "[1 2]", "[,]", "{,}", #"{1:2}"#, "tru", "nul", "-", "1.2.3",
        "01x", "--1", "..", "1-2", ".", "+.",
        "]", "[1]]", "[1] x", #""\x""#, #""\u12""#, #""\u+123""#, "'a'", "[1}", "1e", "// x\n1",
    ])
    func otherTextIsRefused(_ text: String) {
        #expect(throws: HomeKitJSONError.self) { try parse(text) }
    }

    @Test func valueBeyondTheLimitsIsRefused() throws {
        let limits = HomeKitJSONLimits(bytes: 100, depth: 4, values: 5)
        #expect(throws: HomeKitJSONError.tooManyBytes(limit: 100)) {
            try parse(String(repeating: " ", count: 101), limits: limits)
        }
        #expect(throws: HomeKitJSONError.tooDeep(limit: 4)) { try parse("[[[[[]]]]]", limits: limits) }
        #expect(throws: HomeKitJSONError.tooManyValues(limit: 5)) { try parse("[1,2,3,4,5]", limits: limits) }
        #expect(throws: Never.self) { try parse("[[[[]]]]", limits: limits) }
        #expect(throws: HomeKitJSONError.tooDeep(limit: 32)) {
            try parse(String(repeating: "[", count: 100_000))
        }
    }

    @Test func writtenJSONIsReadByFoundationAndBack() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let value = HomeKitJSON.list([Self.value(depth: 0, random: &random)])
            let bytes = HomeKitJSONWriter.bytes(of: value)
            #expect(try HomeKitJSONParser.parse(bytes, limits: .characteristics) == value, "seed \(seed)")
            #expect(throws: Never.self, "seed \(seed)") { try JSONSerialization.jsonObject(with: Data(bytes)) }
        }
    }

    private static func value(depth: Int, random: inout SeededGenerator) -> HomeKitJSON {
        switch Int.random(in: 0..<(depth < 3 ? 8 : 6), using: &random) {
        case 0: .null
        case 1: .boolean(Bool.random(using: &random))
        case 2: .integer(Int64.random(in: .min ... .max, using: &random))
        case 3: .unsigned(UInt64.random(in: UInt64(Int64.max) + 1 ... .max, using: &random))
        case 4: .number(Double.random(in: -1000...1000, using: &random) + 0.123)
        case 5: .text(text(random: &random))
        case 6: .list((0..<3).map { _ in value(depth: depth + 1, random: &random) })
        default:
            .object(
                (0..<3).reduce(into: [:]) { members, _ in
                    members[text(random: &random)] = value(depth: depth + 1, random: &random)
                })
        }
    }

    private static func text(random: inout SeededGenerator) -> String {
        let alphabet: [Character] = ["a", "\"", "\\", "\n", "\u{1}", "ä", "😀", " ", "/", "\u{7F}"]
        return String(
            (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) })
    }

    @Test func randomBytesNeverTrap() {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        let alphabet = Array(#"{}[]:,"\ue0123456789.-+truefalsn "#.utf8) + [0xFF, 0xC3]
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).compactMap { _ in
                alphabet.randomElement(using: &random)
            }
            _ = try? HomeKitJSONParser.parse(bytes, limits: .characteristics)
        }
    }

    @Test(
        arguments: [
            (HomeKitJSON.boolean(true), true, 1, 1), (.integer(0), false, 0, 0), (.integer(7), nil, 7, 7),
            (.text("1"), true, 1, 1),
            (.text("21.5"), nil, 21.5, nil), (.text("true"), true, nil, nil), (.number(3), nil, 3, 3),
            (.number(3.5), nil, 3.5, nil),
            (.number(1e300), nil, 1e300, nil), (.text("abc"), nil, nil, nil), (.text("nan"), nil, nil, nil),
            (.null, nil, nil, nil),
            (.list([]), nil, nil, nil), (.unsigned(.max), nil, 0x1p64, nil),
        ] as [(HomeKitJSON, Bool?, Double?, Int64?)])
    func valuesOfAnotherTypeAreConverted(value: HomeKitJSON, boolean: Bool?, number: Double?, integer: Int64?) {
        #expect(value.looseBoolean == boolean && value.looseNumber == number && value.looseInteger == integer)
    }

    @Test func idsAreIntegersOf64BitsOrTheirText() {
        #expect(HomeKitJSON.unsigned(.max).looseID == .max && HomeKitJSON.text("18446744073709551615").looseID == .max)
        #expect(HomeKitJSON.integer(-1).looseID == nil && HomeKitJSON.boolean(true).looseID == nil)
        #expect(HomeKitJSON.number(2).looseID == 2 && HomeKitJSON.number(2.5).looseID == nil)
    }
}
