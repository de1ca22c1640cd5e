import SeededRandom
import Testing

@testable import HomeKitProtocol

struct TLV8Tests {
    /// Source: the example of HAP specification R2, section 14.1.2.
    @Test func exampleOfTheSpecificationIsDecoded() throws {
        let body: [UInt8] = [0x06, 0x01, 0x03, 0x01, 0x05, 0x68, 0x65, 0x6C, 0x6C, 0x6F]
        let items = [TLV8Item(type: 6, value: [3]), TLV8Item(type: 1, value: Array("hello".utf8))]
        #expect(try TLV8.decode(body) == items)
        #expect(TLV8.encode(items) == body)
    }

    @Test(arguments: [0, 1, 254, 255, 256, 384, 509, 510, 511, 765, 1062])
    func valueIsSplitIntoFragmentsOf255Bytes(length: Int) throws {
        let value = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let body = TLV8.encode([TLV8Item(type: 9, value: value), TLV8Item(type: 6, value: [2])])
        let fragments = max(1, (length + 254) / 255)
        #expect(body.count == length + 2 * fragments + 3)
        #expect(try TLV8.decode(body) == [TLV8Item(type: 9, value: value), TLV8Item(type: 6, value: [2])])
    }

    @Test func neighboursOfOneTypeAreSeparatedWhenEncoded() throws {
        let items = [TLV8Item(type: 1, value: [1]), TLV8Item(type: 1, value: [2])]
        #expect(TLV8.encode(items) == [1, 1, 1, 0xFF, 0, 1, 1, 2])
    }

    @Test func neighboursOfOneTypeStayApartUnlessTheFirstIsFull() throws {
        #expect(try TLV8.decode([6, 1, 6, 6, 1, 5]).map(\.value) == [[6], [5]])
        let full = [UInt8](repeating: 7, count: 255)
        #expect(try TLV8.decode([6, 255] + full + [6, 1, 5]).map(\.value) == [full + [5]])
    }

    @Test func emptyLastFragmentEndsAValue() throws {
        let full = [UInt8](repeating: 7, count: 255)
        #expect(try TLV8.decode([3, 255] + full + [3, 0, 6, 1, 2]).map(\.value) == [full, [2]])
    }

    @Test(arguments: [[6], [6, 1], [6, 2, 1], [6, 1, 3, 1], [3, 255, 0]] as [[UInt8]])
    func truncatedBodyIsRefused(_ body: [UInt8]) {
        #expect(throws: TLV8Error.truncated) { try TLV8.decode(body) }
    }

    @Test func bodyBeyondTheLimitsIsRefused() throws {
        let limits = TLV8Limits(maximumBytes: 8, maximumItems: 3)
        #expect(throws: TLV8Error.tooManyBytes(limit: 8)) {
            try TLV8.decode([UInt8](repeating: 0, count: 9), limits: limits)
        }
        #expect(throws: TLV8Error.tooManyItems(limit: 3)) { try TLV8.decode([1, 0, 2, 0, 1, 0, 2, 0], limits: limits) }
        #expect(try TLV8.decode([1, 0, 2, 0, 1, 0], limits: limits).count == 3)
        #expect(try TLV8.decode([]).isEmpty)
    }

    @Test func encodedItemsAreDecodedAgain() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var items: [TLV8Item] = []
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let type = UInt8.random(in: 0...14, using: &random)
                guard type != items.last?.type else { continue }
                let length = [0, 1, 20, 254, 255, 256, 400, 510].randomElement(using: &random) ?? 0
                items.append(TLV8Item(type: type, value: random.bytes(length)))
            }
            #expect(try TLV8.decode(TLV8.encode(items)) == items, "seed \(seed)")
        }
    }

    @Test func randomBytesAreDecodedOrRefused() {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3000 {
            let bytes = random.bytes(Int.random(in: 0...300, using: &random))
            guard let items = try? TLV8.decode(bytes) else { continue }
            #expect(items.reduce(0) { $0 + $1.value.count } <= bytes.count, "seed \(seed)")
        }
    }
}
