import GRDB
import HomeModel
import Testing

@testable import HomeStorage

struct AbsenceTests {
    private func absence(_ hour: Int) -> Absence {
        Absence(from: noon + .hours(hour), to: noon + .hours(hour) + .seconds(1800))
    }

    @Test func absencesAreThoseThatTouchTheTime() async throws {
        try await withDatabase { database in
            let store = database.readings
            for hour in [4, 0, 2] { try await store.note(absence(hour)) }
            // The same return is one absence, as it was noted last.
            try await store.note(absence(2))
            func asked(_ from: Duration, _ to: Duration) async throws -> [Absence] {
                try await store.absences(from: noon + from, to: noon + to)
            }
            #expect(try await asked(.hours(-1), .hours(9)) == [absence(0), absence(2), absence(4)])
            #expect(try await asked(.seconds(1800), .hours(2)) == [absence(0)])
            #expect(try await asked(.milliseconds(1_800_001), .hours(2)).isEmpty)
            #expect(try await asked(.hours(2), .hours(2) + .milliseconds(1)) == [absence(2)])
        }
    }

    @Test func onlyTheLatestAreKeptAndShown() async throws {
        try await withDatabase { database in
            try await database.pool.write { db in
                for number in 0..<(ReadingStore.mostAbsences + 20) {
                    try db.execute(
                        sql: "INSERT INTO absence (ended, began) VALUES (?, ?)",
                        arguments: [number * 10 + 5, number * 10])
                }
            }
            try await database.readings.note(absence(0))
            let count = try await database.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM absence") }
            #expect(count == ReadingStore.mostAbsences)
            let shown = try await database.readings.absences(
                from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max))
            #expect(shown.count == ReadingStore.mostAbsencesShown && shown.last == absence(0))
            #expect(shown == shown.sorted { $0.to < $1.to })
        }
    }
}
