import Dispatch
import GRDB
import Synchronization
import TestSupport

@testable import HomeStore
@testable import SQLiteDatabase

/// Pauses every change of one table in the database of a home until the test decides whether the change succeeds.
final class PausedDatabase: Sendable {
    enum Table: String { case grants = "access_grant", people = "person", clients = "client", pins = "pin" }
    enum Change: String { case insert, update }

    private let changes = Mutex(0)
    private let decisions = Mutex<[Bool]>([])
    private let decided = DispatchSemaphore(value: 0)

    init(_ table: Table, change: Change = .update, of home: CoreHome) async throws {
        try await home.database.people.pool.connections.writeWithoutTransaction { [self] db in
            db.add(
                function: DatabaseFunction("is_accepted", argumentCount: 0) { _ in
                    self.changes.withLock { $0 += 1 }
                    self.decided.wait()
                    return self.decisions.withLock { $0.removeFirst() }
                })
            try db.execute(
                sql: """
                    CREATE TEMP TRIGGER held BEFORE \(change.rawValue) ON main.\(table.rawValue) WHEN NOT is_accepted()
                    BEGIN SELECT RAISE(ABORT, 'stuck'); END
                    """)
        }
    }

    /// Waits until this many changes were attempted.
    func waitForChanges(_ count: Int) async throws {
        try await eventually("the change is attempted") {
            changes.withLock { $0 } >= count
        }
    }

    /// Lets the next changes succeed or fail, in order; also changes that are not attempted yet.
    func answer(_ isAccepted: Bool...) {
        decisions.withLock { $0 += isAccepted }
        for _ in isAccepted { decided.signal() }
    }
}

extension CoreHome {
    /// Runs `body` while another connection holds the write lock of the home's database, as another program would.
    func whileDatabaseIsLocked(_ body: () async throws -> Void) async throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: "\(folder)/home.sqlite", configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        do {
            try await body()
        } catch {
            // Closing ends the transaction, and with it the lock.
            try other.close()
            throw error
        }
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try other.close()
    }
}
