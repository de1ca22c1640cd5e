import HomeModel
import HomeStorage
import Logging

/// Writes the closing audit entry of each command. An entry that could not be written is logged and tried again:
/// otherwise the next start would write `timedOut` for the command, although its outcome was reported already.
actor OutcomeWriter {
    static let retryAfter = Duration.seconds(5)
    private static let mostUnwritten = 1024

    private let audit: AuditLog
    private let clock: HomeClock
    private let logger: Logger
    private var unwritten: [(command: AuditedCommand, result: CommandResult)] = []
    private let (failures, failure) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(audit: AuditLog, clock: HomeClock, logger: Logger) {
        self.audit = audit
        self.clock = clock
        self.logger = logger
    }

    /// Writes the closing entry. Returns when the entry is on the disk, or when the write has failed; `run` repeats
    /// failed writes.
    func close(_ command: AuditedCommand, result: CommandResult) async {
        guard await !write(command, result: result) else { return }
        guard unwritten.count < Self.mostUnwritten else { return }
        unwritten.append((command, result))
        failure.yield()
    }

    /// Repeats failed writes, until cancelled.
    func run() async {
        for await _ in failures {
            while !unwritten.isEmpty, !Task.isCancelled {
                await clock.sleep(for: Self.retryAfter)
                await retry()
            }
        }
    }

    private func retry() async {
        while let next = unwritten.first {
            guard await write(next.command, result: next.result) else { return }
            unwritten.removeFirst()
        }
    }

    private func write(_ command: AuditedCommand, result: CommandResult) async -> Bool {
        do throws(AuditError) {
            try await audit.close(
                command,
                closing: CommandOutcomeEntry(
                    result.outcome, detail: result.detail, reported: result.reported,
                    mayHaveArrived: result.mayHaveArrived, executableFor: result.executableFor,
                    isAccepted: result.isAccepted))
            return true
        } catch {
            logger.error(
                "the outcome of a command could not be written to the audit log",
                metadata: [
                    LogKey.command: "\(command.command.request.id)", LogKey.outcome: "\(result.outcome.rawValue)",
                    LogKey.errorCode: "\(error)",
                ])
            return false
        }
    }
}
