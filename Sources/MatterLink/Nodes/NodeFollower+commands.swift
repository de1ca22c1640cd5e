import AuditTrail
import Concurrency
import GatewayCore
import HomeModel
import MatterNodes
import MatterProtocol
import MatterTransport
import Synchronization

/// The value that will confirm a command, and what to read for it.
struct AwaitedEffect: Sendable {
    let id: CommandID
    let capability: EffectTracker<UInt16>.Capability
    let command: NodeCommand
}

/// A command as the requests to a node.
struct MatterCommand: PreparedCommand {
    let expectedReport: ExpectedReport
    let awaited: AwaitedEffect
    let follower: NodeFollower

    init(_ command: NodeCommand, of request: CommandRequest, endpoint: UInt16, follower: NodeFollower) {
        awaited = AwaitedEffect(
            id: request.id,
            capability: EffectTracker.Capability(target: endpoint, part: request.part, name: request.capability),
            command: command)
        expectedReport = ExpectedReport(
            value: command.value, confirmationMode: command.readBack.isEmpty ? .none : .report,
            tolerance: command.tolerance, travelTime: command.travelTime)
        self.follower = follower
    }

    func send(
        expiringIn remaining: Duration, while isAllowed: @escaping @Sendable () async -> Bool
    ) async throws(LinkError) {
        try await follower.carryOut(
            awaited, until: follower.services.clock.uptime() + remaining, while: isAllowed)
    }

    func queryState(expiringIn remaining: Duration) async throws(LinkError) { try await follower.readBack(awaited) }
}

extension NodeFollower {
    /// How long after a command its effect is read, each time after the last one. Usually the node has reported it
    /// before.
    private static let readBackDelays: [Duration] = [.milliseconds(300), .seconds(1), .seconds(3), .seconds(5)]
    private static let travelDelays: [Duration] =
        [.seconds(1), .seconds(3), .seconds(5)] + Array(repeating: .seconds(10), count: 8)

    /// Nil when the node has no such capability, or accepts no such command.
    func prepare(_ command: ValidCommand) -> MatterCommand? {
        let request = command.request
        guard let endpoint = UInt16(command.device.address.foreignID),
            let binding = state.model.device(endpoint)?[request.part, request.capability],
            let prepared = try? binding.command(
                to: command.value, in: state.values, pin: record.lockCodes[binding.endpoint])
        else { return nil }
        return MatterCommand(prepared, of: request, endpoint: endpoint, follower: self)
    }

    /// Sends the requests of a command one after another, before the uptime `deadline` or not at all. Returns once the
    /// node has accepted them.
    func carryOut(
        _ awaited: AwaitedEffect, until deadline: Duration, while isAllowed: @escaping @Sendable () async -> Bool
    ) async throws(LinkError) {
        let session = try usableSession()
        // Until the command is sent, no report can be its effect.
        effects.begin(awaited.id, to: awaited.capability.target)
        defer { effects.end(awaited.id) }
        var acceptedCount = 0
        for step in awaited.command.steps {
            let progress = SendProgress()
            var refusal: String?
            do throws(NodeFailure) {
                let expiry = ContinuousClock.now + (deadline - services.clock.uptime())
                let isFirst = acceptedCount == 0
                let delivery = NodeSession.Delivery(expiry: expiry) { exchange in
                    guard
                        await self.begin(awaited, isFirst: isFirst, over: session, until: deadline, while: isAllowed)
                    else { return false }
                    await self.replaceEarlier(exchange, for: awaited.capability)
                    progress.begin()
                    return true
                }
                refusal = try await session.carryOut(step, as: delivery)
            } catch {
                return try await fail(awaited, for: error.linkError(wasSent: progress.hasBegun), after: acceptedCount)
            }
            if let refusal { return try await fail(awaited, for: .refused(refusal), after: acceptedCount) }
            acceptedCount += 1
        }
        await services.eventReceiver.replied(awaited.id, failure: nil)
        startReadingBack(awaited)
    }

    /// Gives up an earlier command to the same capability that the node has not acknowledged: it must not arrive after
    /// this one.
    private func replaceEarlier(_ exchange: NodeExchange, for capability: EffectTracker<UInt16>.Capability) async {
        let earlier = exchanges.updateValue(exchange, forKey: capability)
        await earlier?.abandon()
    }

    /// Ends a command of which so many requests were accepted.
    private func fail(_ awaited: AwaitedEffect, for error: LinkError, after acceptedCount: Int) async throws(LinkError)
    {
        guard acceptedCount > 0 else {
            // The value shows whether the command was carried out all the same.
            if case .unanswered = error { startReadingBack(awaited) }
            throw error
        }
        // A part of the command was carried out.
        await services.eventReceiver.replied(awaited.id, failure: error.description)
        startReadingBack(awaited)
    }

