import Foundation
import Testing

@testable import ZIPArchives

/// Archives beyond 4 GiB. The writer begins behind that many bytes, which nothing writes.
@Suite struct ZIP64Tests {
    /// The smallest position that the 32 bits of a record cannot express: it stands for "see the ZIP64 field".
    private static let limit = UInt64(UInt32.max)
    private static let time = ZIPTime(year: 2026, month: 11, day: 27, hour: 18, minute: 45, second: 30)

    /// An archive with one empty file, whose data has 2 bytes after compression.
    private static func archive(after offset: UInt64) throws -> (files: [UInt8], end: [UInt8]) {
        let writer = try ZIPWriter(at: time, after: offset)
        let files = try writer.begin(ZIPEntryName(["a"])).header + writer.end()
        return (files, try writer.finish())
    }

    /// Each line is a field of the specification, APPNOTE.TXT 6.3.10; the numbers in comments are its sections.
    @Test func recordsBeyond4GiBAreThoseOfTheSpecification() throws {
        let (files, end) = try Self.archive(after: 0x1_2345_6789)
        #expect(files.count == 31 + 2 + 16)
        var expected: [UInt8] = []
        // The central directory header (4.3.12).
        expected += [0x50, 0x4B, 0x01, 0x02]
        expected += [45, 3, 45, 0]  // Made by version 4.5 on UNIX; version 4.5 is needed for ZIP64 (4.4.3.2).
        expected += [0x08, 0x08, 8, 0]  // A data descriptor and UTF-8; deflate.
        expected += [0xAF, 0x95, 0x7B, 0x5D]  // Time and date.
        expected += [0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]  // Checksum, compressed and uncompressed size.
        expected += [1, 0, 12, 0, 0, 0]  // Lengths of the name, of the extra fields and of the comment.
        expected += [0, 0, 0, 0, 0, 0, 0x80, 0x81]  // The first disk; a regular file with the mode 0600.
        expected += [0xFF, 0xFF, 0xFF, 0xFF]  // The position is in the ZIP64 field.
        expected += [0x61]
        // The ZIP64 extended information (4.5.3): only the fields whose 32 bits are all set.
        expected += [0x01, 0x00, 8, 0, 0x89, 0x67, 0x45, 0x23, 1, 0, 0, 0]
        let directoryBytes = UInt8(expected.count)
        #expect(directoryBytes == 46 + 1 + 12)
        // The ZIP64 end of central directory record (4.3.14): its own length without the first 12 bytes, the versions,
        // the disks, the number of entries twice, the length of the directory and its position.
        expected += [0x50, 0x4B, 0x06, 0x06, 44, 0, 0, 0, 0, 0, 0, 0, 45, 3, 45, 0]
        expected += [0, 0, 0, 0, 0, 0, 0, 0]
        expected += [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        expected += [directoryBytes, 0, 0, 0, 0, 0, 0, 0]
        expected += [0xBA, 0x67, 0x45, 0x23, 1, 0, 0, 0]  // 49 bytes after the start of the archive.
        // The locator (4.3.15): the position of that record, and one disk in all.
        expected += [0x50, 0x4B, 0x06, 0x07, 0, 0, 0, 0, 0xF5, 0x67, 0x45, 0x23, 1, 0, 0, 0, 1, 0, 0, 0]
        // The end of the central directory (4.3.16); the position is in the ZIP64 record (4.4.24).
        expected += [0x50, 0x4B, 0x05, 0x06, 0, 0, 0, 0, 1, 0, 1, 0, directoryBytes, 0, 0, 0]
        expected += [0xFF, 0xFF, 0xFF, 0xFF, 0, 0]
        #expect(end == expected)
    }

    /// The last position that fits is one before the one that has all bits set.
    @Test(arguments: [(Self.limit - 1, false), (Self.limit, true), (Self.limit + 1, true)])
    func positionOfFileIsInTheZIP64FieldWhereItDoesNotFit(offset: UInt64, is64: Bool) throws {
        let (_, end) = try Self.archive(after: offset)
        let lengthOfExtraFields = Array(end[30..<32])
        #expect(lengthOfExtraFields == (is64 ? [12, 0] : [0, 0]))
        let position = Array(end[42..<46])
        #expect(position == (is64 ? [0xFF, 0xFF, 0xFF, 0xFF] : [0xFE, 0xFF, 0xFF, 0xFF]))
    }

    /// The position of the directory counts too, 49 bytes after the only file.
    @Test(arguments: [(Self.limit - 50, false), (Self.limit - 49, true)])
    func positionOfDirectoryNeedsTheZIP64RecordsWhereItDoesNotFit(offset: UInt64, is64: Bool) throws {
        let (_, end) = try Self.archive(after: offset)
        // 47 bytes for the directory, 76 for the records of ZIP64, and 22 for the end.
        #expect(end.count == (is64 ? 47 + 76 + 22 : 47 + 22))
    }

    /// The file has a hole of 4 GiB, which needs no disk: one file of the archive begins before its end, one behind it.
    @Test func independentProgramReadsFilesBeyond4GiB() async throws {
        let offset = Self.limit - 9
        let writer = try ZIPWriter(at: Self.time, after: offset)
        var bytes: [UInt8] = []
        for name in ["before.txt", "behind.txt"] {
            bytes += try writer.begin(ZIPEntryName([name])).header
            bytes += try writer.append(Array(name.utf8)) + writer.end()
        }
        bytes += try writer.finish()
        let file = FileManager.default.temporaryDirectory.appending(path: "archive-\(UUID().uuidString).zip")
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
        let read = try await ReadFile.all(in: file.path)
        #expect(read.map(\.name) == ["before.txt", "behind.txt"])
        #expect(read.map(\.bytes) == [10, 10] && Set(read.map(\.hash)).count == 2)
    }
}
