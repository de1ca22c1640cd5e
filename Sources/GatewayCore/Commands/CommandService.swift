import Concurrency
package import HomeModel
package import AuditTrail
package import Logging

/// Handles a command in three steps, from top to bottom: `submit`, `decide` and `perform`.
package struct CommandService: Sendable {
    let registry: HomeRegistry
    let people: PeopleRegistry
    private let authorization: CommandAuthorization
    private let queue: CommandQueue
    private let rateLimit: CommandRateLimit
    let audit: AuditLog
    private let dispatcher: CommandDispatcher
    private let outcomes: OutcomeWriter
    private let logger: Logger
    let clock: HomeClock
    private let arrivals: AsyncStream<Arrival>
    private let arrival: AsyncStream<Arrival>.Continuation

    /// An authorized and valid command with its position in the queue, or the refusal.
    private typealias Decision = Result<(ValidCommand, CommandQueue.QueueTicket), CommandRefusal>

    package let tracker: CommandTracker

    package init(
        registry: HomeRegistry, people: PeopleRegistry, authorization: CommandAuthorization, audit: AuditLog,
        dispatcher: CommandDispatcher, tracker: CommandTracker, clock: HomeClock, logger: Logger
    ) {
        self.registry = registry
        self.people = people
        self.authorization = authorization
        self.audit = audit
        self.dispatcher = dispatcher
        self.tracker = tracker
        self.clock = clock
        self.logger = logger
        queue = CommandQueue(clock: clock)
        outcomes = OutcomeWriter(audit: audit, clock: clock, logger: logger)
        rateLimit = CommandRateLimit(uptime: clock.uptime)
        (arrivals, arrival) = AsyncStream.makeStream(of: Arrival.self, bufferingPolicy: .bufferingOldest(1024))
    }

    /// The number of commands that wait to be sent, and of those that are under way.
    package var queueDepth: (waiting: Int, inFlight: Int) { get async { await queue.depth } }

    /// Performs submitted commands until cancelled. It runs apart from the requests, so a client that disconnects does
    /// not stop its command half-way.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await outcomes.run() }
            for await arrival in arrivals {
                guard case .command(let next) = arrival else {
                    arrival.answer()
                    continue
                }
                // Decisions are made one after the other, so that commands enter the queue in the order of arrival.
                let decision = await decide(next.request, by: next.identity)
                // The task starts at once on this thread and runs up to the audit entry: waking another thread would
                // cost more than that work.
                group.addImmediateTask {
                    await RequestID.$current.withValue(next.requestID) {
                        await perform(next, decision: decision)
                    }
                }
            }
            group.cancelAll()
        }
    }

    /// Returns when the commands that were submitted so far are decided and the queue has taken a turn, or the task is
    /// cancelled. Waits neither for devices nor for the disk.
    package func nextTurn() async {
        let reply = Reply()
        if case .enqueued = arrival.yield(.reply(reply)) { await reply.wait() }
        _ = await queueDepth
    }

    /// Accepts a command and returns its id, with which its outcome can be read. An idempotency key that was used
    /// before returns the id of the earlier command. Throws `.tooFast`, `.busy` or `.keyReused`.
    package func submit(_ request: CommandRequest, by identity: Identity) async throws(CommandRefusal) -> CommandID {
        guard await isWithinRateLimit(request, by: identity) else {
            await recordRateLimitRefusal(of: identity)
            throw .tooFast
        }
        return try await enqueue(request, by: identity)
    }

    /// Accepts a child of a group command. Its rate was checked with that of the whole group, by `admits`.
    func submit(childOf group: AuditedGroupCommand, number index: Int, by identity: Identity)
        async throws(CommandRefusal)
    {
        _ = try await enqueue(group.children[index], by: identity)
    }

    /// Whether the asker may send a group command now. It counts as many commands as it has children.
    func admits(_ selection: GroupSelection?, by identity: Identity) async -> Bool {
        let count = max(1, selection?.children.count ?? 1)
        if await rateLimit.admits(identity, count: count) { return true }
        if selection?.areAllStops ?? false { return await rateLimit.admits(identity, kind: .stop, count: count) }
        if selection?.areAllSafe ?? false { return await rateLimit.admits(identity, kind: .safe, count: count) }
        return false
    }

    private func enqueue(_ request: CommandRequest, by identity: Identity) async throws(CommandRefusal) -> CommandID {
        let id: CommandID
        do throws(CommandRefusal) {
            id = try await tracker.open(request, by: identity)
        } catch {
            await refuse(request, by: identity, refusal: error)
            throw error
        }
        guard id == request.id else { return id }
        guard
            case .enqueued = arrival.yield(
                .command(
                    SubmittedCommand(
                        request: request, identity: identity, deadline: clock.uptime() + request.deadline,
                        requestID: RequestID.current)))
        else {
            await refuse(request, by: identity, refusal: .busy)
            throw .busy
        }
        return id
    }

    /// Only commands that the asker may send get the allowance for safe directions: otherwise the answer would reveal
    /// whether a device exists.
    private func isWithinRateLimit(_ request: CommandRequest, by identity: Identity) async -> Bool {
        if await rateLimit.admits(identity) { return true }
        switch await authorization.safeDirection(of: request, by: identity) {
        case .stop: return await rateLimit.admits(identity, kind: .stop)
        case .other: return await rateLimit.admits(identity, kind: .safe)
        case nil: return false
        }
    }

    private func decide(_ request: CommandRequest, by identity: Identity) async -> Decision {
        do throws(CommandRefusal) {
            let valid = try await authorization.authorize(request, by: identity)
            return .success((valid, try await queue.ticket(for: CommandQueue.Entry(valid))))
        } catch {
            return .failure(error)
        }
    }

    private func perform(_ arrival: SubmittedCommand, decision: Decision) async {
        do throws(CommandRefusal) {
            let (valid, ticket) = try decision.get()
            let (audited, result) = try await queue.run(ticket, until: arrival.deadline) {
                progress async throws(CommandRefusal) in
                let valid = await authorization.reauthorize(valid)
                // This precedes the last use of a grant, so that the sender may stop the part from then on.
                await people.beginMovement(of: valid)
                let audited = try await writeEntry(valid)
                let result = await dispatcher.carryOut(audited, progress: progress, until: arrival.deadline)
                if !result.mayHaveArrived { await returnUse(for: valid) }
                return (audited, result)
            }
            await people.endMovement(arrival.request.id)
            // The effect has happened: requests that wait get the outcome even if its audit entry cannot be written.
            await outcomes.close(audited, result: result)
            await tracker.end(arrival.request.id, result: result)
        } catch {
            await people.endMovement(arrival.request.id)
            await refuse(arrival.request, by: arrival.identity, refusal: error)
        }
    }

    /// Writes the audit entry of a command: a command without an entry has no effect. Counts one use of a grant with
    /// limited uses.
    private func writeEntry(_ valid: ValidCommand) async throws(CommandRefusal) -> AuditedCommand {
        if case .grant(let id) = valid.authorized.reason {
            switch await use(of: id, for: valid) {
            case nil: throw .notAudited
            case .counted?: break
            case .usedUp?: throw .denied(.usedUp(id))
            case .revoked?: throw await authorization.refusal(of: valid)
            }
        }
        do {
            return try await audit.record(valid, requestID: RequestID.current)
        } catch {
            await returnUse(for: valid)
            throw .notAudited
        }
    }

    /// Counts a use of a grant. Returns nil, and spends no use, when the use cannot be stored.
    private func use(of id: GrantID, for command: ValidCommand) async -> PeopleRegistry.Use? {
        do throws(StorageError) {
            return try await people.use(id)
        } catch {
            await returnUse(for: command)
            return nil
        }
    }

    /// Returns the use of a limited grant to it, because nothing was sent.
    private func returnUse(for command: ValidCommand) async {
        guard case .grant(let id) = command.authorized.reason else { return }
        do throws(StorageError) {
            try await people.returnUse(of: id)
        } catch {
            logger.error("the use of a grant could not be returned", metadata: [LogKey.errorCode: "\(error)"])
        }
    }

    /// Writes an audit entry that does not name the commands: otherwise each command would be an entry of its own.
    private func recordRateLimitRefusal(of identity: Identity) async {
        let role = await identity.role(in: people.policy)
        try? await audit.appendRefusal(
            AuditEntry(
                .deviceControl, severity: .warning, actor: identity.description, role: role,
                client: identity.credential,
                success: false, metadata: [CommandMetadataKey.reason: CommandRefusal.tooFast.code]))
    }

    /// Writes a refusal to the audit log and ends the command. Each valid command has an entry of its own, because its
    /// outcome can be queried; of other refusals only the first of its kind has one.
    private func refuse(_ request: CommandRequest, by identity: Identity, refusal: CommandRefusal) async {
        let role = await identity.role(in: people.policy)
        let entry = AuditEntry(
            .deviceControl, severity: refusal.outcome == .refused ? .warning : .informational,
            actor: identity.description,
            role: role, client: identity.credential, target: request.device.rawValue, success: false,
            requestID: RequestID.current,
            metadata: Self.facts(of: request, by: identity, refusal))
        let result = CommandResult(refusal)
        if result.refusal == nil { _ = try? await audit.append(entry) } else { try? await audit.appendRefusal(entry) }
        await tracker.end(request.id, result: result)
    }
}

