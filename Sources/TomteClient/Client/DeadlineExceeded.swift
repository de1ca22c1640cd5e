/// A deadline has passed.
package struct DeadlineExceeded: Error {}

/// Runs `body`. After `limit` it cancels `body`, waits for its end and throws `DeadlineExceeded`.
package func withDeadline<Result: Sendable>(
    _ limit: Duration, body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask(operation: body)
        group.addTask {
            try await Task.sleep(for: limit)
            throw DeadlineExceeded()
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw DeadlineExceeded() }
        return first
    }
}
