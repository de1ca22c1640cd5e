import Foundation
import HomeModel
import Logging
import Testing

@testable import AuditTrail
@testable import SegmentedLog

/// The anchor, which is stored outside of the log, reveals a log that was deleted or replaced by an earlier copy.
@Suite struct AuditAnchorTests {
    private func open(
        _ fixture: AuditFixture, anchor: AuditAnchor?, isSealed: Bool? = nil, isExpected: Bool = true
    ) async throws -> AuditLog {
        try await AuditLog.open(
            folder: "\(fixture.folder)/log", keys: fixture.keys, clock: fixture.auditClock, limits: fixture.limits,
            disk: DiskCalls(),
            expecting: ExternalAuditState(
                anchor: anchor, hasSealedAnchor: isSealed ?? (anchor != nil), isLogExpected: isExpected),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func filled(_ fixture: AuditFixture) async throws -> AuditAnchor {
        let log = try await open(fixture, anchor: nil, isExpected: false)
        try await log.fill(40)
        try await log.fill(5, severity: .security)
        await log.close()
        return try #require(await log.anchor)
    }

    @Test func completeLogHasNoLossesWithOrWithoutAnAnchor() async throws {
        let fixture = try AuditFixture()
        let anchor = try await filled(fixture)
        for anchor in [anchor, nil] {
            let log = try await open(fixture, anchor: anchor)
            #expect(log.losses.isEmpty)
            #expect(await log.problems == [])
            await log.close()
        }
        // The first start was killed before its first entry.
        let empty = try await open(try AuditFixture(), anchor: nil, isExpected: false)
        #expect(empty.losses.isEmpty)
    }

    @Test func killOfTheGatewayCausesNoLoss() async throws {
        let fixture = try AuditFixture()
        let log = try await open(fixture, anchor: nil, isExpected: false)
        for round in 0..<6 {
            try await log.fill(7, severity: round.isMultiple(of: 2) ? .security : .warning)
            if round == 3 { _ = try await log.signedHeads() }
            let anchor = await log.anchor
            let crashed = try await fixture.crashed(log)
            let next = try await open(crashed, anchor: anchor)
            #expect(next.losses.isEmpty, "round \(round)")
            await next.close()
        }
    }

    @Test(arguments: ["put back", "deleted", "deleted, not remembered", "one chain deleted"])
    func lossIsReportedAtEveryLaterStart(_ act: String) async throws {
        let fixture = try AuditFixture()
        let first = try await open(fixture, anchor: nil, isExpected: false)
        try await first.fill(20)
        try await first.fill(2, severity: .security)
        await first.close()
        let yesterday = "\(fixture.folder)/yesterday"
        let log = "\(fixture.folder)/log"
        try FileManager.default.copyItem(atPath: log, toPath: yesterday)
        var anchor: AuditAnchor? = try await filled(fixture)
        switch act {
        case "put back":
            try FileManager.default.removeItem(atPath: log)
            try FileManager.default.moveItem(atPath: yesterday, toPath: log)
        case "one chain deleted":
            for path in try fixture.segments(.security) { try FileManager.default.removeItem(atPath: path) }
            try FileManager.default.removeItem(atPath: fixture.headsPath)
        default: try FileManager.default.removeItem(atPath: log)
        }
        if act.hasSuffix("not remembered") { anchor = nil }
        for start in 0..<3 {
            let next = try await open(fixture, anchor: anchor)
            #expect(!next.losses.isEmpty, "start \(start)")
            let security = try #require(await next.verify().first { $0.severity == .security })
            #expect(!security.isProven)
            try await next.fill(80)
            try await next.fill(10, severity: .security)
            #expect(await !next.problems.isEmpty)
            await next.close()
            anchor = await next.anchor
        }
        let losses = try #require(anchor).losses
        #expect(losses.count == Set(losses.map(\.sentence)).count)
    }

    @Test func otherEntryWithTheSameSequenceIsALoss() async throws {
        let fixture = try AuditFixture()
        let anchor = try await filled(fixture)
        try FileManager.default.removeItem(atPath: "\(fixture.folder)/log")
        // An attacker with the keys wrote another log, longer than the first.
        let forged = try await open(fixture, anchor: nil, isExpected: false)
        try await forged.fill(60)
        try await forged.fill(9, severity: .security)
        await forged.close()
        let log = try await open(fixture, anchor: anchor)
        #expect(Set(log.losses.map(\.severity)) == [.informational, .security])
    }

    @Test func mergedAnchorIsTheNewestWithTheLossesOfAll() throws {
        let loss = { (text: String) in
            AuditAnchor.Loss(
                severity: nil, foundAt: AuditFixture.start,
                sentence: CodedSentence("other", values: ["sequence": .number(7)], text: text))
        }
        let anchor = { (generation: UInt64, losses: [AuditAnchor.Loss]) in
            AuditAnchor(generation: generation, signedAt: AuditFixture.start, heads: [], losses: losses)
        }
        let merged = try #require(
            AuditAnchor.merging([anchor(3, [loss("a")]), anchor(5, [loss("b"), loss("a")]), anchor(4, [])]))
        #expect(merged.generation == 5 && merged.losses.map(\.sentence) == ["a", "b"])
        let data = try JSONEncoder().encode(merged)
        #expect(try JSONDecoder().decode(AuditAnchor.self, from: data) == merged)
        #expect(AuditAnchor.merging([]) == nil)
    }

    @Test func lossOfAnEarlierVersionHasNoCode() throws {
        let json = #"{"foundAt":"2026-01-31T12:00:00.000Z","sentence":"Entry 7 is missing."}"#
        let loss = try JSONDecoder().decode(AuditAnchor.Loss.self, from: Data(json.utf8))
        let problem = CodedSentence(loss)
        #expect(problem.code == "earlierLoss" && problem.values["text"] == .text("Entry 7 is missing."))
        #expect(problem.text == "Entry 7 is missing. Found on 2026-01-31T12:00:00.000Z.")
    }
}
