package import HomeModel
package import HomeStorage
package import Logging

/// The journey of a command: `submit`, `decide` and `perform`, from top to bottom.
package struct CommandService: Sendable {
    let registry: HomeRegistry
    let people: PeopleRegister
    private let board: StateBoard
    private let queue: CommandQueue
    private let pace: CommandPace
    let audit: AuditLog
    private let dispatcher: CommandDispatcher
    private let outcomes: OutcomeWriter
    private let logger: Logger
    let clock: HomeClock
    private let arrivals: AsyncStream<Arrival>
    private let arrival: AsyncStream<Arrival>.Continuation

    private typealias Decision = Result<(ValidCommand, CommandQueue.Place), CommandRefusal>

    package let ledger: CommandLedger

    package init(
        registry: HomeRegistry, people: PeopleRegister, board: StateBoard, audit: AuditLog,
        dispatcher: CommandDispatcher, ledger: CommandLedger, clock: HomeClock, logger: Logger
    ) {
        self.registry = registry
        self.people = people
        self.board = board
        self.audit = audit
        self.dispatcher = dispatcher
        self.ledger = ledger
        self.clock = clock
        self.logger = logger
        queue = CommandQueue(clock: clock)
        outcomes = OutcomeWriter(audit: audit, clock: clock, logger: logger)
        pace = CommandPace(uptime: clock.uptime)
        (arrivals, arrival) = AsyncStream.makeStream(of: Arrival.self, bufferingPolicy: .bufferingOldest(1024))
    }

    /// How many commands wait for their turn, and how many are under way.
    package var queueDepth: (waiting: Int, underWay: Int) { get async { await queue.depth } }

    /// Carries commands out until it is cancelled: a client that goes away does not stop its command half-way.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await outcomes.run() }
            for await next in arrivals {
                // Decided one after the other, so that places in the queue are taken in the order of arrival.
                let decision = await decide(next.request, by: next.identity)
                // At once on this thread, up to the audit entry: waking another one would cost more than that work.
                group.addImmediateTask {
                    await RequestID.$current.withValue(next.requestID) {
                        await perform(next, decision)
                    }
                }
            }
            group.cancelAll()
        }
    }

    /// Takes a command in. Its id is the way to its outcome; a key that was used before gives the id of then.
    package func submit(_ request: CommandRequest, by identity: Identity) async throws(CommandRefusal) -> CommandID {
        guard await isInPace(request, by: identity) else {
            await noteHaste(of: identity)
            throw .tooFast
        }
        let id: CommandID
        do throws(CommandRefusal) {
            id = try await ledger.open(request, by: identity)
        } catch {
            await refuse(request, by: identity, error)
            throw error
        }
        guard id == request.id else { return id }
        guard
            case .enqueued = arrival.yield(
                Arrival(
                    request: request, identity: identity, deadline: clock.uptime() + request.deadline,
                    requestID: RequestID.current))
        else {
            await refuse(request, by: identity, .busy)
            throw .busy
        }
        return id
    }

    /// Only what the asker may send has the allowance for safe directions: an answer must not tell that a device is there.
    private func isInPace(_ request: CommandRequest, by identity: Identity) async -> Bool {
        if await pace.admits(identity) { return true }
        let kind = request.capability.kind
        guard let device = await registry.snapshot[request.device], let part = device.description[request.part],
            part.isSafeDirection(of: kind, becoming: request.value),
            await people.policy.maySend(request, by: identity, to: device, at: clock.decisionTime())
        else { return false }
        return await pace.admits(identity, part.isStop(of: kind, request.value) ? .stop : .safe)
    }

    private func decide(_ request: CommandRequest, by identity: Identity) async -> Decision {
        do throws(CommandRefusal) {
            let device = await registry.snapshot[request.device]
            let authorized = try await people.policy.authorize(
                request, by: identity, for: device, at: clock.decisionTime())
            let valid = try await CommandValidator.validate(
                authorized, availability: board.availability(of: request.device), known: known(of: request))
            return .success((valid, try await queue.place(for: CommandQueue.Entry(valid))))
        } catch {
            return .failure(error)
        }
    }

    /// What the part last reported.
    private func known(of request: CommandRequest) async -> [CapabilityName: CapabilityValue] {
        let values = await board.snapshot[request.device].values.filter { $0.key.part == request.part }
        return Dictionary(values.map { ($0.key.capability, $0.value.value) }) { $1 }
    }

    private func perform(_ arrival: Arrival, _ decision: Decision) async {
        do throws(CommandRefusal) {
            let (valid, place) = try decision.get()
            let (audited, ending) = try await queue.inTurn(place, until: arrival.deadline) {
                turn async throws(CommandRefusal) in
                let valid = await decidedAgain(valid)
                // Before the last use of a grant is spent: its sender may stop the part from then on.
                await people.beginTravel(of: valid)
                let audited = try await writeDown(valid)
                let ending = await dispatcher.carryOut(audited, turn, until: arrival.deadline)
                if !ending.mayHaveArrived { await giveBackUse(for: valid) }
                return (audited, ending)
            }
            await people.endTravel(arrival.request.id)
            // The effect has happened: an outcome that cannot be written is still told to those who wait for it.
            await outcomes.close(audited, ending)
            await ledger.end(arrival.request.id, ending)
        } catch {
            await people.endTravel(arrival.request.id)
            await refuse(arrival.request, by: arrival.identity, error)
        }
    }

    /// A stop may have been decided before the travel that it is to stop spent the last use of a grant.
    private func decidedAgain(_ stop: ValidCommand) async -> ValidCommand {
        guard stop.isStop, case .grant = stop.authorized.reason,
            let now = try? await people.policy.authorize(
                stop.request, by: stop.identity, for: stop.device, at: clock.decisionTime()),
            case .ownTravel = now.reason
        else { return stop }
        let availability = await board.availability(of: stop.device.id)
        let again = try? CommandValidator.validate(now, availability: availability, known: stop.known)
        return again ?? stop
    }

    /// No entry, no effect. A grant that is good for so many commands is one poorer.
    private func writeDown(_ valid: ValidCommand) async throws(CommandRefusal) -> AuditedCommand {
        if case .grant(let id) = valid.authorized.reason {
            switch await use(of: id, for: valid) {
            case nil: throw .notAudited
            case .counted?: break
            case .usedUp?: throw .denied(.usedUp(id))
            case .gone?: throw await refusalNow(valid)
            }
        }
        do {
            return try await audit.record(valid, requestID: RequestID.current)
        } catch {
            await giveBackUse(for: valid)
            throw .notAudited
        }
    }

    /// Counts a use of a grant. Nil, and no use is spent, when the disk does not take it.
    private func use(of id: GrantID, for command: ValidCommand) async -> PeopleRegister.Use? {
        do throws(StorageError) {
            return try await people.use(id)
        } catch {
            await giveBackUse(for: command)
            return nil
        }
    }

    /// Why a command whose grant is gone is refused: what would be said to it now.
    private func refusalNow(_ valid: ValidCommand) async -> CommandRefusal {
        let device = await registry.snapshot[valid.device.id]
        do throws(CommandRefusal) {
            _ = try await people.policy.authorize(
                valid.request, by: valid.identity, for: device, at: clock.decisionTime())
            return .denied(.takenBack)
        } catch {
            return error
        }
    }

    /// Nothing was sent: a grant that is good for so many commands has as many as before.
    private func giveBackUse(for command: ValidCommand) async {
        guard case .grant(let id) = command.authorized.reason else { return }
        do throws(StorageError) {
            try await people.giveBackUse(of: id)
        } catch {
            logger.error("a use of a grant could not be given back", metadata: [LogKey.errorCode: "\(error)"])
        }
    }

    /// Without a word about which commands they were: they would be as many entries.
    private func noteHaste(of identity: Identity) async {
        let role = await identity.role(in: people.policy)
        try? await audit.refuse(
            AuditEntry(
                .deviceControl, .warning, actor: identity.description, role: role, client: identity.credential,
                success: false, metadata: [CommandField.reason: CommandRefusal.tooFast.code]))
    }

    /// Refusals are written down too: each one of a command that was in order, whose outcome can be asked for, and of others
    /// the first of its kind.
    private func refuse(_ request: CommandRequest, by identity: Identity, _ refusal: CommandRefusal) async {
        let role = await identity.role(in: people.policy)
        let entry = AuditEntry(
            .deviceControl, refusal.outcome == .refused ? .warning : .informational, actor: identity.description,
            role: role, client: identity.credential, target: request.device.rawValue, success: false,
            requestID: RequestID.current,
            metadata: Self.facts(of: request, by: identity, refusal))
        let ending = CommandEnding(refusal)
        if ending.refusal == nil { _ = try? await audit.append(entry) } else { try? await audit.refuse(entry) }
        await ledger.end(request.id, ending)
    }
}

