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

    /// Nil when the node has no such capability, or accepts no such command. The command of a lock without the right PIN
    /// is refused when it is to be sent.
    func prepare(_ command: ValidCommand) -> (any PreparedCommand)? {
        let request = command.request
        guard let endpoint = UInt16(command.device.address.foreignID),
            let binding = state.model.device(endpoint)?[request.part, request.capability]
        else { return nil }
        do throws(NodeCommandError) {
            let prepared = try nodeCommand(to: command.value, of: binding)
            return MatterCommand(prepared, of: request, endpoint: endpoint, follower: self)
        } catch {
            return lockRefusal(error).map { RefusedCommand(to: command.value, because: $0) }
        }
    }

    /// Sends the requests of a command one after another, before the uptime `deadline` or not at all. Returns once the
    /// node has accepted them.
    func carryOut(
        _ awaited: AwaitedEffect, until deadline: Duration, while isAllowed: @escaping @Sendable () async -> Bool
    ) async throws(LinkError) {
        commandCount += 1
        let order = commandCount
        sending.insert(awaited.id)
        // Until the command is sent, no report can be its effect.
        effects.begin(awaited.id, to: awaited.capability.target)
        defer {
            transmissions[awaited.id] = nil
            effects.end(awaited.id)
            sending.remove(awaited.id)
            noteSettled()
        }
        let session = try await session(until: deadline)
        var acceptedCount = 0
        let lastEvent = state.lastEvent
        for step in awaited.command.steps {
            let transmission = CommandTransmission(to: awaited.capability.target)
            if acceptedCount == 0 { transmissions[awaited.id] = transmission }
            var refusal: String?
            do throws(NodeFailure) {
                let expiry = ContinuousClock.now + (deadline - services.clock.uptime())
                let delivery = NodeSession.Delivery(
                    expiry: expiry,
                    isWanted: { exchange in
                        guard await self.isWanted(awaited, order: order, until: deadline, while: isAllowed) else {
                            return false
                        }
                        await self.replaceEarlier(exchange, for: awaited.capability)
                        return true
                    }, whenSent: { transmission.begin(number: $0) })
                refusal = try await session.carryOut(step, as: delivery)
                noteTransmissions()
            } catch {
                noteTransmissions()
                if await refusesPIN(after: error, of: step, lastEvent: lastEvent, over: session),
                    let refusal = lockRefusal(.pinRefused)
                {
                    throw refusal
                }
                return try await fail(
                    awaited, for: error.linkError(wasSent: transmission.hasBegun), after: acceptedCount)
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

    /// Whether a request of a command may be sent now. One that waited for the connection is not sent after a newer one
    /// for the same capability.
    private func isWanted(
        _ awaited: AwaitedEffect, order: Int, until deadline: Duration, while isAllowed: @Sendable () async -> Bool
    ) async -> Bool {
        guard services.clock.uptime() < deadline, await isAllowed(), record.state == .paired,
            lastSent[awaited.capability, default: 0] <= order
        else { return false }
        lastSent[awaited.capability] = order
        return true
    }

    /// Passes on which commands were sent, and when: what was reported before is not their effect. A node may report the
    /// effect of a command before it answers, and the effect of its first request before the next one is sent.
    func noteTransmissions() {
        for (command, transmission) in transmissions {
            guard let number = transmission.unnotedNumber() else { continue }
            effects.send(command, to: transmission.endpoint, lastReceived: number)
        }
    }

    private func startReadingBack(_ awaited: AwaitedEffect) {
        guard !awaited.command.readBack.isEmpty else { return }
        effects.expect(awaited.id, of: awaited.capability)
        guard let work else { return }
        confirming[awaited.id] = awaited
        work.confirm(awaited)
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
        await receive(try await session.numberedRead(request), from: .readBack)
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

    /// Whether no command is being sent or waits for its effect.
    var isSettled: Bool {
        sending.isEmpty
            && confirming.values.allSatisfy { isConfirmed($0) || !effects.isAwaiting($0.id, of: $0.capability) }
    }

    private func endWait(for awaited: AwaitedEffect) {
        effects.endWait(for: awaited.id, of: awaited.capability)
        confirming[awaited.id] = nil
        noteSettled()
    }

    func usableSession() throws(LinkError) -> NodeSession {
        guard let session else {
            throw .notListening(trouble?.detail ?? DevicePairing.Trouble.connecting.detail)
        }
        return session
    }
}

/// A command to a device of a node while its first request is sent.
final class CommandTransmission: Sendable {
    let endpoint: UInt16
    private let state = Mutex<(number: Int?, isNoted: Bool)>((nil, true))

    init(to endpoint: UInt16) { self.endpoint = endpoint }

    /// Whether the request was passed to the network.
    var hasBegun: Bool { state.withLock { $0.number != nil } }

    /// `number` is the place of the request in the order in which the session sends and receives messages. A busy node
    /// gets the request again, with another number.
    func begin(number: Int) { state.withLock { $0 = (number, false) } }

    /// Returns each number once.
    func unnotedNumber() -> Int? {
        state.withLock { state in
            guard !state.isNoted else { return nil }
            state.isNoted = true
            return state.number
        }
    }
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
        // A request is repeated only when the node did nothing.
        case .notSent: .notListening(explanation)
        default: wasSent ? .unanswered(explanation) : .notListening(explanation)
        }
    }
}
