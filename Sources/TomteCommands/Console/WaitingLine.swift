/// Says on a terminal for how long something has been waited for: one line that changes each second and is erased at the
/// end. It says nothing where the output is no terminal.
enum WaitingLine {
    /// What ends within this time needs no line.
    static let patience = Duration.seconds(2)

    /// Runs `work`, with `text` and the time that has passed on a line of its own.
    static func show<Result: Sendable>(
        _ text: String, on console: Console = .errors, during work: () async throws(CommandFailure) -> Result
    ) async throws(CommandFailure) -> Result {
        guard console.terminal.isInteractive else { return try await work() }
        let start = ContinuousClock.now
        let result: Swift.Result<Result, CommandFailure>
        do {
            // It is cancelled and has ended when this scope is left.
            async let _: Void = keepShowing(text, on: console, since: start)
            result = await .of(work)
        }
        if ContinuousClock.now - start >= patience { console.replaceLine("") }
        return try result.get()
    }

    private static func keepShowing(_ text: String, on console: Console, since start: ContinuousClock.Instant) async {
        var next = start + patience
        while (try? await Task.sleep(until: next, clock: .continuous)) != nil {
            let line = StyledText("\(text) … \(RelativeTime.text(ContinuousClock.now - start))", .faint)
            console.replaceLine(line.truncated(to: max(20, console.terminal.columns - 1)))
            next += .seconds(1)
        }
    }
}

extension Result where Failure == CommandFailure, Success: Sendable {
    fileprivate static func of(_ work: () async throws(CommandFailure) -> Success) async -> Self {
        do throws(CommandFailure) {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }
}
