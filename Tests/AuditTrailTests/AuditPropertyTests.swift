import SeededRandom
import Foundation
import HomeModel
import Testing

@testable import AuditTrail
@testable import SegmentedLog

@Suite struct AuditPropertyTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func acknowledgedEntriesSurviveRandomEventsAndVerify(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var fixture = try AuditFixture(
            limits: AuditLimits(segmentBytes: 8192, signEveryEntries: Int.random(in: 1...40, using: &random)))
        var log = try await fixture.open()
        var kept: [AuditSeverity: [AuditRecord]] = [:]
        for _ in 0..<40 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                await log.close()
                log = try await fixture.open()
            case 1:
                fixture = try await fixture.crashed(log)
                try tear(fixture, using: &random)
                log = try await fixture.open()
            case 2:
                fixture.advance(by: .days(Int.random(in: 0...200, using: &random)))
                let terms = RetentionTerms()
                var expected = 0
                for severity in AuditSeverity.allCases {
                    let cutoff = fixture.now - terms.term(of: severity)
                    let past = kept[severity, default: []].prefix { $0.time < cutoff }.count
                    kept[severity]?.removeFirst(past)
                    expected += past
                }
                #expect(try await log.trim(terms: terms, now: fixture.now) == expected, "seed \(seed)")
            default:
                let severity = AuditSeverity.allCases.randomElement(using: &random) ?? .warning
                for _ in 0..<Int.random(in: 1...12, using: &random) {
                    let text = String(repeating: "x", count: Int.random(in: 0...900, using: &random))
                    let entry = AuditEntry(.settingsChange, severity: severity, actor: "anna", metadata: ["text": text])
                    kept[severity, default: []].append(try await log.append(entry))
                }
            }
        }
        for severity in AuditSeverity.allCases {
            let found = try await log.records(AuditFilter(severity: severity, limit: 10_000))
            #expect(found.reversed() == kept[severity, default: []], "seed \(seed)")
        }
        #expect(await log.problems == [], "seed \(seed)")
    }

    /// Leaves a part of an unacknowledged record behind the last record, and unfinished reserve files.
    private func tear(_ fixture: AuditFixture, using random: inout SeededGenerator) throws {
        for severity in AuditSeverity.allCases where Bool.random(using: &random) {
            let reserve = "\(fixture.folder)/log/\(severity.rawValue).reserve"
            if FileManager.default.fileExists(atPath: reserve) { try fixture.delete(reserve) }
            let written = Int.random(in: 0...fixture.limits.segmentBytes, using: &random)
            try AuditFixture.write(repeatElement(0, count: written), to: "\(reserve).new")
        }
        for severity in AuditSeverity.allCases {
            guard let path = try fixture.segments(severity).last else { continue }
            let torn = Int.random(in: 0...140, using: &random)
            try fixture.edit(path) { bytes, frames in
                guard let last = frames.last, last.range.upperBound + torn <= bytes.count else { return }
                let start = last.range.upperBound
                bytes.replaceSubrange(start..<start + torn, with: bytes[last.range].prefix(torn))
            }
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func anyChangedByteIsDetected(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        try await log.fill(50)
        await log.close()
        let path = try #require(try fixture.segments().randomElement(using: &random))
        try fixture.edit(path) { bytes, frames in
            // The byte is in a record or in the empty space behind the last record.
            let position = Int.random(in: 0..<bytes.count, using: &random)
            bytes[position] ^= UInt8.random(in: 1...255, using: &random)
        }
        let reopened = try await fixture.open()
        let reports = await reopened.problems + reopened.openingNotes
        #expect(reports != [], "seed \(seed)")
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func randomBytesContainNoFrame(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bytes = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &random) }
        for _ in 0..<20 {
            let position = Int.random(in: 0..<1900, using: &random)
            bytes.replaceSubrange(position..<position + 4, with: Array("TAR1".utf8))
            bytes[position + 6] = 0
            bytes[position + 7] = 0
        }
        let items = Array(SegmentScan(bytes))
        #expect(items.count == 1 && items[0].frame == nil, "seed \(seed)")
    }
}