extension CommandService {
    /// What is written down of a command that was refused. Of a device that is not there for the asker nothing is kept that
    /// the asker may choose freely: each other word would be an entry of its own.
    private static func facts(
        of request: CommandRequest, by identity: Identity, _ refusal: CommandRefusal
    ) -> [String: String] {
        var facts = [
            CommandField.command: request.id.rawValue, CommandField.outcome: refusal.outcome.rawValue,
            CommandField.reason: refusal.code,
        ]
        if refusal == .notFound {
            return facts.merging([CommandField.capability: request.capability.kind.rawValue]) { $1 }
        }
        // Its key stands for it after a restart too: sent again it would come after what replaced it.
        if refusal == .superseded, let digest = IdempotencyDigest(request, by: identity) {
            (facts[CommandField.key], facts[CommandField.body]) = (digest.key, digest.body)
        }
        return facts.merging([
            CommandField.part: request.part.rawValue, CommandField.capability: request.capability.description,
            CommandField.value: CommandField.text(request.value),
            CommandField.deadline: String(request.deadline.wholeMilliseconds),
            CommandField.detail: CommandField.detailText(refusal.description),
        ]) { $1 }
    }
}

private struct Arrival: Sendable {
    let request: CommandRequest
    let identity: Identity
    /// The uptime until which it may be sent and answered, whatever is done to the wall clock.
    let deadline: Duration
    /// It arrives in one task and is carried out in another.
    let requestID: String?
}

extension CommandQueue.Entry {
    fileprivate init(_ command: ValidCommand) {
        let request = command.request
        let part = command.device.description[request.part]
        self.init(
            series: request.series,
            isSafe: part?.isSafeDirection(of: request.capability.kind, becoming: command.value) ?? false,
            isOrdered: command.answersBeforeNext,
            goals: CommandProof.Goals(of: request.series, becoming: command.value, by: part))
    }
}
