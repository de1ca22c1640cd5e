import Crypto
import Foundation
import HomeModel
import SeededRandom
import Testing

@testable import Attachments

/// The format of encrypted files: what was written comes back, and nothing else does.
@Suite struct SealedFileTests {
    private static let record = AttachmentRecord(
        id: AttachmentID("0123456789abcdef"), owner: .appliance(ApplianceID("dishwasher")), kind: .photo)
    private static let sizes = [0, 1, 15, 16, 65_535, 65_536, 65_537, 131_072, 131_073, 200_000]

    private static func seal(
        _ content: [UInt8], of record: AttachmentRecord = record, key: AttachmentKey, pieces: inout SeededGenerator
    ) throws -> [UInt8] {
        var sealer = FileSealer(.content, of: record, key: key)
        var file = sealer.header
        var rest = content[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...100_000, using: &pieces))
            file += try sealer.update(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        return file + (try sealer.finish())
    }

    private static func open(
        _ file: [UInt8], part: AttachmentPart = .content, of record: AttachmentRecord = record, key: AttachmentKey,
        pieces: inout SeededGenerator
    ) throws -> [UInt8] {
        var opener = try FileOpener(
            header: Array(file.prefix(SealedFormat.headerBytes)), part: part, of: record, key: key)
        var rest = file.dropFirst(SealedFormat.headerBytes)
        var content: [UInt8] = []
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...100_000, using: &pieces))
            content += try opener.update(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        return content + (try opener.finish())
    }

    @Test(arguments: sizes) func contentComesBackInPiecesOfAnySize(_ size: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let content = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let key = AttachmentKey.random()
        let file = try Self.seal(content, key: key, pieces: &generator)
        #expect(file.count == SealedFormat.fileBytes(for: size))
        #expect(try Self.open(file, key: key, pieces: &generator) == content, "seed \(seed)")
        #expect(size < 16 || !Data(file).contains(Data(content.prefix(16))))
    }

    @Test func everyChangedByteIsNoticed() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let key = AttachmentKey.random()
        let file = try Self.seal([UInt8](repeating: 7, count: 140_000), key: key, pieces: &generator)
        for _ in 0..<40 {
            var changed = file
            let place = Int.random(in: file.indices, using: &generator)
            changed[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            #expect(throws: SealingError.damaged, "seed \(seed), byte \(place)") {
                try Self.open(changed, key: key, pieces: &generator)
            }
        }
    }

    /// Also where the file ends at the end of a chunk.
    @Test(arguments: sizes.filter { $0 > 0 }) func cutOrExtendedFileIsNoticed(_ size: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let key = AttachmentKey.random()
        let file = try Self.seal([UInt8](repeating: 7, count: size), key: key, pieces: &generator)
        let chunk = SealedFormat.chunkBytes + SealedFormat.tagBytes
        var ends = (1...3).map { SealedFormat.headerBytes + $0 * chunk }.filter { $0 < file.count }
        ends += [SealedFormat.headerBytes - 1, SealedFormat.headerBytes, file.count - 1, 0]
        ends += (0..<10).map { _ in Int.random(in: 0..<file.count, using: &generator) }
        for end in ends {
            #expect(throws: SealingError.damaged, "seed \(seed), \(end) of \(file.count) bytes") {
                try Self.open(Array(file.prefix(end)), key: key, pieces: &generator)
            }
        }
        #expect(throws: SealingError.damaged) { try Self.open(file + [0], key: key, pieces: &generator) }
        #expect(throws: SealingError.damaged) {
            try Self.open(file + file.suffix(SealedFormat.tagBytes), key: key, pieces: &generator)
        }
    }

    @Test func swappedRepeatedAndForeignChunksAreNoticed() throws {
        var generator = SeededGenerator(seed: 1)
        let key = AttachmentKey.random()
        let content = (0..<4 * SealedFormat.chunkBytes).map { UInt8(truncatingIfNeeded: $0 / SealedFormat.chunkBytes) }
        let file = try Self.seal(content, key: key, pieces: &generator)
        let other = try Self.seal(content, key: key, pieces: &generator)
        let chunk = SealedFormat.chunkBytes + SealedFormat.tagBytes
        func chunks(_ file: [UInt8]) -> [[UInt8]] {
            (0..<4).map {
                Array(file[SealedFormat.headerBytes + $0 * chunk..<SealedFormat.headerBytes + ($0 + 1) * chunk])
            }
        }
        let (own, foreign, header) = (chunks(file), chunks(other), Array(file.prefix(SealedFormat.headerBytes)))
        let wrong = [
            [own[1], own[0], own[2], own[3]], [own[0], own[0], own[2], own[3]], [own[0], own[2], own[3]],
            [own[0], own[1], own[2], own[3], own[3]], [own[0], foreign[1], own[2], own[3]], [own[3]],
        ]
        for order in wrong {
            #expect(throws: SealingError.damaged) {
                try Self.open(header + order.flatMap { $0 }, key: key, pieces: &generator)
            }
        }
        #expect(try Self.open(header + own.flatMap { $0 }, key: key, pieces: &generator) == content)
    }

    /// A file is bound to its record and its part, and to its key.
    @Test func fileOfAnotherRecordIsRefused() throws {
        var generator = SeededGenerator(seed: 2)
        let key = AttachmentKey.random()
        let file = try Self.seal([1, 2, 3], key: key, pieces: &generator)
        let record = Self.record
        let others = [
            AttachmentRecord(id: AttachmentID("fedcba9876543210"), owner: record.owner, kind: .photo),
            AttachmentRecord(id: record.id, owner: .appliance(ApplianceID("fridge")), kind: .photo),
            AttachmentRecord(id: record.id, owner: .serviceEntry(ServiceEntryID("dishwasher")), kind: .photo),
            AttachmentRecord(id: record.id, owner: record.owner, kind: .manual),
        ]
        for other in others {
            #expect(throws: SealingError.damaged) { try Self.open(file, of: other, key: key, pieces: &generator) }
        }
        #expect(throws: SealingError.damaged) { try Self.open(file, part: .thumbnail, key: key, pieces: &generator) }
        #expect(throws: SealingError.damaged) { try Self.open(file, key: .random(), pieces: &generator) }
    }

    @Test func wrappedKeyOpensOnlyForItsRecordAndItsWrappingKey() throws {
        var generator = SeededGenerator(seed: 3)
        let (key, wrapping) = (AttachmentKey.random(), SymmetricKey(size: .bits256))
        let file = try Self.seal([1, 2, 3], key: key, pieces: &generator)
        let digest = Array(SHA256.hash(data: [1, 2, 3] as [UInt8]))
        let wrapped = try key.wrapped(for: Self.record, with: wrapping, uploadDigest: digest)
        #expect(try AttachmentKey.uploadDigest(unwrapping: wrapped, of: Self.record, with: wrapping) == digest)
        let unwrapped = try AttachmentKey(unwrapping: wrapped, of: Self.record, with: wrapping)
        #expect(try Self.open(file, key: unwrapped, pieces: &generator) == [1, 2, 3])
        let other = AttachmentRecord(id: AttachmentID("fedcba9876543210"), owner: Self.record.owner, kind: .photo)
        #expect(throws: SealingError.damaged) { try AttachmentKey(unwrapping: wrapped, of: other, with: wrapping) }
        #expect(throws: SealingError.damaged) {
            try AttachmentKey(unwrapping: wrapped, of: Self.record, with: SymmetricKey(size: .bits256))
        }
        #expect(throws: SealingError.damaged) {
            try AttachmentKey(unwrapping: Array(wrapped.dropLast()), of: Self.record, with: wrapping)
        }
    }
}
