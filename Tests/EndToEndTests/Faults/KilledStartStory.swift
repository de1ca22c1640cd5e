import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

/// The gateway is killed at a system call that changes the disk, in its first start or in the first start after an
/// upgrade. The next start serves and has all data.
@Suite(.serialized, .timeLimit(.minutes(FaultRounds.minutes + 60)))
final class KilledStartStory: Sendable {
    /// The record counts of the first upgraded home, which all others must have.
    private let expectedCounts = Mutex<[String]?>(nil)

    @Test(.enabled(if: TracedStart.isAvailable, "tracing system calls needs strace and ptrace"))
    func homeStartsAfterAKillInItsFirstStart() async throws {
        try await killAtSampledCalls(after: { _ in })
    }

    /// Uses the villa that the program of commit 406ef85 left when it was killed, with people, a week of history and a
    /// log.
    @Test(.enabled(if: TracedStart.isAvailable, "tracing system calls needs strace and ptrace"))
    func homeKeepsItsDataAfterAKillInAnUpgrade() async throws {
        let archive = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/homes/406ef85.tar.xz").standardizedFileURL.path
        try await killAtSampledCalls(after: { state in
            try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
            let unpacking = try ChildProcess([
                "tar", "--extract", "--file", archive, "--directory", state, "--strip-components", "1",
            ])
            #expect(await unpacking.finish() == 0)
        }) { home in
            let people = try await home.tomte("people", "list", "--json").output
            #expect(people.contains("Olga") && people.contains("Mia"), "\(people)")
            let counts = try await DatabaseQueue(path: "\(home.state)/home.sqlite").read { db in
                try Row.fetchAll(db, sql: "SELECT record, total FROM record_count ORDER BY record")
                    .map { "\($0["record"] as String) \($0["total"] as Int)" }
            }
            // The counts contain the records in blocks. The records in the log get into blocks later.
            if let expected = self.expectedCounts.withLock({ $0 }) { #expect(counts == expected) }
            self.expectedCounts.withLock { $0 = counts }
        }
    }

    /// Kills a home at a sample of the calls, and in `make faults` at all of them.
    private func killAtSampledCalls(
        after prepare: @escaping @Sendable (_ state: String) async throws -> Void,
        verify: @escaping @Sendable (HomeUnderTest) async throws -> Void = { _ in }
    ) async throws {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        var points: [TracedStart.Point] = []
        try await withHome(isStarted: false) { home in
            try await prepare(home.state)
            points = try await TracedStart(of: home).changingCalls()
        }
        #expect(points.count > 50, "a start makes many calls that change the disk")
        let chosen = TracedStart.sample(points, atMost: FaultRounds.starts, seed: seed)
        // Each home has a folder and ports of its own, and a start waits for the disk more than for a processor.
        let killed = try await withThrowingTaskGroup(of: Int.self) { group in
            var remaining = chosen.makeIterator()
            func killAtTheNextPoint() {
                guard let point = remaining.next() else { return }
                group.addTask {
                    try await Self.killAndRestart(at: point, seed: seed, after: prepare, verify: verify) ? 1 : 0
                }
            }
            for _ in 0..<FaultRounds.startsAtATime { killAtTheNextPoint() }
            var killed = 0
            while let count = try await group.next() {
                killed += count
                killAtTheNextPoint()
            }
            return killed
        }
        #expect(killed > chosen.count / 2, "the order of threads differs, but most calls occur again")
        print("killed at \(killed) of \(points.count) changing calls of a start, seed \(seed)")
    }

    /// Kills one home at `point`, starts it again and verifies it. Returns false when the gateway served before it
    /// reached the point.
    private static func killAndRestart(
        at point: TracedStart.Point, seed: UInt64, after prepare: @Sendable (_ state: String) async throws -> Void,
        verify: @Sendable (HomeUnderTest) async throws -> Void
    ) async throws -> Bool {
        var wasKilled = false
        try await withHome(isStarted: false) { home in
            try await prepare(home.state)
            wasKilled = try await TracedStart(of: home).startAndKill(at: point)
            do {
                try await home.startGateway()
            } catch {
                Issue.record("killed at \(point), seed \(seed): \(error)")
                return
            }
            let findings = try await home.findings().filter { $0.hasPrefix("storage.") || $0.hasPrefix("audit.") }
            #expect(findings.isEmpty, "killed at \(point), seed \(seed): \(findings)")
            #expect(try await home.tomte("audit", "verify").status == 0, "killed at \(point), seed \(seed)")
            try await verify(home)
        }
        return wasKilled
    }
}
