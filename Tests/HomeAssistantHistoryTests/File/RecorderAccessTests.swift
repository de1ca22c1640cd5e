import Foundation
import HomeModel
import Testing

@testable import HomeAssistantHistory

/// The file belongs to Home Assistant. The import reads it in every state, and changes neither the file nor its folder.
@Suite struct RecorderAccessTests {
    private static func header(isWriteAhead: Bool) -> [UInt8] {
        Array("SQLite format 3\u{0}".utf8) + [16, 0] + (isWriteAhead ? [2, 2] : [1, 1])
    }

    @Test(
        arguments: [
            (false, nil, false, RecorderAccess.rollbackJournal), (false, 9, true, .rollbackJournal),
            (true, 9, true, .writeAheadLog), (true, 0, true, .writeAheadLog),
            (true, nil, false, .immutable(unreadLogBytes: 0)), (true, nil, true, .immutable(unreadLogBytes: 0)),
            (true, 9, false, .immutable(unreadLogBytes: 9)),
        ] as [(Bool, Int?, Bool, RecorderAccess)])
    func filesBesideTheDatabaseDecideHowItIsOpened(
        isWriteAhead: Bool, logBytes: Int?, hasIndex: Bool, access: RecorderAccess
    ) {
        let header = Self.header(isWriteAhead: isWriteAhead)
        #expect(RecorderAccess(header: header, logBytes: logBytes, hasIndex: hasIndex) == access)
    }

    @Test(arguments: [[], Array("SQLite format 3\u{0}".utf8), Array(repeating: 0, count: 100)] as [[UInt8]])
    func otherFileIsNotRecognisedAsADatabase(_ header: [UInt8]) {
        #expect(RecorderAccess(header: header, logBytes: nil, hasIndex: false) == nil)
    }

    /// The states are in the write-ahead log, which only the running Home Assistant may change.
    @Test func fileInUseIsReadWithoutChanges() async throws {
        let fixture = try RecorderFixture()
        defer { fixture.remove() }
        try fill(fixture)
        let before = try fixture.listing()
        #expect(before.count == 3)
        #expect(try await ImportedHistory(fixture.path).values("sensor.kitchen") == [20, 21])
        // All connections of a process share the index of the log, and both connections belong to this process.
        let after = try fixture.listing()
        #expect(after.keys == before.keys)
        #expect(after.filter { !$0.key.hasSuffix("-shm") } == before.filter { !$0.key.hasSuffix("-shm") })
        // Home Assistant continues to write, and the import reads the new rows.
        try fixture.write { db in
            try fixture.add(
                db, entity: "sensor.kitchen", state: "22", attributes: RecorderFixture.Attributes.temperature.json,
                milliseconds: noon + 2)
        }
        #expect(try await ImportedHistory(fixture.path).values("sensor.kitchen") == [20, 21, 22])
        try fixture.close()
    }

    @Test func closedFileIsReadWithoutChanges() async throws {
        let fixture = try RecorderFixture()
        defer { fixture.remove() }
        try fill(fixture)
        try fixture.close()
        let before = try fixture.listing()
        #expect(before.count == 1)
        #expect(try await ImportedHistory(fixture.path).values("sensor.kitchen") == [20, 21])
        #expect(try fixture.listing() == before)
    }

    @Test func fileWithARollbackJournalIsReadWithoutChanges() async throws {
        let fixture = try RecorderFixture()
        defer { fixture.remove() }
        try fill(fixture)
        try fixture.statement("PRAGMA journal_mode = DELETE")
        try fixture.close()
        let before = try fixture.listing()
        #expect(try await ImportedHistory(fixture.path).values("sensor.kitchen") == [20, 21])
        #expect(try fixture.listing() == before)
    }

    @Test func logWithoutItsIndexIsReportedAsUnread() async throws {
        let fixture = try RecorderFixture()
        defer { fixture.remove() }
        try fill(fixture)
        try fixture.statement("PRAGMA wal_checkpoint(FULL)")
        try FileManager.default.copyItem(atPath: fixture.path, toPath: "\(fixture.path).copy")
        try FileManager.default.copyItem(atPath: "\(fixture.path)-wal", toPath: "\(fixture.path).copy-wal")
        let history = try RecorderHistory(path: "\(fixture.path).copy")
        #expect(history.unreadLogBytes > 0)
        await history.close()
        #expect(try await ImportedHistory("\(fixture.path).copy").values("sensor.kitchen") == [20, 21])
        try fixture.close()
    }

    @Test func importStopsWhenAnotherProcessOpensTheFile() async throws {
        let fixture = try RecorderFixture()
        defer { fixture.remove() }
        try fill(fixture)
        try fixture.close()
        let history = try RecorderHistory(path: fixture.path)
        try Data().write(to: URL(filePath: "\(fixture.path)-shm"))
        await #expect(throws: RecorderFileError.changed) { try await history.next() }
    }

    @Test func unreadableFileThrowsAnError() throws {
        let folder = "/tmp/recorder-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("home-assistant".utf8).write(to: URL(filePath: "\(folder)/text"))
        #expect(throws: RecorderFileError.notADatabase) { try RecorderHistory(path: "\(folder)/text") }
        #expect { try RecorderHistory(path: "\(folder)/none") } throws: { error in
            if case RecorderFileError.cannotOpen = error { true } else { false }
        }
        #expect(throws: RecorderFileError.self) { try RecorderHistory(path: folder) }
    }

    @Test func databaseOfAnotherProgramIsRefused() throws {
        let fixture = try RecorderFixture()
        defer { fixture.remove() }
        try fixture.statement("DROP TABLE states; DROP TABLE statistics; CREATE TABLE photos (id INTEGER)")
        try fixture.close()
        #expect(throws: RecorderFileError.notARecorder) { try RecorderHistory(path: fixture.path) }
    }

    /// A view would execute SQL from the file.
    @Test func viewInsteadOfATableIsRefused() throws {
        let fixture = try RecorderFixture()
        defer { fixture.remove() }
        try fixture.statement(
            "DROP TABLE statistics; ALTER TABLE states RENAME TO real; CREATE VIEW states AS SELECT * FROM real")
        try fixture.close()
        #expect(throws: RecorderFileError.notARecorder) { try RecorderHistory(path: fixture.path) }
    }

    private func fill(_ fixture: RecorderFixture) throws {
        try fixture.write { db in
            for (offset, value) in ["20", "21"].enumerated() {
                try fixture.add(
                    db, entity: "sensor.kitchen", state: value, attributes: RecorderFixture.Attributes.temperature.json,
                    milliseconds: noon + Int64(offset))
            }
        }
    }
}
