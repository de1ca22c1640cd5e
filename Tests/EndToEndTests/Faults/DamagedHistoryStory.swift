import Foundation
import GRDB
import GatewayWire
import HomeModel
import TestSupport
import Testing

/// The files of a home are damaged: a byte of a block, the end of the log of readings, and the write-ahead log of the
/// database. The gateway serves all other data and reports the damage.
@Suite(.timeLimit(.minutes(15))) struct DamagedHistoryStory {
    private static let scenario = """
        name: Cellar
        seed: 5
        devices:
          - { id: cellar, kind: thermometer, name: Cellar, every: 100ms }
        """

    @Test func damageIsReportedAndOtherDataIsServed() async throws {
        try await withHome { home in
            let start = Timestamp(Date())
            let recorded = try await record(in: home)
            let damage = try damageABlock(of: home)
            try truncateLog(of: home)
            let took = try await ContinuousClock().measure { try await home.startGateway() }

            let findings = try await home.findingMessages()
            let block = try #require(findings["storage.blockDamaged"])
            for word in ["cellar", "temperature", damage.lowerBound.description, damage.upperBound.description] {
                #expect(block.contains(word), "\(block)")
            }
            #expect(findings["storage.logDamaged"]?.contains("-log-") == true)
            let stored = try await home.history()
            let undamaged = recorded.filter { !damage.contains($0.time) }
            #expect(stored == Array(undamaged.prefix(stored.count)))
            // Some of the new readings are lost, and none of the earlier ones.
            #expect(stored.count < undamaged.count && stored.last.map { $0.time > start } == true)
            print(
                "damaged block and log: \(recorded.count - stored.count) of \(recorded.count) lost, serving after \(took)"
            )

            try await damageOfTheWriteAheadLogIsReported(home, stored: stored)
        }
    }

    /// Records a month of readings in blocks, and some that are only in the log. Returns all of them.
    private func record(in home: HomeUnderTest) async throws -> [Reading] {
        let file = "\(home.state).scenario"
        try Data(Self.scenario.utf8).write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let devices = try ChildProcess(
            [TomteProgram.path, "simulate", file, "--adopt", "--history", "30d", "--state", home.state])
        let start = Timestamp(Date())
        do {
            try await eventually("the imported history and live readings are stored") {
                guard try await home.audit(.dataImport).count == 2 else { return false }
                return try await home.history().count { $0.time > start } > 30
            }
        } catch {
            await devices.end(SIGINT)
            throw error
        }
        await devices.end(SIGINT)
        let recorded = try await home.history()
        await home.stopGateway()
        return recorded
    }

    /// Flips a bit in the second block. Returns the period of its readings.
    private func damageABlock(of home: HomeUnderTest) throws -> ClosedRange<Timestamp> {
        let database = try DatabaseQueue(path: home.database)
        let row = try #require(
            try database.read { try Row.fetchOne($0, sql: "SELECT * FROM block ORDER BY first LIMIT 1 OFFSET 1") })
        try database.close()
        let block: Data = row["data"]
        var file = try Data(contentsOf: URL(filePath: home.database))
        let range = try #require(file.range(of: block[100..<132]))
        file[range.lowerBound] ^= 1
        try file.write(to: URL(filePath: home.database))
        return Timestamp(milliseconds: row["first"])...Timestamp(milliseconds: row["last"])
    }

    /// Truncates the log of new readings in the middle.
    private func truncateLog(of home: HomeUnderTest) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: home.state)
        let path = try #require(names.first { $0.hasPrefix("home.sqlite-log-") && $0.last?.isNumber == true })
        let bytes = try Data(contentsOf: URL(filePath: "\(home.state)/\(path)"))
        let used = try #require(bytes.lastIndex { $0 != 0 })
        try bytes.prefix(used / 2).write(to: URL(filePath: "\(home.state)/\(path)"))
    }

    /// Overwrites the write-ahead log with zeros. Data in the database file remains; later data, here a person, is
    /// missing, and the gateway reports the damage.
    private func damageOfTheWriteAheadLogIsReported(_ home: HomeUnderTest, stored: [Reading]) async throws {
        #expect(try await home.tomte("people", "add", "Ella", "--role", "owner").status == 0)
        await home.killGateway()
        let log = "\(home.database)-wal"
        let bytes = try Data(contentsOf: URL(filePath: log))
        try Data(count: bytes.count).write(to: URL(filePath: log))
        try await home.startGateway()
        #expect(try await home.findingMessages()["storage.logDamaged"]?.contains("home.sqlite-wal.damaged") == true)
        #expect(FileManager.default.fileExists(atPath: "\(log).damaged"))
        #expect(try await home.history() == stored)
        #expect(try await home.tomte("people", "add", "Ella", "--role", "owner").status == 0)
    }
}

extension HomeUnderTest {
    fileprivate nonisolated var database: String { "\(state)/home.sqlite" }

    fileprivate nonisolated func history() async throws -> [Reading] {
        let finished = try await tomte(
            "readings", "cellar", "temperature", "--since", "40d", "--resolution", "raw", "--json")
        return finished.status == 0 ? try finished.json(ReadingsBody.self).readings : []
    }

    /// Returns the messages of the present findings, by code.
    fileprivate nonisolated func findingMessages() async throws -> [String: String] {
        let diagnostics = try await tomte("status", "--json").json(DiagnosticsBody.self)
        return Dictionary(diagnostics.findings.map { ($0.code, $0.message) }) { $0 + $1 }
    }
}
