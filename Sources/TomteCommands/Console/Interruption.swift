import Foundation
import UnixSignals

enum Interruption {
    /// Lets Ctrl-C end the process at once, for a subcommand that has no buffered lines and no resources to release.
    static func endsProcess() {
        signal(SIGINT) { _ in
            // The shell's prompt begins on a new line, not on the one with ^C.
            if isatty(STDOUT_FILENO) == 1 { _ = write(STDOUT_FILENO, "\n", 1) }
            _exit(ExitStatus.done.rawValue)
        }
    }
}

/// Runs `body`. At SIGINT (Ctrl-C) or SIGTERM it cancels `body`, waits for its end and throws `CancellationError`.
func interruptible<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    return try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            for await _ in signals { break }
            return nil
        }
        let first = try await group.next() ?? nil
        group.cancelAll()
        guard let first else { throw CancellationError() }
        return first
    }
}
