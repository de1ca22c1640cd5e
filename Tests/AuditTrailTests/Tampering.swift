import Foundation
import HomeModel
import Testing

@testable import AuditTrail

/// A change to the files of a log by an attacker who has the disk but not the keys.
struct Tampering: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (AuditFixture) throws -> Void

    init(_ description: String, apply: @escaping @Sendable (AuditFixture) throws -> Void) {
        testDescription = description
        self.apply = apply
    }
}

extension Tampering {
    /// The offset of a byte of each field, from the start of the record, or from its end if negative.
    private static let fields: [(name: String, offset: Int)] = [
        ("magic", 0), ("length", 4), ("length, high byte", 7), ("sequence", 8), ("time", 16), ("boot id", 24),
        ("monotonic time", 40), ("synced", 48), ("key id", 56), ("nonce", 60), ("previous hash", 72),
        ("payload", 104), ("tag", -33), ("hash", -32), ("last byte of the hash", -1),
    ]

    static let flips = fields.flatMap { field in
        [("first", 0), ("middle", 30), ("last", 59)].map { which, index in
            Tampering("\(field.name) of the \(which) entry") { fixture in
                try fixture.change(entry: index) { bytes, range in
                    bytes[field.offset < 0 ? range.upperBound + field.offset : range.lowerBound + field.offset] ^= 0x10
                }
            }
        }
    }

    static let moves: [Tampering] = [
        Tampering("an entry is removed and the rest moved up") { fixture in
            try fixture.change(entry: 30) { bytes, range in bytes.removeSubrange(range) }
        },
        Tampering("an entry is overwritten with zeros") { fixture in
            try fixture.change(entry: 30) { bytes, range in bytes.wipe(range) }
        },
        Tampering("two entries change places") { fixture in
            try fixture.edit(try fixture.segments()[1]) { bytes, frames in
                let (first, second) = (Array(bytes[frames[3].range]), Array(bytes[frames[4].range]))
                bytes.replaceSubrange(frames[3].range.lowerBound..<frames[4].range.upperBound, with: second + first)
            }
        },
        Tampering("an entry is written twice") { fixture in
            try fixture.change(entry: 30) { bytes, range in
                bytes.insert(contentsOf: bytes[range], at: range.upperBound)
            }
        },
        Tampering("an old entry is written behind the last one") { fixture in
            let old = try fixture.bytes(ofEntry: 5)
            try fixture.change(entry: 59) { bytes, range in
                bytes.replaceSubrange(range.upperBound..<range.upperBound + old.count, with: old)
            }
        },
        Tampering("an entry of another chain is put in its place") { fixture in
            let other = try #require(try fixture.segments(.security).first)
            let foreign = try AuditFixture.read(other)
            let range = try #require(try fixture.frames(in: other).first?.range)
            try fixture.change(entry: 30) { bytes, target in bytes.replaceSubrange(target, with: foreign[range]) }
        },
        Tampering("the last entry is cut off") { fixture in
            try fixture.change(entry: 59) { bytes, range in bytes.wipe(range) }
        },
        Tampering("the file ends before the last entry") { fixture in
            let path = try #require(try fixture.segments().last)
            let frames = try fixture.frames(in: path)
            let last = try #require(frames.last)
            try AuditFixture.write(try AuditFixture.read(path).prefix(last.range.lowerBound), to: path)
        },
        Tampering("the file ends within the last entry") { fixture in
            let path = try #require(try fixture.segments().last)
            let frames = try fixture.frames(in: path)
            let last = try #require(frames.last)
            try AuditFixture.write(try AuditFixture.read(path).prefix(last.range.upperBound - 40), to: path)
        },
        Tampering("the first segment is deleted") { try $0.delete($0.segments().first) },
        Tampering("a segment in the middle is deleted") { try $0.delete($0.segments()[1]) },
        Tampering("the last segment is deleted") { try $0.delete($0.segments().last) },
        Tampering("all segments are deleted") { fixture in
            for path in try fixture.segments() { try fixture.delete(path) }
        },
        Tampering("two segments change names") { fixture in
            let paths = try fixture.segments()
            let (first, second) = (try AuditFixture.read(paths[0]), try AuditFixture.read(paths[1]))
            try AuditFixture.write(second, to: paths[0])
            try AuditFixture.write(first, to: paths[1])
        },
        Tampering("a payload is changed and every hash recomputed") { fixture in
            try fixture.rehash(from: 30) { bytes, range in bytes[range.lowerBound + 104] ^= 1 }
        },
        Tampering("a time is changed and every hash recomputed") { fixture in
            try fixture.rehash(from: 0) { bytes, range in bytes[range.lowerBound + 17] ^= 1 }
        },
        Tampering("the signed heads are deleted") { try $0.delete($0.headsPath) },
        Tampering("the signed heads are changed") { fixture in
            var bytes = try AuditFixture.read(fixture.headsPath)
            for position in [0, HeadsFile.slotBytes] { bytes[position + 30] ^= 1 }
            try AuditFixture.write(bytes, to: fixture.headsPath)
        },
    ]
}

extension AuditFixture {
    func delete(_ path: String?) throws { try FileManager.default.removeItem(atPath: try #require(path)) }

    /// Changes the segment around the entry with this number, counted from 0.
    func change(entry number: Int, _ change: (inout [UInt8], Range<Int>) throws -> Void) throws {
        var rest = number
        for path in try segments() {
            let frames = try frames(in: path)
            if rest < frames.count { return try edit(path) { bytes, frames in try change(&bytes, frames[rest].range) } }
            rest -= frames.count
        }
        Issue.record("there is no entry \(number)")
    }

    func bytes(ofEntry number: Int) throws -> [UInt8] {
        var found: [UInt8] = []
        try change(entry: number) { bytes, range in found = Array(bytes[range]) }
        return found
    }

    /// Changes one entry and recomputes the chain behind it, as an attacker without the keys can.
    func rehash(from number: Int, _ change: (inout [UInt8], Range<Int>) -> Void) throws {
        var index = 0
        var previous: ChainHash?
        for path in try segments() {
            try edit(path) { bytes, frames in
                for frame in frames {
                    if index == number { change(&bytes, frame.range) }
                    if index >= number { previous = Self.chain(frame.range, in: &bytes, after: previous) }
                    index += 1
                }
            }
        }
    }

    private static func chain(_ range: Range<Int>, in bytes: inout [UInt8], after previous: ChainHash?) -> ChainHash {
        if let previous {
            bytes.replaceSubrange(range.lowerBound + 72..<range.lowerBound + 104, with: previous.bytes)
        }
        let covered = range.lowerBound..<range.upperBound - ChainHash.byteCount
        let hash = bytes[covered].withUnsafeBytes { ChainHash(of: $0) }
        bytes.replaceSubrange(covered.upperBound..<range.upperBound, with: hash.bytes)
        return hash
    }
}

extension [UInt8] {
    mutating func wipe(_ range: Range<Int>) {
        replaceSubrange(range, with: repeatElement(0, count: range.count))
    }
}
