import GRDB
import HomeModel
import SeededRandom
import Testing

@testable import HomeStore
import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

/// The history of presence on real stores, with and without the consent.
struct PresenceRetentionTests {
    private let answer = ConsentRecord.Answer(version: 1, time: noon, person: nil, isFromConsole: true)

    /// Appends a change of each series on each of the last 20 days, at noon.
    private func appendDays(_ all: [SeriesID], to database: HomeDatabase) async throws {
        try await database.readings.append(
            readings: [],
            changes: (0..<20).flatMap { day in
                all.map { StateChange(series: $0, time: noon - .days(day), value: .boolean(day % 2 == 0)) }
            })
        try await database.readings.flushAndCompactAll()
    }

    private func days(of series: SeriesID, in database: HomeDatabase) async throws -> Int {
        try await database.readings.newestStateChanges(
            of: series, from: noon - .days(100), to: noon + .days(1), limit: 1000
        ).count
    }

    /// Columns: the state of the consent, and the number of days of motion that are left after a purge.
    @Test(
        arguments: [(nil, 8), (.notGiven, 8), (.notAsked, 20), (.given, 20)]
            as [(ConsentRecord.State?, Int)])
    func purgeFollowsTheConsent(_ state: ConsentRecord.State?, left: Int) async throws {
        try await withDatabase { database in
            let (motion, door) = (try series("hall", kind: .motion), try series("door", kind: .contact))
            try await appendDays([motion, door], to: database)
            if let state { try await database.consents.save(ConsentRecord(state: state), of: .presenceHistory) }
            let purged = try await database.retention.purge(now: noon)
            #expect(purged.deleted.records.stateChanges == 20 - left && purged.overdue?.total == 0)
            #expect(try await days(of: motion, in: database) == left)
            #expect(try await days(of: door, in: database) == 20)
        }
    }

    /// A shorter term of presence applies, and an exception of the series cannot lengthen it. A hold can.
    @Test func ownTermsShortenPresenceAndAHoldKeepsIt() async throws {
        try await withDatabase { database in
            let (hall, office, attic) = (
                try series("hall", kind: .motion), try series("office", kind: .occupancy),
                try series("attic", kind: .motion)
            )
            try await appendDays([hall, office, attic], to: database)
            var terms = RetentionTerms(presenceDays: 5)
            terms.exceptions[hall] = RetentionException(days: 300, rollUpDays: 900)
            terms.exceptions[office] = RetentionException(hold: "a burglary")
            terms.exceptions[attic] = RetentionException(days: 2)
            try await database.retention.save(terms)
            let surplus = try await database.retention.presenceSurplus(now: noon)
            #expect(surplus.records == 14 + 17 && surplus.series == 2 && surplus.heldSeries == 1)
            #expect(surplus.oldest == noon - .days(19))
            _ = try await database.retention.purge(now: noon)
            #expect(try await days(of: hall, in: database) == 6)
            #expect(try await days(of: office, in: database) == 20)
            #expect(try await days(of: attic, in: database) == 3)
        }
    }

    /// The preview of a withdrawal counts what the deletion after it deletes, and the deletion repeats safely.
    @Test(arguments: [1, 2, 3] + (0..<3).map { _ in UInt64.random(in: 1000...10_000_000) })
    func withdrawalDeletesWhatItsPreviewCounts(seed: UInt64) async throws {
        try await withDatabase { database in
            var random = SeededGenerator(seed: seed)
            let all = try [
                series("a", kind: .motion), series("b", kind: .occupancy), series("c", kind: .contact),
                series("d", kind: .lock),
            ]
            let changes = (0..<2000).map { _ in
                StateChange(
                    series: all.randomElement(using: &random) ?? all[0],
                    time: noon - .milliseconds(Int64.random(in: 0...40 * 86_400_000, using: &random)),
                    value: .boolean(Bool.random(using: &random)))
            }
            try await database.readings.append(readings: [], changes: changes)
            try await database.readings.flushAndCompactAll()
            let given = ConsentRecord.initial.given(answer)
            try await database.consents.save(given, of: .presenceHistory)
            // Nothing is deleted while the consent is given.
            #expect(try await database.retention.purgePresence(now: noon).deleted.total == 0)
            let surplus = try await database.retention.presenceSurplus(now: noon)
            let stored = Dictionary(grouping: changes, by: \.series).mapValues { Set($0.map(\.time)) }
            let expected = all.filter { $0.capability.kind.isPresence }.map { series in
                stored[series, default: []].filter { $0 < noon - .days(7) }.count
            }
            #expect(surplus.records == expected.reduce(0, +), "seed \(seed)")
            try await database.consents.save(given.withdrawn(answer), of: .presenceHistory)
            let purged = try await database.retention.purgePresence(now: noon)
            #expect(purged.deleted.records.stateChanges == surplus.records && purged.interruption == nil)
            #expect(try await database.retention.purgePresence(now: noon).deleted.total == 0)
            for series in all {
                let kept = stored[series, default: []]
                    .filter { !series.capability.kind.isPresence || $0 >= noon - .days(7) }
                #expect(try await days(of: series, in: database) == kept.count, "seed \(seed): \(series)")
            }
        }
    }
}
