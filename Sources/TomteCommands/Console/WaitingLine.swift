/// Shows on a terminal how long the program has been waiting: one line that changes each second and is erased at the
/// end. It shows nothing when the output is not a terminal.
enum WaitingLine {
    /// A wait that ends within this time shows no line.
    static let delay = Duration.seconds(2)

    /// Runs `work`, and meanwhile shows `text` and the elapsed time on a separate line.
    static func show<Result: Sendable>(
        _ text: String, on console: Console = .errors, during work: () async throws(CLIError) -> Result
    ) async throws(CLIError) -> Result {
        guard console.terminal.isInteractive else { return try await work() }
        let start = ContinuousClock.now
        let result: Swift.Result<Result, CLIError>
        do {
            // The child task is cancelled and has ended at the end of this scope.
            async let _: Void = keepShowing(text, on: console, since: start)
            result = await .of(work)
        }
        if ContinuousClock.now - start >= delay { console.replaceLine("") }
        return try result.get()
    }

    private static func keepShowing(_ text: String, on console: Console, since start: ContinuousClock.Instant) async {
        var next = start + delay
        while (try? await Task.sleep(until: next, clock: .continuous)) != nil {
            let line = StyledText("\(text) … \(RelativeTime.text(ContinuousClock.now - start))", style: .faint)
            console.replaceLine(line.truncated(to: max(20, console.terminal.columns - 1)))
            next += .seconds(1)
        }
    }
}

extension Result where Failure == CLIError, Success: Sendable {
    fileprivate static func of(_ work: () async throws(CLIError) -> Success) async -> Self {
        do throws(CLIError) {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }
}
