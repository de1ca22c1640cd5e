import GRDB
import HomeModel
import Testing

@testable import HomeStore
import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

struct AbsenceTests {
    private func absence(_ hour: Int) -> Absence {
        Absence(from: noon + .hours(hour), to: noon + .hours(hour) + .seconds(1800))
    }

    @Test func absencesOverlappingTheTimeAreReturned() async throws {
        try await withDatabase { database in
            let store = database.readings
            for hour in [4, 0, 2] { try await store.add(absence(hour)) }
            // Absences with the same end are one absence; the one that was added last is stored.
            try await store.add(absence(2))
            func stored(_ from: Duration, _ to: Duration) async throws -> [Absence] {
                try await store.absences(from: noon + from, to: noon + to)
            }
            #expect(try await stored(.hours(-1), .hours(9)) == [absence(0), absence(2), absence(4)])
            #expect(try await stored(.seconds(1800), .hours(2)) == [absence(0)])
            #expect(try await stored(.milliseconds(1_800_001), .hours(2)).isEmpty)
            #expect(try await stored(.hours(2), .hours(2) + .milliseconds(1)) == [absence(2)])
        }
    }

    @Test func onlyTheLatestAbsencesAreKeptAndReturned() async throws {
        try await withDatabase { database in
            try await database.pool.write { db in
                for number in 0..<(ReadingStore.maximumAbsences + 20) {
                    try db.execute(
                        sql: "INSERT INTO absence (ended, began) VALUES (?, ?)",
                        arguments: [number * 10 + 5, number * 10])
                }
            }
            try await database.readings.add(absence(0))
            let count = try await database.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM absence") }
            #expect(count == ReadingStore.maximumAbsences)
            let found = try await database.readings.absences(
                from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max))
            #expect(found.count == ReadingStore.maximumAbsencesPerQuery && found.last == absence(0))
            #expect(found == found.sorted { $0.to < $1.to })
        }
    }
}
