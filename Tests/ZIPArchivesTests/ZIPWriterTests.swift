import Crypto
import Foundation
import SeededRandom
import Subprocess
import Testing

@testable import ZIPArchives

/// The archives are read by Python's zipfile and by unzip, which know nothing of this writer.
@Suite struct ZIPWriterTests {
    private static let time = ZIPTime(year: 2026, month: 11, day: 27, hour: 18, minute: 45, second: 30)

    @Test(arguments: 0..<4 as Range<UInt64>) func independentProgramReadsEveryFile(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let writer = try ZIPWriter(at: Self.time)
        var bytes: [UInt8] = []
        var contents: [String: [UInt8]] = [:]
        for number in 0..<12 {
            let name = ZIPEntryName(["folder-\(number % 3)", "file-\(number).csv"])
            bytes += try writer.begin(name).header
            var content: [UInt8] = []
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let piece = Self.piece(using: &random)
                content += piece
                bytes += try writer.append(piece)
            }
            bytes += try writer.end()
            contents[name.path] = content
        }
        bytes += try writer.finish()
        #expect(writer.bytesWritten == UInt64(bytes.count))
        let read = try await Self.read(bytes)
        #expect(read.count == contents.count, "seed \(seed)")
        for file in read {
            let content = try #require(contents[file.name], "seed \(seed)")
            #expect(file.bytes == content.count && file.hash == Self.hash(of: content), "seed \(seed): \(file.name)")
            #expect(file.mode == 0o600 && file.year == 2026)
        }
    }

    @Test func unzipAcceptsTheArchive() async throws {
        let file = try Self.file(of: Self.archive(["a.txt": "one", "b/c.txt": String(repeating: "two ", count: 9999)]))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let result = try await run(.name("unzip"), arguments: ["-t", file], output: .string(limit: 1 << 16))
        #expect(result.terminationStatus.isSuccess)
        #expect(result.standardOutput.contains("No errors detected"))
    }

    @Test func archiveIsIncompleteUntilItIsFinished() async throws {
        let bytes = try Self.archive(["a.txt": "one", "b.txt": "two"])
        for length in [0, 10, bytes.count / 2, bytes.count - 1] {
            var scanner = ZIPStreamScanner()
            scanner.add(Array(bytes.prefix(length)))
            #expect(!scanner.isComplete)
            let file = try Self.file(of: Array(bytes.prefix(length)))
            defer { try? FileManager.default.removeItem(atPath: file) }
            let result = try await run(.name("unzip"), arguments: ["-t", file], output: .discarded, error: .discarded)
            #expect(!result.terminationStatus.isSuccess, "the first \(length) bytes")
        }
    }

    @Test(arguments: [1, 2, 3, 7, 1000]) func scannerCountsFilesInPiecesOfAnySize(size: Int) throws {
        let texts = Dictionary(
            uniqueKeysWithValues: (0..<20).map { ("file-\($0)", String(repeating: "PK", count: $0)) })
        let bytes = try Self.archive(texts)
        var scanner = ZIPStreamScanner()
        for start in stride(from: 0, to: bytes.count, by: size) {
            #expect(!scanner.isComplete)
            scanner.add(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(scanner.files == 20 && scanner.bytes == bytes.count && scanner.isComplete)
    }

    @Test func namesThatDifferOnlyInCaseGetNumbers() async throws {
        let writer = try ZIPWriter(at: Self.time)
        var bytes: [UInt8] = []
        for name in ["Power.csv", "power.csv", "POWER.csv"] {
            bytes += try writer.begin(ZIPEntryName([name])).header + writer.end()
        }
        bytes += try writer.finish()
        #expect(try await Self.read(bytes).map(\.name) == ["Power.csv", "power-2.csv", "POWER-3.csv"])
    }

    @Test func filesAreWrittenOneAfterAnother() throws {
        let writer = try ZIPWriter(at: Self.time)
        #expect(throws: ZIPError.self) { _ = try writer.append([1]) }
        _ = try writer.begin(ZIPEntryName(["a"]))
        #expect(throws: ZIPError.self) { _ = try writer.begin(ZIPEntryName(["b"])) }
        #expect(throws: ZIPError.self) { _ = try writer.finish() }
        _ = try writer.end()
        #expect(throws: ZIPError.self) { _ = try writer.end() }
    }

    /// 65,535 files need the records of ZIP64.
    @Test func archiveMayHaveMoreFilesThanTheOldFormat() async throws {
        let writer = try ZIPWriter(at: Self.time)
        var bytes: [UInt8] = []
        for number in 0..<65_600 { bytes += try writer.begin(ZIPEntryName(["\(number)"])).header + writer.end() }
        bytes += try writer.finish()
        #expect(try await Self.read(bytes).count == 65_600)
    }

    private static func archive(_ texts: [String: String]) throws -> [UInt8] {
        let writer = try ZIPWriter(at: time)
        var bytes: [UInt8] = []
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            bytes += try writer.begin(ZIPEntryName(name.components(separatedBy: "/"))).header
            bytes += try writer.append(Array(text.utf8)) + writer.end()
        }
        return try bytes + writer.finish()
    }

    /// Some pieces compress well, some not at all.
    private static func piece(using random: inout SeededGenerator) -> [UInt8] {
        let count = Int.random(in: 0...100_000, using: &random)
        let isUniform = Bool.random(using: &random)
        return (0..<count).map {
            isUniform ? UInt8(truncatingIfNeeded: $0 / 100) : .random(in: 0...255, using: &random)
        }
    }

    private static func read(_ bytes: [UInt8]) async throws -> [ReadFile] {
        let file = try file(of: bytes)
        defer { try? FileManager.default.removeItem(atPath: file) }
        return try await ReadFile.all(in: file)
    }

    private static func file(of bytes: [UInt8]) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "archive-\(UUID().uuidString).zip")
        try Data(bytes).write(to: file)
        return file.path
    }

    private static func hash(of bytes: [UInt8]) -> String {
        SHA256.hash(data: Data(bytes)).map { String(format: "%02x", $0) }.joined()
    }
}
