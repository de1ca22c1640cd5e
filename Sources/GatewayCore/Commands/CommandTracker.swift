package import HomeModel
package import AuditTrail
import Logging

/// Tracks every command of the last 24 hours, and the requests that wait for their outcomes.
package actor CommandTracker {
    package static let recordLifetime = Duration.hours(24)
    static let maximumCommands = 20_000
    static let maximumKeys = 20_000
    /// The limit for commands that were refused or invalid.
    static let maximumRefused = 1024

    /// A command that has not ended, and the requests that wait for it.
    private struct TrackedCommand {
        var record: CommandRecord
        let asker: String
        let since: Duration
        let opened = ContinuousClock.now
        var digest: IdempotencyDigest?
        var waiters: [AsyncStream<CommandRecord>.Continuation] = []
    }

    /// The command for which an idempotency key was used.
    private struct IdempotentCommand {
        let id: CommandID
        let body: String
        /// Nil until the command has ended.
        var record: CommandRecord?
    }

    private var open: [CommandID: TrackedCommand] = [:]
    private var ended = FairCache<CommandID, CommandRecord>(limit: maximumCommands)
    private var refused = FairCache<CommandID, CommandRecord>(limit: maximumRefused)
    /// Commands by the digest of their idempotency key. A key is removed when its command ends without having been sent
    /// or replaced.
    private var keys = FairCache<String, IdempotentCommand>(limit: maximumKeys)
    private let feed: LiveFeed
    private let awaited: AwaitedReports?
    private let uptime: @Sendable () -> Duration
    package private(set) var meter = CommandMetrics()

    /// With `recent`, the ledger continues with the commands of an earlier run of the gateway. `awaited` gets the series
    /// of commands that were not answered in time.
    package init(
        feed: LiveFeed, recent: RecentCommands? = nil, awaited: AwaitedReports? = nil,
        uptime: @escaping @Sendable () -> Duration
    ) {
        self.feed = feed
        self.awaited = awaited
        self.uptime = uptime
        for command in recent?.commands ?? [] {
            guard command.age < Self.recordLifetime else { continue }
            let since = uptime() - command.age
            let (record, asker) = (command.record, command.record.sender ?? "")
            if record.passedChecks {
                ended.insert(record, for: record.id, of: asker, since: since)
            } else {
                refused.insert(record, for: record.id, of: asker, since: since)
            }
            guard let digest = command.digest, command.keepsIdempotencyKey else { continue }
            keys.insert(
                IdempotentCommand(id: record.id, body: digest.body, record: record), for: digest.key, of: asker,
                since: since)
        }
    }

    /// Returns the record of a command; nil for an unknown one.
    package func record(_ id: CommandID) -> CommandRecord? { open[id]?.record ?? ended[id] ?? refused[id] }

    /// The commands to a device, newest first.
    func records(of device: DeviceID) -> [CommandRecord] {
        var found = open.values.map(\.record).filter { $0.series.device == device }
        found += ended.values.filter { $0.series.device == device }
        found += refused.values.filter { $0.series.device == device }
        return found.sorted { ($0.receivedAt, $0.id.rawValue) > ($1.receivedAt, $1.id.rawValue) }
    }

    /// Opens a record and returns its id. When the same idempotency key was used before, returns the id of that
    /// command, or throws `.keyReused` if its content differs.
    func open(_ request: CommandRequest, by identity: Identity) throws(CommandRefusal) -> CommandID {
        let now = uptime()
        forget(before: now - Self.recordLifetime)
        let digest = IdempotencyDigest(request, by: identity)
        if let digest, let known = keys[digest.key] {
            guard known.body == digest.body else { throw .keyReused }
            // Newer commands may have displaced its record.
            if let record = known.record, self.record(known.id) == nil {
                ended.insert(record, for: known.id, of: "\(identity)", since: now)
            }
            return known.id
        }
        var record = CommandRecord(
            id: request.id, series: request.series, value: request.value, receivedAt: request.receivedAt,
            deadline: request.deadline, stage: .accepted)
        record.sender = "\(identity)"
        record.parent = request.parent
        open[request.id] = TrackedCommand(record: record, asker: "\(identity)", since: now, digest: digest)
        if let digest {
            keys.insert(
                IdempotentCommand(id: request.id, body: digest.body), for: digest.key, of: "\(identity)", since: now)
        }
        return request.id
    }

    /// Moves a command to `stage` and notifies the requests that wait. Does nothing once the command has ended.
    func move(_ id: CommandID, to stage: CommandStage) async {
        guard var tracked = open[id], tracked.record.stage != stage else { return }
        tracked.record.stage = stage
        open[id] = tracked
        await notifyWaiters(tracked)
    }

    /// Ends a command with its result and notifies the requests that wait.
    func end(_ id: CommandID, result: CommandResult) async {
        guard var tracked = open.removeValue(forKey: id) else { return }
        tracked.record.stage = .ended(result.outcome)
        tracked.record.detail = result.detail
        tracked.record.reported = result.reported
        tracked.record.refusal = result.refusal
        tracked.record.code = result.code
        if result.outcome == .timedOut { awaited?.add(tracked.record.series) }
        let record = tracked.record
        if record.passedChecks {
            ended.insert(record, for: id, of: tracked.asker, since: tracked.since)
        } else {
            refused.insert(record, for: id, of: tracked.asker, since: tracked.since)
        }
        if let key = tracked.digest?.key, keys[key]?.id == id {
            // The same key may repeat a command that was never sent. The key of a replaced command stays used, because
            // a repetition must not come after the newer command.
            if result.mayHaveArrived || result.outcome == .superseded {
                keys.change(key) { $0.record = record }
            } else {
                keys.remove(key)
            }
        }
        await notifyWaiters(tracked)
    }

    /// Replaces a person who is erased by a pseudonym in all records. Idempotency keys of the person stay until they
    /// expire, as digests.
    func replace(sender person: PersonID, by pseudonym: String) {
        func replace(_ record: inout CommandRecord) {
            record.sender = record.sender?.replacing(actor: person, by: pseudonym)
        }
        for id in Array(open.keys) {
            if var tracked = open[id] {
                replace(&tracked.record)
                open[id] = tracked
            }
        }
        ended.changeAll(body: replace)
        refused.changeAll(body: replace)
        keys.changeAll { known in
            guard var record = known.record else { return }
            replace(&record)
            known.record = record
        }
    }

    private func notifyWaiters(_ tracked: TrackedCommand) async {
        meter.note(tracked.record.stage, after: ContinuousClock.now - tracked.opened)
        for waiter in tracked.waiters {
            waiter.yield(tracked.record)
            if tracked.record.outcome != nil { waiter.finish() }
        }
        await feed.publish([.command(tracked.record)])
    }

    /// Waits until the command is dispatched (or has ended), or with `.ended` until it has ended, and returns its
    /// record. Returns nil for an unknown command.
    package func await(_ id: CommandID, until milestone: Milestone) async -> CommandRecord? {
        guard let tracked = open[id] else { return record(id) }
        if milestone.isReached(by: tracked.record) { return tracked.record }
        let (records, waiter) = AsyncStream.makeStream(of: CommandRecord.self)
        open[id]?.waiters.append(waiter)
        var last: CommandRecord?
        for await record in records {
            last = record
            if milestone.isReached(by: record) { return record }
        }
        return record(id) ?? last
    }

    /// The stage for which a request waits.
    package enum Milestone: Sendable {
        case dispatched, ended

        func isReached(by record: CommandRecord) -> Bool {
            if record.outcome != nil { return true }
            return self == .dispatched && record.stage != .accepted
        }
    }

    private func forget(before edge: Duration) {
        ended.removeAll(before: edge)
        refused.removeAll(before: edge)
        keys.removeAll(before: edge)
    }
}

/// Counts how commands ended since the start of the gateway, and how long they took.
package struct CommandMetrics: Sendable {
    package private(set) var outcomes = Dictionary(uniqueKeysWithValues: CommandOutcome.allCases.map { ($0, 0) })
    /// The time from accepted to sent.
    package private(set) var untilSent = Histogram()
    /// The time from accepted to the end.
    package private(set) var untilEnded = Histogram()

    mutating func note(_ stage: CommandStage, after time: Duration) {
        switch stage {
        case .dispatched: untilSent.record(time)
        case .ended(let outcome):
            outcomes[outcome, default: 0] += 1
            untilEnded.record(time)
        case .accepted, .acknowledged: break
        }
    }
}

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
