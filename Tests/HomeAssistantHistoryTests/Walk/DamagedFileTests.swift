import SeededRandom
import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeAssistantHistory

/// Files with pages that a failing card or a power cut damaged: the import reads the other pages and reports the gaps.
@Suite struct DamagedFileTests {
    private static let rows = 6000
    private static let pageSize = 4096

    /// Makes a file whose table of states has many pages. Passes the expected readings and the page numbers of the table
    /// to `body`.
    private func withFile(
        _ body: (RecorderFixture, [Timestamp: Double], [Int]) async throws -> Void
    ) async throws {
        let fixture = try RecorderFixture()
        defer { fixture.remove() }
        var expected: [Timestamp: Double] = [:]
        var pages: [Int] = []
        try fixture.write { db in
            for row in 0..<Self.rows {
                let value = Double(row % 500) / 10
                let time = noon + Int64(row) * 1000
                try fixture.add(
                    db, entity: "sensor.kitchen", state: "\(value)",
                    attributes: RecorderFixture.Attributes.temperature.json, milliseconds: time)
                expected[Timestamp(milliseconds: time)] = value
            }
            pages = try Int.fetchAll(
                db, sql: "SELECT pageno FROM dbstat WHERE name = 'states' AND pagetype = 'leaf' ORDER BY path")
        }
        try fixture.close()
        try await body(fixture, expected, pages)
    }

    private func overwrite(_ pages: some Sequence<Int>, of path: String, with byte: UInt8?) throws {
        var bytes = try Data(contentsOf: URL(filePath: path))
        var random = SeededGenerator(seed: 1)
        for page in pages {
            for offset in (page - 1) * Self.pageSize..<page * Self.pageSize {
                bytes[offset] = byte ?? UInt8.random(in: 0...255, using: &random)
            }
        }
        try bytes.write(to: URL(filePath: path))
    }

    @Test(arguments: [0, 0xFF, nil] as [UInt8?])
    func damagedPagesAreSkippedAndReported(byte: UInt8?) async throws {
        try await withFile { fixture, expected, pages in
            let damaged = [pages[10], pages[11], pages[40]]
            try overwrite(damaged, of: fixture.path, with: byte)
            let imported = try await ImportedHistory(fixture.path)
            let read = try #require(imported.readings["sensor.kitchen"])
            #expect(read.allSatisfy { expected[$0.key] == $0.value })
            // Only three pages are damaged.
            #expect(expected.count - read.count <= 3 * expected.count / pages.count + 100)
            #expect(imported.gaps.count == 2)
            let lost = imported.gaps.reduce(0) { $0 + $1.rows.count }
            #expect(read.count + lost == expected.count)
            for gap in imported.gaps {
                let (after, before) = (try #require(gap.after), try #require(gap.before))
                #expect(Int64(gap.rows.count) == (before - after).wholeMilliseconds / 1000 - 1)
            }
        }
    }

    @Test func damagedFirstAndLastPagesAreSkipped() async throws {
        try await withFile { fixture, expected, pages in
            try overwrite([pages[0], pages[pages.count - 1]], of: fixture.path, with: 0)
            let imported = try await ImportedHistory(fixture.path)
            #expect(imported.gaps.count == 2)
            #expect((imported.readings["sensor.kitchen"]?.count ?? 0) > expected.count * 9 / 10)
        }
    }

    @Test func truncatedFileGivesItsFirstReadings() async throws {
        try await withFile { fixture, expected, _ in
            let bytes = try Data(contentsOf: URL(filePath: fixture.path))
            try bytes.prefix(bytes.count / 2 / Self.pageSize * Self.pageSize).write(to: URL(filePath: fixture.path))
            let imported = try await ImportedHistory(fixture.path)
            let read = imported.readings["sensor.kitchen"] ?? [:]
            #expect(read.allSatisfy { expected[$0.key] == $0.value })
            #expect(read.count > expected.count / 10)
            #expect(!imported.gaps.isEmpty)
        }
    }

    /// Whichever pages are damaged, the import ends and gives no reading that was never written.
    @Test(.timeLimit(.minutes(10)), arguments: 1...6 as ClosedRange<UInt64>)
    func damageNeverCreatesReadings(seed: UInt64) async throws {
        try await withFile { fixture, expected, _ in
            var random = SeededGenerator(seed: seed)
            let bytes = try Data(contentsOf: URL(filePath: fixture.path))
            let pages = (0..<20).map { _ in Int.random(in: 2...bytes.count / Self.pageSize, using: &random) }
            try overwrite(pages, of: fixture.path, with: nil)
            do {
                let imported = try await ImportedHistory(fixture.path)
                let read = imported.readings["sensor.kitchen"] ?? [:]
                #expect(read.allSatisfy { expected[$0.key] == $0.value }, "seed \(seed)")
            } catch let error as RecorderFileError {
                // The damaged page may belong to the schema table.
                guard case .unreadable = error else { throw error }
            }
        }
    }
}