extension CommandService {
    /// Returns the audit metadata of a refused command. For a device that does not exist for the asker, it contains
    /// nothing that the asker can choose freely: otherwise each different word would be an entry of its own.
    private static func facts(
        of request: CommandRequest, by identity: Identity, _ refusal: CommandRefusal
    ) -> [String: String] {
        var facts = [
            CommandMetadataKey.command: request.id.rawValue, CommandMetadataKey.outcome: refusal.outcome.rawValue,
            CommandMetadataKey.reason: refusal.code,
        ]
        facts[CommandMetadataKey.parent] = request.parent?.rawValue
        if refusal == .notFound {
            return facts.merging([CommandMetadataKey.capability: request.capability.kind.rawValue]) { $1 }
        }
        // The key of a superseded command stays used after a restart: a repetition would come after the command that
        // replaced it.
        if refusal == .superseded, let digest = IdempotencyDigest(request, by: identity) {
            (facts[CommandMetadataKey.key], facts[CommandMetadataKey.body]) = (digest.key, digest.body)
        }
        return facts.merging([
            CommandMetadataKey.part: request.part.rawValue,
            CommandMetadataKey.capability: request.capability.description,
            CommandMetadataKey.value: CommandMetadataKey.text(request.value),
            CommandMetadataKey.deadline: String(request.deadline.wholeMilliseconds),
            CommandMetadataKey.detail: CommandMetadataKey.detailText(refusal.description),
        ]) { $1 }
    }
}

