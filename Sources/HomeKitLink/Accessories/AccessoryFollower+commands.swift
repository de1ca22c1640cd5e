import Concurrency
import GatewayCore
import HomeKitAccessories
import HomeKitProtocol
import HomeModel
import AuditTrail

/// How a value reached the gateway.
enum ReportOrigin: Hashable, Sendable {
    case event
    case poll
    /// A question because of a command.
    case readBack
}

/// The value that will confirm a command, and what to read for it.
struct AwaitedValue: Sendable {
    let id: CommandID
    let ids: [CharacteristicID]
    let capability: EffectTracker<UInt64>.Capability
    let command: CharacteristicCommand
    /// Whether the part needs time to move.
    let travels: Bool
}

/// A command as the writes of an accessory.
struct HomeKitCommand: PreparedCommand {
    /// A cover, door or valve may move for so long, even if its accessory reports nothing meanwhile.
    private static let travelTime = Duration.seconds(90)

    let expectedReport: ExpectedReport
    let awaited: AwaitedValue
    let follower: AccessoryFollower

    init(_ command: CharacteristicCommand, of request: CommandRequest, aid: UInt64, follower: AccessoryFollower) {
        let travels = request.capability.kind.facts.travels
        awaited = AwaitedValue(
            id: request.id, ids: command.readBack.map { CharacteristicID(aid: aid, iid: $0) },
            capability: EffectTracker.Capability(target: aid, part: request.part, name: request.capability),
            command: command, travels: travels)
        expectedReport = ExpectedReport(
            value: command.value, confirmationMode: command.readBack.isEmpty ? .none : .report,
            tolerance: command.tolerance, travelTime: travels ? Self.travelTime : nil)
        self.follower = follower
    }

    func send(
        expiringIn remaining: Duration, while isAllowed: @escaping @Sendable () async -> Bool
    ) async throws(LinkError) {
        try await follower.carryOut(
            self, until: follower.services.clock.uptime() + remaining, while: isAllowed)
    }

    func queryState(expiringIn remaining: Duration) async throws(LinkError) { try await follower.readBack(awaited) }
}

extension AccessoryFollower {
    /// How long after a command its effect is read again, each time after the last one. An accessory sends no event for
    /// the write of its own controller, and some send none at all.
    private static let readBackDelays: [Duration] = [.zero, .milliseconds(300), .seconds(1), .seconds(3), .seconds(5)]
    private static let travelDelays: [Duration] =
        [.zero, .seconds(1), .seconds(3), .seconds(5)] + Array(repeating: .seconds(10), count: 8)

    /// Nil when the accessory has no such capability, or accepts no such command.
    func prepare(_ command: ValidCommand) -> HomeKitCommand? {
        let request = command.request
        guard let aid = UInt64(command.device.address.foreignID),
            let writes = state.models[aid]?[request.part, request.capability]?.command(to: command.value)
        else { return nil }
        return HomeKitCommand(writes, of: request, aid: aid, follower: self)
    }

    /// Writes the values of a command, before the uptime `deadline` or not at all. Returns once the accessory has
    /// accepted them.
    func carryOut(
        _ command: HomeKitCommand, until deadline: Duration, while isAllowed: @escaping @Sendable () async -> Bool
    ) async throws(LinkError) {
        await waitForHandover()
        let session = try usableSession()
        commandsInFlight += 1
        defer {
            commandsInFlight -= 1
            commandHasEnded()
        }
        let awaited = command.awaited
        let writes = awaited.command.writes.map {
            CharacteristicWrite(id: CharacteristicID(aid: awaited.capability.target, iid: $0.iid), value: $0.value.json)
        }
        // Until the write is sent, no report can be its effect.
        effects.begin(awaited.id, to: awaited.capability.target)
        defer { effects.end(awaited.id) }
        do throws(LinkError) {
            let outcome: WriteOutcome
            do throws(AccessoryFailure) {
                let clock = services.clock
                let statuses = try await session.write(
                    writes, isTimed: awaited.command.isTimed, remaining: { deadline - clock.uptime() },
                    isWanted: { await self.beginWrite(of: awaited, over: session, while: isAllowed) })
                outcome = WriteOutcome(statuses.values)
            } catch {
                throw error.linkError
            }
            switch outcome {
            case .refused(let status): throw status.linkError
            case .unknown(let reason): throw .unanswered(reason)
            // A part of the command was carried out.
            case .partlyRefused(let status):
                await services.eventReceiver.replied(awaited.id, failure: status.explanation)
            case .accepted: await services.eventReceiver.replied(awaited.id, failure: nil)
            }
        } catch {
            // The value shows whether the command was carried out all the same.
            if case .unanswered = error { startReadingBack(awaited) }
            throw error
        }
        startReadingBack(awaited)
    }

    /// Remembers which message was the last one before a write: what came before is not its effect.
    private func beginWrite(
        of awaited: AwaitedValue, over session: AccessorySession, while isAllowed: @Sendable () async -> Bool
    ) async -> Bool {
        guard await isAllowed(), record.state == .paired else { return false }
        effects.send(awaited.id, to: awaited.capability.target, lastReceived: session.connection.receivedCount)
        return true
    }

