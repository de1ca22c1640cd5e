/// A deadline has passed before the work was done.
package struct DeadlineExceeded: Error, Equatable {
    package init() {}
}

/// Runs `body`. After `limit` on `clock` it cancels `body`, waits for its end and throws `DeadlineExceeded`. A result that
/// `body` returns all the same is returned, so that nothing that was done is reported as not done. When the caller is
/// cancelled, `body` is too, and its error is thrown.
package func withDeadline<Result: Sendable>(
    _ limit: Duration, clock: any Clock<Duration> = ContinuousClock(),
    body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Progress<Result>.self) { group in
        group.addTask { .finished(try await body()) }
        group.addTask {
            try? await clock.sleep(for: limit)
            return .expired
        }
        defer { group.cancelAll() }
        if case .finished(let result) = try await group.next() { return result }
        group.cancelAll()
        do {
            if case .finished(let result) = try await group.next() { return result }
        } catch  where Task.isCancelled {
            throw error
        } catch {
            // The error is a consequence of the cancellation, or came too late.
        }
        throw DeadlineExceeded()
    }
}

/// Which of the two tasks ended.
private enum Progress<Result: Sendable>: Sendable {
    case finished(Result)
    case expired
}
