import SeededRandom
import HomeModel
@testable import SegmentedLog
@testable import TimeSeriesStore
import Testing

/// Blocks come from a disk: damaged bytes must be detected and must not crash the gateway.
@Suite struct BlockDamageTests {
    @Test func everyFlippedBitIsDetected() throws {
        let bytes = ReadingBlock.encode(ReadingSamples.climate(300)[...])
        for position in bytes.indices {
            var damaged = bytes
            damaged[position] ^= 1 << UInt8(position % 8)
            #expect(throws: BlockDecodingError.self) { try damaged.withUnsafeBytes(ReadingBlock.decode) }
            #expect(throws: BlockDecodingError.self) { try damaged.withUnsafeBytes(ReadingBlock.summary) }
        }
    }

    @Test func everyTruncationIsDetected() throws {
        let bytes = ReadingBlock.encode(ReadingSamples.climate(300)[...])
        for length in bytes.indices {
            #expect(throws: BlockDecodingError.self) {
                try Array(bytes.prefix(length)).withUnsafeBytes(ReadingBlock.decode)
            }
        }
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func randomBytesDoNotCrashTheDecoder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            expectDamageOrReadings(bytes, seed: seed)
            if bytes.count > 1 {
                bytes[0] = ReadingBlock.format
                bytes[1] %= 80
                if bytes.count > 2 { bytes[2] = 0 }
            }
            expectDamageOrReadings(sealed(bytes), seed: seed)
            if !bytes.isEmpty { bytes[0] = RollUpBlock.format }
            expectDamageOrRollUps(sealed(bytes), seed: seed)
        }
    }

    /// Changes the content of a block and corrects its checksum, so that the decoder has to check the content.
    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func forgedBlocksDoNotCrashTheDecoder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var readings = ReadingBlock.encode(ReadingSamples.randomSeries(using: &random).prefix(500))
        for _ in 0..<20 {
            forge(&readings, using: &random)
            expectDamageOrReadings(readings, seed: seed)
        }
        var rollUps = RollUpBlock.encode(RollUpSamples.hours(40, using: &random)[...])
        for _ in 0..<20 {
            forge(&rollUps, using: &random)
            expectDamageOrRollUps(rollUps, seed: seed)
        }
    }

    /// The checksum proves that the bytes are unchanged; the summary proves that they decode to the original readings.
    @Test func readingsThatContradictTheSummaryAreDamage() throws {
        let readings = ReadingSamples.climate(300)
        let total = readings.map(\.value).reduce(0, +)
        let bytes = ReadingBlock.encode(readings[...])
        let sum = withUnsafeBytes(of: total.bitPattern.littleEndian) { Array($0) }
        let position = try #require(bytes.indices.first { bytes[$0...].starts(with: sum) })
        var forged = Array(bytes.dropLast(4))
        forged[position] ^= 1
        #expect(throws: BlockDecodingError.invalidContent) { try sealed(forged).withUnsafeBytes(ReadingBlock.decode) }
    }

    private func forge(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
        bytes.removeLast(4)
        let position = Int.random(in: 1..<min(bytes.count, Bool.random(using: &random) ? 80 : .max), using: &random)
        bytes[position] = UInt8.random(in: 0...255, using: &random)
        bytes = sealed(bytes)
    }

    private func sealed(_ content: [UInt8]) -> [UInt8] {
        var bytes = content
        bytes.append(littleEndian: content.withUnsafeBytes { CRC32C.checksum($0) })
        return bytes
    }

    private func expectDamageOrReadings(_ bytes: [UInt8], seed: UInt64) {
        let readings = try? bytes.withUnsafeBytes(ReadingBlock.decode)
        #expect(readings?.count ?? 1 <= ReadingBlock.maximumReadings, "seed \(seed)")
        _ = try? bytes.withUnsafeBytes(ReadingBlock.summary)
    }

    private func expectDamageOrRollUps(_ bytes: [UInt8], seed: UInt64) {
        let rollUps = try? bytes.withUnsafeBytes(RollUpBlock.decode)
        #expect(rollUps?.count ?? 1 <= RollUpBlock.maximumRollUps, "seed \(seed)")
    }
}

@Suite struct CRC32CTests {
    /// Source: RFC 3720, B.4.
    @Test(
        arguments: [
            ([UInt8](repeating: 0, count: 32), 0x8A91_36AA), ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
            (Array(0..<32), 0x46DD_794E), ((0..<32).reversed(), 0x113F_DB5C), (Array("123456789".utf8), 0xE306_9283),
            ([], 0),
        ] as [([UInt8], UInt32)])
    func checksumsMatchThePublishedVectors(_ bytes: [UInt8], checksum: UInt32) {
        #expect(bytes.withUnsafeBytes { CRC32C.checksum($0) } == checksum)
    }

    @Test func checksumOfPiecesEqualsThatOfTheWhole() {
        let bytes = (0..<100).map { UInt8($0) }
        for cut in bytes.indices {
            var checksum = CRC32C()
            bytes[..<cut].withUnsafeBytes { checksum.update($0) }
            bytes[cut...].withUnsafeBytes { checksum.update($0) }
            #expect(checksum.value == bytes.withUnsafeBytes { CRC32C.checksum($0) })
        }
    }
}
