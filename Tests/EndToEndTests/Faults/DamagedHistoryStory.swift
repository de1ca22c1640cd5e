import Foundation
import GRDB
import GatewayWire
import HomeModel
import TestSupport
import Testing

/// Something changes the files of a home behind its back: a byte in a sealed block, the end of the log, the database's
/// own log. The gateway serves all the rest, and says what is missing.
@Suite(.timeLimit(.minutes(15))) struct DamagedHistoryStory {
    private static let scenario = """
        name: Cellar
        seed: 5
        devices:
          - { id: cellar, kind: thermometer, name: Cellar, every: 100ms }
        """

    @Test func damageIsToldAndAllElseIsServed() async throws {
        try await withHome { home in
            let start = Timestamp(Date())
            let past = try await live(in: home)
            let damage = try damageABlock(of: home)
            try cutTheLog(of: home)
            let took = try await ContinuousClock().measure { try await home.startGateway() }

            let told = try await home.storageFindings()
            let block = try #require(told["storage.blockDamaged"])
            for word in ["cellar", "temperature", damage.lowerBound.description, damage.upperBound.description] {
                #expect(block.contains(word), "\(block)")
            }
            #expect(told["storage.logDamaged"]?.contains("-log-") == true)
            let kept = try await home.past()
            let sound = past.filter { !damage.contains($0.time) }
            #expect(kept == Array(sound.prefix(kept.count)))
            // Of the new ones some were cut, and none of before.
            #expect(kept.count < sound.count && kept.last.map { $0.time > start } == true)
            print(
                "a damaged block and a cut log: \(past.count - kept.count) of \(past.count) lost, serving after \(took)"
            )

            try await theDatabasesLogIsZeroed(home, kept)
        }
    }

    /// A month of readings, sealed, and some that are not.
    private func live(in home: HomeUnderTest) async throws -> [Reading] {
        let file = "\(home.state).scenario"
        try Data(Self.scenario.utf8).write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let devices = try ChildProcess(
            [TomteProgram.path, "simulate", file, "--adopt", "--history", "30d", "--state", home.state])
        let start = Timestamp(Date())
        do {
            try await eventually("the past is there, and a present") {
                guard try await home.audit(.dataImport).count == 2 else { return false }
                return try await home.past().count { $0.time > start } > 30
            }
        } catch {
            await devices.end(SIGINT)
            throw error
        }
        await devices.end(SIGINT)
        let past = try await home.past()
        await home.stopGateway()
        return past
    }

    /// Flips a bit in the second block; gives from when to when its readings are.
    private func damageABlock(of home: HomeUnderTest) throws -> ClosedRange<Timestamp> {
        let database = try DatabaseQueue(path: home.database)
        let row = try #require(
            try database.read { try Row.fetchOne($0, sql: "SELECT * FROM block ORDER BY first LIMIT 1 OFFSET 1") })
        try database.close()
        let block: Data = row["data"]
        var file = try Data(contentsOf: URL(filePath: home.database))
        let place = try #require(file.range(of: block[100..<132]))
        file[place.lowerBound] ^= 1
        try file.write(to: URL(filePath: home.database))
        return Timestamp(milliseconds: row["first"])...Timestamp(milliseconds: row["last"])
    }

    /// Cuts the log of new readings in the middle.
    private func cutTheLog(of home: HomeUnderTest) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: home.state)
        let path = try #require(names.first { $0.hasPrefix("home.sqlite-log-") && $0.last?.isNumber == true })
        let bytes = try Data(contentsOf: URL(filePath: "\(home.state)/\(path)"))
        let used = try #require(bytes.lastIndex { $0 != 0 })
        try bytes.prefix(used / 2).write(to: URL(filePath: "\(home.state)/\(path)"))
    }

    /// What was folded into the database is there; what was not, here a person, is missing, and that is told.
    private func theDatabasesLogIsZeroed(_ home: HomeUnderTest, _ kept: [Reading]) async throws {
        #expect(try await home.tomte("people", "add", "Ella", "--role", "owner").status == 0)
        await home.killGateway()
        let log = "\(home.database)-wal"
        let bytes = try Data(contentsOf: URL(filePath: log))
        try Data(count: bytes.count).write(to: URL(filePath: log))
        try await home.startGateway()
        #expect(try await home.storageFindings()["storage.logDamaged"]?.contains("home.sqlite-wal.damaged") == true)
        #expect(FileManager.default.fileExists(atPath: "\(log).damaged"))
        #expect(try await home.past() == kept)
        #expect(try await home.tomte("people", "add", "Ella", "--role", "owner").status == 0)
    }
}

extension HomeUnderTest {
    fileprivate nonisolated var database: String { "\(state)/home.sqlite" }

    fileprivate nonisolated func past() async throws -> [Reading] {
        let finished = try await tomte(
            "readings", "cellar", "temperature", "--since", "40d", "--resolution", "raw", "--json")
        return finished.status == 0 ? try finished.json(ReadingsBody.self).readings : []
    }

    /// What is found of the storage, by code.
    fileprivate nonisolated func storageFindings() async throws -> [String: String] {
        let diagnostics = try await tomte("status", "--json").json(DiagnosticsBody.self)
        return Dictionary(diagnostics.findings.map { ($0.code, $0.message) }) { $0 + $1 }
    }
}
