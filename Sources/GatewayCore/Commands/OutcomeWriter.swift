import HomeModel
import HomeStorage
import Logging

/// Writes the closing audit entry of each command. An entry that the disk did not take is logged and tried again, because
/// the next start would write `timedOut` for it, although its outcome was told.
actor OutcomeWriter {
    static let retryAfter = Duration.seconds(5)
    private static let mostUnwritten = 1024

    private let audit: AuditLog
    private let clock: HomeClock
    private let logger: Logger
    private var unwritten: [(command: AuditedCommand, ending: CommandEnding)] = []
    private let (failures, failure) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(audit: AuditLog, clock: HomeClock, logger: Logger) {
        self.audit = audit
        self.clock = clock
        self.logger = logger
    }

    /// Returns when the entry is on the disk, or when the disk refused it.
    func close(_ command: AuditedCommand, _ ending: CommandEnding) async {
        guard await !write(command, ending) else { return }
        guard unwritten.count < Self.mostUnwritten else { return }
        unwritten.append((command, ending))
        failure.yield()
    }

    /// Tries again what was not written, until cancelled.
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
            guard await write(next.command, next.ending) else { return }
            unwritten.removeFirst()
        }
    }

    private func write(_ command: AuditedCommand, _ ending: CommandEnding) async -> Bool {
        do throws(AuditError) {
            try await audit.close(
                command,
                CommandClosing(
                    ending.outcome, detail: ending.detail, reported: ending.reported,
                    mayHaveArrived: ending.mayHaveArrived, executableFor: ending.executableFor,
                    isAccepted: ending.isAccepted))
            return true
        } catch {
            logger.error(
                "the outcome of a command could not be written to the audit log",
                metadata: [
                    LogKey.command: "\(command.command.request.id)", LogKey.outcome: "\(ending.outcome.rawValue)",
                    LogKey.errorCode: "\(error)",
                ])
            return false
        }
    }
}
