import Dispatch
import GRDB
import Synchronization
import TestSupport

@testable import HomeStorage

/// A disk that waits with every change of some rows until the test says whether it takes it.
final class HeldDisk: Sendable {
    enum Row: String { case grants = "access_grant", people = "person", clients = "client", pins = "pin" }
    enum Change: String { case insert, update }

    private let asked = Mutex(0)
    private let answers = Mutex<[Bool]>([])
    private let answered = DispatchSemaphore(value: 0)

    init(_ row: Row, _ change: Change = .update, of home: CoreHome) async throws {
        try await home.database.people.pool.connections.writeWithoutTransaction { [self] db in
            db.add(
                function: DatabaseFunction("is_taken", argumentCount: 0) { _ in
                    self.asked.withLock { $0 += 1 }
                    self.answered.wait()
                    return self.answers.withLock { $0.removeFirst() }
                })
            try db.execute(
                sql: """
                    CREATE TEMP TRIGGER held BEFORE \(change.rawValue) ON main.\(row.rawValue) WHEN NOT is_taken()
                    BEGIN SELECT RAISE(ABORT, 'stuck'); END
                    """)
        }
    }

    /// Waits until it was asked to change so many rows.
    func isAsked(_ times: Int) async throws {
        try await eventually("the disk is asked") {
            asked.withLock { $0 } >= times
        }
    }

    func answer(_ isTaken: Bool...) {
        answers.withLock { $0 += isTaken }
        for _ in isTaken { answered.signal() }
    }
}
