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

    /// Whether the program goes on when its terminal closes, because it was started with `nohup`.
    fileprivate static var ignoresHangUp: Bool {
        var action = sigaction()
        guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
        // Swift compares no functions. The value of SIG_IGN is 1.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}

/// Runs `body`. At SIGINT (Ctrl-C) or SIGTERM it cancels `body`, waits for its end and throws `CancellationError`. With
/// `endsWithTerminal` it does so also when the terminal closes, unless the program was started with `nohup`.
func interruptible<Result: Sendable>(
    endsWithTerminal: Bool = false, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let hangUp: [UnixSignal] = endsWithTerminal && !Interruption.ignoresHangUp ? [.sighup] : []
    let signals = await UnixSignalsSequence(trapping: [.sigint, .sigterm] + hangUp)
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
