import HomeModel
import Testing

@Suite struct TXTRecordTests {
    @Test func keysAreCaseInsensitiveAndTheFirstDuplicateWins() {
        let txt = TXTRecord("ID=first", "id=second", "Id=third")
        #expect(txt.text("id") == "first")
        #expect(txt.keys == ["id"])
    }

    @Test func keyWithoutValueIsPresent() {
        let txt = TXTRecord("flag", "flag=later", "empty=")
        #expect(txt["flag"] == [])
        #expect(txt["empty"] == [])
        #expect(txt.text("flag") == nil)
    }

    @Test func valueMayContainAnyBytes() {
        let txt = TXTRecord(entries: [[UInt8(ascii: "k"), UInt8(ascii: "="), 0, 0xFF, UInt8(ascii: "=")]])
        #expect(txt["k"] == [0, 0xFF, UInt8(ascii: "=")])
        #expect(txt.text("k") == nil)
    }

    @Test(arguments: ["=value", "", "k\u{1B}ey=1", "clé=1", "\u{0}=1"])
    func entryWithoutAUsableKeyIsLeftOut(entry: String) {
        #expect(TXTRecord(entry, "id=1").keys == ["id"])
    }

    @Test func entriesBeyondTheLimitsAreLeftOut() {
        let longKey = String(repeating: "k", count: 255)
        #expect(TXTRecord(longKey, "id=1").keys == [longKey, "id"])
        #expect(TXTRecord(longKey + "k", "id=1").keys == ["id"])
        #expect(TXTRecord(entries: (0..<10_000).map { Array("k\($0)=v".utf8) }).keys.count == TXTRecord.maximumEntries)
        let large = (0..<200).map { Array("k\($0)=\(String(repeating: "v", count: 200))".utf8) }
        #expect(TXTRecord(entries: large).keys.count < 45)
    }

    @Test(
        arguments: [
            ("0", 0), ("7", 7), ("4294967295", .max), ("4294967296", nil), ("99999999999999999999", nil), ("-1", nil),
            ("+1", nil), (" 1", nil), ("1 ", nil), ("1.0", nil), ("0x10", nil), ("", nil), ("١", nil), ("007", 7),
        ] as [(String, UInt32?)])
    func numbersAreDecimalAndNeverOverflow(text: String, number: UInt32?) {
        #expect(TXTRecord("n=\(text)").number("n") == number)
    }

    @Test func leadingZerosAndLargeNumbersCanBeRefused() {
        #expect(TXTRecord("n=007").number("n", leadingZeros: false) == nil)
        #expect(TXTRecord("n=0").number("n", leadingZeros: false) == 0)
        #expect(TXTRecord("n=4096").number("n", upTo: 4095) == nil)
    }
}