    private func startReadingBack(_ awaited: AwaitedValue) {
        guard !awaited.ids.isEmpty, jobs != nil else { return }
        effects.expect(awaited.id, of: awaited.capability)
        add(.confirm(awaited))
    }

    /// Reads once what confirms a command.
    func readBack(_ awaited: AwaitedValue) async throws(LinkError) {
        guard !awaited.ids.isEmpty else { throw .notExpressible }
        await waitForHandover()
        let session = try usableSession()
        do throws(AccessoryFailure) {
            await apply(try await session.read(awaited.ids), from: .readBack)
        } catch {
            throw error.linkError
        }
    }

    /// Reads what confirms a command until it is confirmed, a newer command for the same capability was sent, or the time
    /// for that is over.
    nonisolated func confirm(_ awaited: AwaitedValue, over session: AccessorySession) async {
        for delay in awaited.travels ? Self.travelDelays : Self.readBackDelays {
            if delay > .zero { await services.clock.sleep(for: delay) }
            guard await isAwaited(awaited), let received = try? await session.read(awaited.ids) else { break }
            await apply(received, from: .readBack)
            if await isConfirmed(awaited, by: received) { break }
        }
        await endWait(for: awaited)
    }

    private func isAwaited(_ awaited: AwaitedValue) -> Bool {
        !Task.isCancelled && effects.isAwaiting(awaited.id, of: awaited.capability)
    }

    /// Whether the values confirm the command. Those that arrived before the write of another command do not count.
    private func isConfirmed(_ awaited: AwaitedValue, by received: [ReceivedValues]) -> Bool {
        let capability = awaited.capability
        guard received.allSatisfy({ effects.wasEffect(of: capability.target, number: $0.number) }) else { return false }
        return state.value(of: capability).map(awaited.command.isConfirmed) ?? false
    }

    private func endWait(for awaited: AwaitedValue) {
        effects.endWait(for: awaited.id, of: awaited.capability)
        commandHasEnded()
    }

    /// Shows, stores, and compares with commands what an accessory reports.
    func apply(_ received: [ReceivedValues], from origin: ReportOrigin) async {
        // One after another, so that the last value is shown last.
        await reportTurns.withLock {
            for values in received {
                let updates = state.apply(values, isEvent: origin == .event)
                for update in updates { await report(update, from: origin, number: values.number) }
                await services.writer.receive(updates.compactMap(\.report.content), of: accessoryID)
            }
        }
    }

    private func report(_ update: AccessoryState.Update, from origin: ReportOrigin, number: Int) async {
        let isProof = effects.canBeEffect(of: update.aid, number: number)
        await services.eventReceiver.receive(update.report, isProof: isProof, isNews: origin != .poll)
    }

    func usableSession() throws(LinkError) -> AccessorySession {
        guard let session, session.connection.failure == nil else {
            throw .notListening(trouble?.detail ?? DevicePairing.Trouble.connecting.detail)
        }
        return session
    }
}

/// What became of the writes of one command.
private enum WriteOutcome {
    case accepted
    case refused(HAPStatus)
    case partlyRefused(HAPStatus)
    /// The accessory gave no status, or did not reach a device behind it in time.
    case unknown(String)

    init(_ statuses: some Collection<HAPStatus?>) {
        let uncertain: [HAPStatus] = [.timedOut, .serviceUnreachable]
        let refusals = statuses.compactMap { $0 }.filter { $0 != .success && !uncertain.contains($0) }
        if let first = refusals.first {
            self = refusals.count == statuses.count ? .refused(first) : .partlyRefused(first)
        } else if let unanswered = statuses.compactMap(\.self).first(where: uncertain.contains) {
            self = .unknown(unanswered.explanation)
        } else {
            self = statuses.contains(nil) ? .unknown("The accessory did not report what became of it.") : .accepted
        }
    }
}

extension HAPStatus {
    fileprivate var linkError: LinkError {
        switch self {
        // Bridges say both when they got no answer from the device, which may have received the command.
        case .serviceUnreachable, .timedOut: .unanswered(explanation)
        default: .refused(explanation)
        }
    }
}

extension AccessoryFailure {
    /// What a failure of a write means for its command.
    fileprivate var linkError: LinkError {
        switch self {
        case .status(let status): status.linkError
        // An accessory that has a fault of its own may have carried out the command.
        case .refused(let refusal), .characteristics(.refused(let refusal)):
            refusal.httpStatus < 500 ? .refused(description) : .unanswered(description)
        case .unreachable, .notSent: .notListening(description)
        default: .unanswered(description)
        }
    }
}

extension HAPValue {
    /// The value in a request.
    fileprivate var json: HomeKitJSON {
        switch self {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .unsigned(let value): .unsigned(value)
        case .number(let value): .number(value)
        case .text(let value): .text(value)
        }
    }
}
