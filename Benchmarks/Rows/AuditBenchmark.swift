import Crypto
import Foundation
import HomeModel
import AuditTrail
import Logging

/// The audit log alone: the cost of an entry before its effect may happen, the time of the verification, and a query
/// that no index answers.
struct AuditBenchmark: Benchmark {
    let name = "audit"
    let summary = "one audit entry until it is synced, and the verification and search of 1,000,000"

    private static let appends = 400
    private static let entries = 1_000_000
    private static let concurrentAppends = 500

    func figures() async throws -> [Figure] {
        let folder = "/tmp/tomte-audit-\(UUID().uuidString.prefix(8).lowercased())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let keys = AuditKeys.makeBytes()
        let log = try await AuditLog.open(
            folder: "\(folder)/audit", keys: AuditKeys(sealing: keys.sealing, signing: keys.signing),
            clock: .system { Timestamp(Date()) }, logger: Logger(label: "audit") { _ in SwiftLogNoOpLogHandler() })
        Console.note("  \(Self.appends) entries, one after the other")
        let (appended, synced) = try await Self.append(to: log, beside: folder)
        Console.note("  \(Self.entries) entries")
        try await Self.fill(log)
        Console.note("  verifying them")
        let start = ContinuousClock.now
        let proof = await log.verify()
        let took = ContinuousClock.now - start
        Console.note("  searching them")
        let found = try await Self.search(log, filter: AuditFilter(actor: "bo"))
        let unmatched = try await Self.search(log, filter: AuditFilter(actor: "cia"))
        await log.close()
        let hashing = try Self.hash(folder)
        return [
            Figure(
                "audit entry until synced", in: "ms", values: appended.values,
                baseline: .init(what: "write + fdatasync", values: synced.values)),
            Figure(
                "audit verify, 1,000,000 entries", in: "s", values: .one(took / .seconds(1)), goals: [.atMost(10)],
                baseline: .init(what: "SHA-256 of the files", values: .one(hashing / .seconds(1))),
                note: proof.allSatisfy(\.isProven)
                    ? "\(proof.map(\.entries).reduce(0, +)) entries proven."
                    : "NOT proven: \(proof.flatMap(\.problems))"),
            Figure(
                "audit list, newest 100 entries of a rare actor", in: "ms", values: .one(found / .milliseconds(1)),
                goals: [.atMost(100)]),
            Figure(
                "audit list, no match in 1,000,000 entries", in: "s", values: .one(unmatched / .seconds(1)),
                goals: [.atMost(10)]),
        ]
    }

    private static func search(_ log: AuditLog, filter: AuditFilter) async throws -> Duration {
        let start = ContinuousClock.now
        _ = try await log.records(filter)
        return ContinuousClock.now - start
    }

    /// Appends and plain syncs alternate, so that both see the disk in the same state.
    private static func append(to log: AuditLog, beside folder: String) async throws -> (Latencies, Latencies) {
        let disk = try DiskSync(in: folder)
        var appended: [Duration] = []
        var synced: [Duration] = []
        for number in 0..<appends {
            let start = ContinuousClock.now
            _ = try await log.append(entry(number))
            appended.append(ContinuousClock.now - start)
            synced.append(try disk.once())
        }
        return (Latencies(appended), Latencies(synced))
    }

    /// Appends many entries at once, because they share a sync.
    private static func fill(_ log: AuditLog) async throws {
        for first in stride(from: appends, to: entries, by: concurrentAppends) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in first..<min(first + concurrentAppends, entries) {
                    group.addTask { _ = try await log.append(entry(number)) }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Makes an entry of the size of a command's entry. Most are by one person, every 100th by another.
    private static func entry(_ number: Int) -> AuditEntry {
        AuditEntry(
            .deviceControl, actor: number.isMultiple(of: 100) ? "bo" : "anna", role: .owner,
            client: ClientID("phone"), target: "living-room-lamp", requestID: "request-\(number)",
            metadata: [
                "command": "0b8f5a4e-7d0e-4a0b-9f43-\(number)", "part": "main", "capability": "brightness",
                "value": "\(number % 100)", "deadlineMilliseconds": "10000",
            ])
    }

    private static func hash(_ folder: String) throws -> Duration {
        let start = ContinuousClock.now
        let path = "\(folder)/audit"
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            _ = SHA256.hash(data: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
        }
        return ContinuousClock.now - start
    }
}