/// What the loop of the service takes one after the other.
private enum Arrival: Sendable {
    case command(SubmittedCommand)
    /// Nothing but a reply.
    case reply(Reply)

    /// Sends the reply if there is one.
    func answer() {
        if case .reply(let reply) = self { reply.send() }
    }
}

/// A submitted command, before its decision.
private struct SubmittedCommand: Sendable {
    let request: CommandRequest
    let identity: Identity
    /// The uptime until which the command may be sent and answered, whatever happens to the wall clock.
    let deadline: Duration
    /// The request id; the command arrives in one task and is performed in another.
    let requestID: String?
}

extension CommandQueue.Entry {
    fileprivate init(_ command: ValidCommand) {
        let request = command.request
        let part = command.device.description[request.part]
        self.init(
            series: request.series,
            isSafe: part?.isSafeDirection(of: request.capability.kind, becoming: command.value) ?? false,
            isOrdered: command.needsAnswerBeforeNext,
            goals: ExpectedEffect.Goals(of: request.series, becoming: command.value, by: part))
    }
}

/// Limits how many commands an asker may send, so that a flood from one asker costs the others neither their records
/// nor disk space.
///
/// Stops and other commands in a safe direction have a separate allowance beside the usual one, if the asker may send
/// them. So a switch that is toggled quickly does not hold them back. The separate rate is low enough that a flood of
/// them costs little more.
actor CommandRateLimit {
    /// The kinds of commands that have separate allowances.
    enum Kind: Hashable, Sendable {
        case usual, safe, stop

        /// Commands per second. The console, and simulators that run there, are not limited.
        var rate: Double { self == .usual ? 50 : 10 }
        var burst: Double { self == .usual ? 100 : 20 }
    }

    private static let mostAskers = 1024

    /// A sender with one kind of commands: each has an allowance of its own.
    private struct Asker: Hashable {
        let person: PersonID
        let client: ClientID?
        let token: TokenID?
        let kind: Kind
    }

    /// A token bucket: the commands that may still be sent, and the uptime at which it was last filled.
    private struct Allowance {
        var left: Double
        var time: Duration
    }

    private var allowances: [Asker: Allowance] = [:]
    private let uptime: @Sendable () -> Duration

    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Returns false when the asker has sent too many commands of this kind. `count` commands at once need an allowance
    /// for one of them, and are all subtracted: a group is not refused for its size, and the commands after it wait
    /// until the average rate is back within the limit.
    func admits(_ identity: Identity, kind: Kind = .usual, count: Int = 1) -> Bool {
        guard let person = identity.person, !identity.isAtConsole else { return true }
        let asker = Asker(person: person, client: identity.client, token: identity.token, kind: kind)
        let now = uptime()
        // Forgetting an asker restores the full allowance, which is little.
        if allowances.count >= Self.mostAskers { allowances.removeAll() }
        var allowance = allowances[asker] ?? Allowance(left: kind.burst, time: now)
        allowance.left = min(kind.burst, allowance.left + kind.rate * ((now - allowance.time) / .seconds(1)))
        allowance.time = now
        defer { allowances[asker] = allowance }
        guard allowance.left >= 1 else { return false }
        allowance.left -= Double(count)
        return true
    }
}
