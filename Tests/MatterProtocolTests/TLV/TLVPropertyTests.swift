import MatterProtocol
import SeededRandom
import Testing

@Suite struct TLVPropertyTests {
    @Test func randomTreesAreDecodedAsTheyWereEncoded() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let value = random.tlvValue()
            #expect(try TLVDecoder.decode(TLVEncoder.encode(value)) == value, "seed \(seed)")
        }
    }

    @Test func everyPrefixOfAValueIsRefused() {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let bytes = TLVEncoder.encode(random.tlvValue(depth: 3))
            for count in 0..<bytes.count {
                #expect(throws: TLVError.truncated, "seed \(seed)") {
                    try TLVDecoder.decode(Array(bytes.prefix(count)))
                }
            }
        }
    }

    @Test func bytesAfterAValueAreRefused() {
        var random = SeededGenerator(seed: printedSeed())
        for _ in 0..<100 {
            let bytes = TLVEncoder.encode(random.tlvValue(depth: 2))
            #expect(throws: TLVError.trailingBytes) { try TLVDecoder.decode(bytes + [0x14]) }
        }
    }

    @Test func randomAndDamagedBytesAreDecodedOrRefused() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for round in 0..<20_000 {
            let bytes =
                round % 2 == 0
                ? random.bytes(Int.random(in: 0...60, using: &random))
                : random.damaged(TLVEncoder.encode(random.tlvValue(depth: 3)))
            guard let value = try? TLVDecoder.decode(bytes) else { continue }
            // Texts are compared, because a number that is not a number differs from itself.
            let encoded = TLVEncoder.encode(value)
            #expect(try TLVEncoder.encode(TLVDecoder.decode(encoded)) == encoded, "seed \(seed)")
        }
    }

    @Test(arguments: [
        ("00 2a", 42), ("01 2a 00", 42), ("02 2a 00 00 00", 42), ("03 2a 00 00 00 00 00 00 00", 42),
        ("00 d6", -42), ("01 d6 ff", -42), ("02 d6 ff ff ff", -42), ("03 d6 ff ff ff ff ff ff ff", -42),
        ("04 2a", 42), ("05 2a 00", 42), ("06 2a 00 00 00", 42), ("07 2a 00 00 00 00 00 00 00", 42),
        ("03 00 00 00 00 00 00 00 80", Int64.min), ("03 ff ff ff ff ff ff ff 7f", .max),
        ("07 ff ff ff ff ff ff ff 7f", .max),
    ])
    func integerOfAnyWidthIsRead(bytes: String, number: Int64) throws {
        #expect(try TLVDecoder.decode(hexadecimal(bytes)).signed == number)
    }

    @Test(arguments: [
        ("0c 01 61", TLVValue.text("a")), ("0d 01 00 61", .text("a")), ("0e 01 00 00 00 61", .text("a")),
        ("0f 01 00 00 00 00 00 00 00 61", .text("a")), ("10 01 61", .bytes([0x61])), ("11 01 00 61", .bytes([0x61])),
        ("12 01 00 00 00 61", .bytes([0x61])), ("13 01 00 00 00 00 00 00 00 61", .bytes([0x61])),
    ])
    func lengthOfAnyWidthIsRead(bytes: String, value: TLVValue) throws {
        #expect(try TLVDecoder.decode(hexadecimal(bytes)) == value)
    }

    @Test(arguments: [
        ("15 24 01 05 18", TLVTag.context(1)), ("15 44 01 00 05 18", .common(1)),
        ("15 64 01 00 00 00 05 18", .common(1)), ("15 84 01 00 05 18", .implicit(1)),
        ("15 a4 01 00 00 00 05 18", .implicit(1)),
        ("15 c4 f1 ff ed de 01 00 05 18", .full(vendor: 0xFFF1, profile: 0xDEED, number: 1)),
        ("15 e4 f1 ff ed de ed fe 55 aa 05 18", .full(vendor: 0xFFF1, profile: 0xDEED, number: 0xAA55_FEED)),
    ])
    func tagOfAnyFormIsRead(bytes: String, tag: TLVTag) throws {
        #expect(try TLVDecoder.decode(hexadecimal(bytes)) == .structure([TLVElement(tag: tag, value: .unsigned(5))]))
    }

    @Test(arguments: [
        ("", TLVError.truncated), ("18", .unexpectedEnd), ("38 01", .misplacedTag), ("19", .unknownType(0x19)),
        ("1f", .unknownType(0x1F)), ("15 04 05 18", .misplacedTag), ("16 24 01 05 18", .misplacedTag),
        ("0c 02 c3 28", .invalidText), ("0c 01 ff", .invalidText), ("13 ff ff ff ff ff ff ff ff 61", .truncated),
        ("0f 00 00 00 00 00 00 00 80", .truncated), ("13 fe ff ff ff ff ff ff 7f", .truncated),
        ("15", .truncated), ("15 24", .truncated), ("15 24 01 05", .truncated), ("15 18 18", .trailingBytes),
    ])
    func malformedBytesAreRefused(bytes: String, error: TLVError) {
        #expect(throws: error) { try TLVDecoder.decode(hexadecimal(bytes)) }
    }

    @Test func depthIsLimited() throws {
        let limits = TLVLimits(maximumBytes: 1000, maximumElements: 1000, maximumDepth: 5)
        func nested(_ depth: Int) -> [UInt8] {
            [UInt8](repeating: 0x16, count: depth) + [UInt8](repeating: 0x18, count: depth)
        }
        _ = try TLVDecoder.decode(nested(5), limits: limits)
        #expect(throws: TLVError.tooDeep(limit: 5)) { try TLVDecoder.decode(nested(6), limits: limits) }
        let endless = [UInt8](repeating: 0x17, count: 60_000)
        #expect(throws: TLVError.tooDeep(limit: 24)) { try TLVDecoder.decode(endless) }
    }

    @Test func bytesAndElementsAreLimited() throws {
        let limits = TLVLimits(maximumBytes: 6, maximumElements: 4, maximumDepth: 5)
        _ = try TLVDecoder.decode([0x16, 0x14, 0x14, 0x14, 0x18], limits: limits)
        #expect(throws: TLVError.tooManyElements(limit: 4)) {
            try TLVDecoder.decode([0x16, 0x14, 0x14, 0x14, 0x14, 0x18], limits: limits)
        }
        #expect(throws: TLVError.tooManyBytes(limit: 6)) {
            try TLVDecoder.decode([0x10, 0x05, 1, 2, 3, 4, 5], limits: limits)
        }
    }

    @Test func lengthsAreEncodedInTheFewestBytes() throws {
        for (count, control) in [(0, 0x10), (255, 0x10), (256, 0x11), (65_535, 0x11), (65_536, 0x12)] {
            let value = TLVValue.bytes([UInt8](repeating: 7, count: count))
            let bytes = TLVEncoder.encode(value)
            #expect(bytes.first == UInt8(control))
            let limits = TLVLimits(maximumBytes: 100_000, maximumElements: 1, maximumDepth: 1)
            #expect(try TLVDecoder.decode(bytes, limits: limits) == value)
        }
    }
}