    /// Remembers which message was the last one before the first request: what came before is not the effect of the
    /// command. A node may report the effect of one request before the next one is sent. Returns false when the request
    /// must not be sent any more.
    private func begin(
        _ awaited: AwaitedEffect, isFirst: Bool, over session: NodeSession, until deadline: Duration,
        while isAllowed: @Sendable () async -> Bool
    ) async -> Bool {
        guard services.clock.uptime() < deadline, await isAllowed(), record.state == .paired else { return false }
        guard isFirst else { return true }
        effects.send(
            awaited.id, to: awaited.capability.target, lastReceived: await session.channel.receivedCount)
        return true
    }

    private func startReadingBack(_ awaited: AwaitedEffect) {
        guard !awaited.command.readBack.isEmpty else { return }
        effects.expect(awaited.id, of: awaited.capability)
        add(.confirm(awaited))
    }

    /// Reads once what confirms a command.
    func readBack(_ awaited: AwaitedEffect) async throws(LinkError) {
        guard !awaited.command.readBack.isEmpty else { throw .notExpressible }
        let session = try usableSession()
        do throws(NodeFailure) {
            try await read(awaited, over: session)
        } catch {
            throw error.linkError(wasSent: true)
        }
    }

    private func read(_ awaited: AwaitedEffect, over session: NodeSession) async throws(NodeFailure) {
        let request = ReadRequest(attributes: awaited.command.readBack.map { AttributePathPattern($0) })
        let report = try await session.read(request)
        await receive(report, number: await session.channel.receivedCount)
    }

    /// Reads what confirms a command until it is confirmed, a newer command for the same capability was sent, or the time
    /// for that is over.
    nonisolated func confirm(_ awaited: AwaitedEffect, over session: NodeSession) async {
        for delay in awaited.command.travelTime == nil ? Self.readBackDelays : Self.travelDelays {
            await services.clock.sleep(for: delay)
            guard await isAwaited(awaited), await !isConfirmed(awaited) else { break }
            do throws(NodeFailure) { try await read(awaited, over: session) } catch { break }
        }
        await endWait(for: awaited)
    }

    private func isAwaited(_ awaited: AwaitedEffect) -> Bool {
        !Task.isCancelled && effects.isAwaiting(awaited.id, of: awaited.capability)
    }

    /// Whether a report since the command has the value that confirms it.
    private func isConfirmed(_ awaited: AwaitedEffect) -> Bool {
        guard effects.hasEffect(on: awaited.capability) else { return false }
        return state.value(of: awaited.capability).map(awaited.command.isConfirmed) ?? false
    }

    private func endWait(for awaited: AwaitedEffect) { effects.endWait(for: awaited.id, of: awaited.capability) }

    /// Shows, stores, and compares with commands what the node reports.
    func apply(_ updates: [NodeState.Update], number: Int) async {
        guard !updates.isEmpty else { return }
        // One after another, so that the last value is shown last.
        await reportTurns.withLock {
            for update in updates {
                let isProof = effects.canBeEffect(on: update.capability, number: number)
                await services.eventReceiver.receive(update.report, isProof: isProof, isNews: true)
            }
            await services.writer.receive(updates.compactMap(\.report.content), of: membership.root)
        }
    }

    func usableSession() throws(LinkError) -> NodeSession {
        guard let session else {
            throw .notListening(trouble?.detail ?? DevicePairing.Trouble.connecting.detail)
        }
        return session
    }
}

/// Whether a request was sent, as far as this side knows: its first bytes were passed to the network.
private final class SendProgress: Sendable {
    private let state = Mutex(false)

    var hasBegun: Bool { state.withLock(\.self) }
    func begin() { state.withLock { $0 = true } }
}

extension NodeSession {
    /// Carries out one request of a command. Returns why the node did not do it, if its answer says so.
    fileprivate func carryOut(
        _ step: NodeCommandStep, as delivery: Delivery
    ) async throws(NodeFailure) -> String? {
        switch step.action {
        case .invoke(let command, let fields):
            let path = CommandPath(endpoint: step.endpoint, cluster: step.cluster, command: command)
            let answer = try await invoke(
                CommandData(path: path, fields: fields), isTimed: step.isTimed, as: delivery)
            return step.refusal(in: answer)
        case .write(let attribute, let value):
            let path = AttributePath(endpoint: step.endpoint, cluster: step.cluster, attribute: attribute)
            try await write(AttributeData(path: path, value: value), isTimed: step.isTimed, as: delivery)
            return nil
        }
    }
}

extension NodeFailure {
    /// What a failure of a request means for its command.
    fileprivate func linkError(wasSent: Bool) -> LinkError {
        switch self {
        case .refused(let outcome) where wasSent && [.failure, .timeout].contains(outcome.status):
            // A bridge says no more than this when its device did not answer, which may have carried out the command.
            .unanswered(explanation)
        case .refused: .refused(explanation)
        default: wasSent ? .unanswered(explanation) : .notListening(explanation)
        }
    }
}
