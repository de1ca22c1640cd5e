import Foundation
import GRDB
import HomeModel
import SeededRandom
import TestSupport
import Testing

/// The gateway is killed at a random moment while it deletes the history of presence after a withdrawal. The next start
/// deletes the rest without a further request, and only that.
@Suite(.timeLimit(.minutes(FaultRounds.minutes))) struct KilledWithdrawalStory {
    private static let days = 60
    private static let changesPerDay = 1440

    @Test(arguments: [1, UInt64.random(in: 1000...10_000_000)])
    func nextStartFinishesTheDeletion(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await withHome { home in
            #expect(try await home.tomte("privacy", "consent", "presenceHistory", "--yes").status == 0)
            await home.stopGateway()
            let now = Timestamp(Date())
            try Self.addMotion(to: home, until: now)
            let edge = now - .days(7)
            let old = try Self.changes(in: home, before: edge)
            // The edge of the gateway moves on while the test runs.
            let recent = try Self.changes(in: home, from: edge + .hours(2))
            #expect(old > 50_000 && recent > 5000)
            try await home.startGateway()

            let threshold = Int.random(in: 0...old, using: &random)
            async let withdrawal = home.tomte("privacy", "withdraw", "presenceHistory", "--yes")
            try await eventually("the deletion has begun") {
                try Self.state(in: home).state == "notGiven" && Self.changes(in: home, before: edge) <= threshold
            }
            await home.killGateway()
            _ = try? await withdrawal
            let left = try Self.changes(in: home, before: edge)
            #expect(left <= threshold, "seed \(seed)")
            if left > 0 { #expect(try Self.state(in: home).isPending, "seed \(seed)") }

            try await home.startGateway()
            try await eventually("the deletion has ended") { try !Self.state(in: home).isPending }
            #expect(try Self.changes(in: home, before: edge) == 0, "seed \(seed)")
            #expect(try Self.changes(in: home, from: edge + .hours(2)) == recent, "seed \(seed)")
            #expect(try Self.state(in: home).state == "notGiven")
        }
    }

    /// Adds a change each minute of a sensor that is not part of the home any more.
    private static func addMotion(to home: HomeUnderTest, until now: Timestamp) throws {
        let database = try DatabaseQueue(path: "\(home.state)/home.sqlite")
        try database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO series (id, device, part, capability, kind)
                    VALUES (4711, 'old-hall', 'main', 'motion', 'environment')
                    """)
            try db.execute(
                sql: """
                    WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                    INSERT INTO state_change (series, time, value) SELECT 4711, ? - n * 60000, 'true' FROM number
                    """, arguments: [days * changesPerDay, now.milliseconds])
        }
        try database.close()
    }

    private static func changes(
        in home: HomeUnderTest, from: Timestamp = Timestamp(milliseconds: 0),
        before end: Timestamp = Timestamp(milliseconds: .max)
    ) throws -> Int {
        try read(in: home) { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM state_change WHERE series = 4711 AND time >= ? AND time < ?",
                arguments: [from.milliseconds, end.milliseconds]) ?? 0
        }
    }

    /// The stored state of the consent, and whether a deletion is pending.
    private static func state(in home: HomeUnderTest) throws -> (state: String, isPending: Bool) {
        try read(in: home) { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT state, is_deletion_pending FROM consent WHERE id = 'presenceHistory'")
            guard let row else { return ("", false) }
            return (try row.decode(forColumn: "state"), try row.decode(forColumn: "is_deletion_pending"))
        }
    }

    /// Reads the database beside the gateway, which may be writing to it.
    private static func read<Value>(in home: HomeUnderTest, _ body: (Database) throws -> Value) throws -> Value {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        let database = try DatabaseQueue(path: "\(home.state)/home.sqlite", configuration: configuration)
        defer { try? database.close() }
        return try database.read(body)
    }
}
