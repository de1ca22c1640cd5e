import GRDB

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
