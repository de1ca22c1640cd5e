import SeededRandom
import HomeModel
import Testing

@testable import AuditTrail
import StorageFixtures

@Suite struct AuditEntryReaderTests {
    private func filled() async throws -> (AuditFixture, AuditLog) {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        for number in 0..<60 {
            fixture.advance(by: .seconds(1))
            let actor = ["anna", "ann", "console", "console as anna"][number % 4]
            let severity = AuditSeverity.allCases[number % 3]
            _ = try await log.append(
                AuditEntry(
                    number % 2 == 0 ? .settingsChange : .deviceRename, severity: severity, actor: actor,
                    target: "t\(number % 5)", metadata: ["number": String(number)]))
        }
        return (fixture, log)
    }

    private func numbers(_ log: AuditLog, filter: AuditFilter) async throws -> [Int] {
        try await log.records(filter).compactMap { $0.entry.metadata["number"].flatMap(Int.init) }
    }

    @Test func newestEntriesComeFirstAcrossChains() async throws {
        let (_, log) = try await filled()
        #expect(try await numbers(log, filter: AuditFilter(limit: 1000)) == Array((0..<60).reversed()))
        #expect(try await numbers(log, filter: AuditFilter(limit: 5)) == [59, 58, 57, 56, 55])
    }

    @Test func sinceEventSeverityAndTargetFilterEntries() async throws {
        let (fixture, log) = try await filled()
        let since = AuditFilter(since: fixture.now - .seconds(9))
        #expect(try await numbers(log, filter: since) == Array((50..<60).reversed()))
        #expect(try await numbers(log, filter: AuditFilter(event: .deviceRename)).allSatisfy { $0 % 2 == 1 })
        #expect(
            try await numbers(log, filter: AuditFilter(severity: .warning))
                == stride(from: 58, through: 1, by: -3).map { $0 })
        #expect(try await numbers(log, filter: AuditFilter(target: "t3")).allSatisfy { $0 % 5 == 3 })
    }

    @Test func actorFilterMatchesWholeWords() async throws {
        let (_, log) = try await filled()
        #expect(try await numbers(log, filter: AuditFilter(actor: "ann")).allSatisfy { $0 % 4 == 1 })
        // The filter finds a person by their id, at their clients and through the console.
        let anna = try await numbers(log, filter: AuditFilter(actor: "anna"))
        #expect(anna.count == 30 && anna.allSatisfy { [0, 3].contains($0 % 4) })
        #expect(try await numbers(log, filter: AuditFilter(actor: "console")).count == 30)
        #expect(try await numbers(log, filter: AuditFilter(actor: "console as anna")).count == 15)
    }

    @Test(arguments: [Int.min, -1, 0]) func nonPositiveLimitGivesOneEntry(limit: Int) async throws {
        let (_, log) = try await filled()
        #expect(try await log.records(AuditFilter(limit: limit)).count == 1)
    }

    @Test func listingFromTheEndHasNoLaterEntry() async throws {
        let (_, log) = try await filled()
        let end = await log.end()
        _ = try await log.append(
            AuditEntry(.settingsChange, severity: .warning, actor: "anna", metadata: ["number": "60"]))
        #expect(try await numbers(log, filter: AuditFilter(limit: 1)) == [60])
        #expect(try await numbers(log, filter: AuditFilter(before: end, limit: 1000)) == Array((0..<60).reversed()))
    }

    @Test func untilAndSuccessFilterEntries() async throws {
        let (fixture, log) = try await filled()
        let until = AuditFilter(until: fixture.now - .seconds(50))
        #expect(try await numbers(log, filter: until) == Array((0..<10).reversed()))
        let refusal = AuditEntry(
            .deviceControl, severity: .warning, actor: "ann", success: false, metadata: ["number": "60"])
        try await log.appendRefusal(refusal)
        #expect(try await numbers(log, filter: AuditFilter(success: false)) == [60])
        #expect(try await numbers(log, filter: AuditFilter(success: true, limit: 1000)).count == 60)
    }

    @Test func actionsOfAPersonIncludeThoseThroughTheConsole() async throws {
        let (_, log) = try await filled()
        var own = AuditFilter()
        own.actionsOf = PersonID("anna")
        #expect(try await numbers(log, filter: own).allSatisfy { [0, 3].contains($0 % 4) })
        #expect(try await numbers(log, filter: own).count == 30)
    }

    /// A person is named as the actor and as the person concerned, and not by the id of a device that is the same.
    @Test func entriesThatNameAPersonAreFound() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        let entries: [(AuditEntry, isNaming: Bool)] = [
            (AuditEntry(.settingsChange, actor: "kim", metadata: ["number": "0"]), true),
            (AuditEntry(.settingsChange, actor: "console as kim", metadata: ["number": "1"]), true),
            (AuditEntry(.policyChange, actor: "anna", concerned: PersonID("kim"), metadata: ["number": "2"]), true),
            (AuditEntry(.deviceControl, actor: "anna", target: "kim", metadata: ["number": "3"]), false),
            (
                AuditEntry(.policyChange, actor: "kimberly", concerned: PersonID("anna"), metadata: ["number": "4"]),
                false
            ),
            (
                AuditEntry(
                    .clientRevoke, actor: "anna", target: "phone", concerned: PersonID("kim"),
                    metadata: ["number": "5"]), true
            ),
        ]
        for (entry, _) in entries { _ = try await log.append(entry) }
        var filter = AuditFilter()
        filter.naming = PersonID("kim")
        let found = Set(try await numbers(log, filter: filter))
        #expect(found == Set(entries.indices.filter { entries[$0].isNaming }))
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>) func pagesGiveEveryEntryOnceInOrder(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let (fixture, log) = try await filled()
        var filter = AuditFilter(limit: Int.random(in: 1...25, using: &random))
        if Bool.random(using: &random) { filter.event = .settingsChange }
        var all = filter
        all.limit = 1000
        let expected = try await numbers(log, filter: all)
        var seen: [Int] = []
        while true {
            let page = try await log.page(filter)
            seen += page.records.compactMap { $0.entry.metadata["number"].flatMap(Int.init) }
            // Entries that are written in the meantime are not part of the older pages.
            fixture.advance(by: .seconds(1))
            try await log.fill(1, severity: AuditSeverity.allCases.randomElement(using: &random) ?? .warning)
            guard let next = page.next else { break }
            filter.before = AuditCursor(next.description)
            #expect(filter.before == next)
        }
        #expect(seen == expected, "seed \(seed)")
    }
}
