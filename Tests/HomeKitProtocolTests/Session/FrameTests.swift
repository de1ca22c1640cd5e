import HomeKitPeers
import Crypto
import SeededRandom
import Testing

@testable import HomeKitProtocol

struct FrameTests {
    private let key = SymmetricKey(data: (0..<32).map { UInt8($0) })

    private func decoded(_ bytes: [UInt8], counter: UInt64 = 0) throws -> [[UInt8]] {
        var decoder = FrameDecoder(key: key, counter: counter)
        decoder.append(bytes)
        var texts: [[UInt8]] = []
        while let text = try decoder.next() { texts.append(text) }
        return texts
    }

    /// The frames were made with Python's `cryptography`.
    @Test(arguments: [
        (UInt64(0), "GET /accessories", "10005ffd16118287c5b276122f0edd2a2b54899195031518bcb5745ef01b15616254"),
        (
            1_099_511_627_783, "xxxxxxxxxxxxxxxxxxxx",
            "1400e202e6edeed144a386c932830e6134a3d15b44adbc6e810932b9e7a32788ff16b97d26c5"
        ),
    ])
    func frameMatchesAnotherImplementation(counter: UInt64, text: String, frame: String) throws {
        var encoder = FrameEncoder(key: key, counter: counter)
        #expect(try encoder.encode(Array(text.utf8)).hex == frame)
        #expect(try decoded([UInt8](hex: frame), counter: counter) == [Array(text.utf8)])
    }

    @Test func frameWithoutTextIsAccepted() throws {
        #expect(try decoded([UInt8](hex: "00005892c1670e91ccd9b8efb947ea3f74e3"), counter: 1) == [[]])
    }

    @Test func longTextIsSplitWithoutARestOfOneByte() throws {
        let cases = [
            (0, []), (1, [1]), (1024, [1024]), (1025, [1023, 2]), (2049, [1024, 1023, 2]), (3000, [1024, 1024, 952]),
        ]
        for (count, lengths) in cases {
            var encoder = FrameEncoder(key: key, counter: 0)
            let text = [UInt8](repeating: 7, count: count)
            let texts = try decoded(encoder.encode(text))
            #expect(texts.map(\.count) == lengths)
            #expect(texts.flatMap { $0 } == text)
        }
    }

    @Test func frameThatIsTooLongEndsTheSessionBeforeItIsComplete() throws {
        var decoder = FrameDecoder(key: key, counter: 0)
        decoder.append([0x01])
        #expect(try decoder.next() == nil)
        decoder.append([0x04])
        #expect(throws: FrameError.frameTooLong(length: 1025, limit: 1024)) { try decoder.next() }
        #expect(throws: FrameError.sessionEnded) { try decoder.next() }
    }

    @Test func changedBitEndsTheSession() throws {
        var encoder = FrameEncoder(key: key, counter: 0)
        let frame = try encoder.encode(Array("text".utf8))
        for index in 2..<frame.count {
            var changed = frame
            changed[index] ^= 1
            var decoder = FrameDecoder(key: key, counter: 0)
            decoder.append(changed)
            #expect(throws: FrameError.wrongTag) { try decoder.next() }
            decoder.append(frame)
            #expect(throws: FrameError.sessionEnded) { try decoder.next() }
        }
    }

    @Test func replayedSkippedAndReflectedFramesAreRefused() throws {
        var encoder = FrameEncoder(key: key, counter: 0)
        let (first, second) = (try encoder.encode([1]), try encoder.encode([2]))
        #expect(throws: FrameError.wrongTag) { try decoded(first + first) }
        #expect(throws: FrameError.wrongTag) { try decoded(second) }
        #expect(try decoded(first + second) == [[1], [2]])
        let secret = SymmetricKey(size: .bits256)
        let (controller, accessory) = (
            SessionKeys(sharedSecret: secret, role: .controller), SessionKeys(sharedSecret: secret, role: .accessory)
        )
        var sender = FrameEncoder(keys: controller)
        let frame = try sender.encode([3])
        var receiver = FrameDecoder(keys: accessory)
        receiver.append(frame)
        #expect(try receiver.next() == [3])
        var reflected = FrameDecoder(keys: controller)
        reflected.append(frame)
        #expect(throws: FrameError.wrongTag) { try reflected.next() }
    }

    @Test func framesBeforeADamagedOneAreDelivered() throws {
        var encoder = FrameEncoder(key: key, counter: 0)
        let first = try encoder.encode([1])
        var second = try encoder.encode([2])
        second[2] ^= 1
        var decoder = FrameDecoder(key: key, counter: 0)
        decoder.append(first + second)
        #expect(try decoder.next() == [1])
        #expect(throws: FrameError.wrongTag) { try decoder.next() }
    }

    @Test func counterNeverStartsAgain() throws {
        var encoder = FrameEncoder(key: key, counter: .max - 1)
        let frame = try encoder.encode([1])
        #expect(throws: FrameError.counterExhausted) { try encoder.encode([2]) }
        #expect(throws: FrameError.sessionEnded) { try encoder.encode([2]) }
        var decoder = FrameDecoder(key: key, counter: .max - 1)
        decoder.append(frame)
        #expect(try decoder.next() == [1])
        decoder.append(frame)
        #expect(throws: FrameError.counterExhausted) { try decoder.next() }
    }

    @Test func anySplitGivesTheSameText() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var encoder = FrameEncoder(key: key, counter: 0)
            var (text, frames): ([UInt8], [UInt8]) = ([], [])
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let part = random.bytes(Int.random(in: 0...2500, using: &random))
                text += part
                frames += try encoder.encode(part)
            }
            var decoder = FrameDecoder(key: key, counter: 0)
            var received: [UInt8] = []
            for portion in random.portions(of: frames, upTo: 1500) {
                decoder.append(portion)
                while let part = try decoder.next() { received += part }
            }
            #expect(received == text, "seed \(seed)")
        }
    }

    @Test func randomBytesEndTheSessionOrWaitForMore() {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            var decoder = FrameDecoder(key: key, counter: 0)
            decoder.append(random.bytes(Int.random(in: 0...1200, using: &random)))
            #expect((try? decoder.next()) == [UInt8]?.none, "seed \(seed)")
        }
    }
}
