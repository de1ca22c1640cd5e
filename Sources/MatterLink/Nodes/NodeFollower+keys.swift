import Concurrency
import GatewayCore
import HomeModel
import Logging
import MatterNodes
import MatterProtocol
import MatterTransport

/// The keys of the home that the node knows.
extension NodeFollower {
    /// A pause without a reason to end it earlier.
    private static let longestPause = Duration.days(1)
    /// A covering moves for a minute, and what it reports then belongs to its command.
    private static let longestSettling = Duration.seconds(120)

    /// Whether older keys of the home still open the node.
    nonisolated var isRenewing: Bool {
        let record = record
        return record.formerFabric != nil || record.nextFabric != nil
            || record.fabricID != services.fabrics.current.id
    }

    /// The id of the pairing with the node.
    nonisolated var pairingID: DeviceID {
        NetworkService.deviceID(of: LinkKind.matter.rawValue, identity: record.root)
    }

    /// The state of the keys that the gateway uses towards the node.
    var keyState: PairingKeyState {
        let (record, isRenewing) = (record, isRenewing)
        return PairingKeyState(
            rotation: services.fabrics[record.fabricID]?.rotation, isRotating: isRenewing,
            refusal: isRenewing ? record.keyRefusal : nil, delay: isRenewing ? delay : nil)
    }

    /// Why the node gets its keys only later, for people; nil if nothing hinders it but that it is away.
    private var delay: String? {
        guard renewals.cause == .window else { return nil }
        let minutes = max(1, (renewals.wait(at: services.clock.uptime()).components.seconds + 59) / 60)
        return "The device accepts another home now, or is being paired. The gateway asks it again in \(minutes) min."
    }

    /// Asks the node at once to accept the current keys, also if it has refused them before.
    func renewKeys() {
        renewals.reset()
        renewalPause.interrupt()
    }

    /// Gives the current keys of the home to the node whenever it is connected, until cancelled, or until the node is
    /// removed. `renewed` is called when it has left an earlier fabric.
    func keepKeysCurrent(
        over connector: NodeConnector, trust: @Sendable () async -> AttestationTrustStore,
        renewed: @Sendable () async -> Void
    ) async {
        while !Task.isCancelled, !isRemoved {
            renewalPause.forget()
            var pause = renewals.wait(at: services.clock.uptime())
            if pause == .zero {
                let hadFormer = record.formerFabric != nil
                pause = await makeStep(over: connector, trust: await trust())
                if hadFormer, record.formerFabric == nil { await renewed() }
            }
            guard pause > .zero else { continue }
            await renewalPause.sleep(for: pause, clock: services.clock.waiting)
        }
    }

    /// Makes the next step, if there is a session for it. Returns the pause before another one.
    private func makeStep(over connector: NodeConnector, trust: AttestationTrustStore) async -> Duration {
        // The next session makes the next step.
        guard let session, let fabric = sessionFabric, record.state == .paired, isRenewing,
            await session.channel.ending == nil
        else { return Self.longestPause }
        guard fabric.id == record.fabricID || isFallback else {
            await changeSession()
            return Self.longestPause
        }
        let renewal = NodeRenewal(
            session: session, fabric: fabric, membership: membership, services: services, connector: connector,
            peer: announcedParameters, trust: trust, addresses: { await self.addresses(in: $0) })
        do throws(CommissioningFailure) {
            let step = try await services.renewing.withPermit { () async throws(CommissioningFailure) in
                try await membershipTurns.withLock { () async throws(CommissioningFailure) in
                    try await renewal.advance()
                }
            }
            renewals.reset()
            switch step {
            case .none: return Self.longestPause
            case .advanced: return .zero
            case .moved:
                await changeSession()
                return Self.longestPause
            }
        } catch {
            note(error)
            return renewals.wait(at: services.clock.uptime())
        }
    }

    private func addresses(in fabric: String) -> [NodeAddress] {
        announced[fabric].map { NodeAddress.all(of: $0) } ?? []
    }

    /// Remembers why the node did not accept the keys. What can be otherwise in a moment is no refusal.
    private func note(_ failure: CommissioningFailure) {
        let reason = DevicePairingFailure(failure).description
        services.logger.notice(
            "a node has not received the new keys yet",
            metadata: [LogKey.node: "\(record.root)", LogKey.errorDetail: "\(reason)"])
        if failure.isRefusal { membership.remember { $0.keyRefusal = reason } }
        let cause: RenewalSchedule.Cause? =
            switch failure {
            case .tooManyFabrics: .room
            case .windowOpen: .window
            default: nil
            }
        renewals.countFailure(at: services.clock.uptime(), for: cause)
    }

    // MARK: The session

    /// Ends the session, whose keys are not in use any more, as soon as no command is being sent or waits for its effect.
    /// The next session is made at once. Returns when the session ends.
    private func changeSession() async {
        guard session != nil else { return }
        let end = Reply()
        sessionChange = end
        noteSettled()
        _ = try? await withDeadline(Self.longestSettling, clock: services.clock.waiting) { await end.wait() }
        guard sessionChange != nil, !Task.isCancelled else { return }
        endSession()
    }

    /// Ends a session that is to be made again, if no command needs it. No command can begin before that.
    func noteSettled() {
        if sessionChange != nil, isSettled { endSession() }
    }

    private func endSession() {
        sessionChange?.send()
        sessionChange = nil
        guard let sessionFabric, sessionFabric.id != record.fabricID || isFallback, record.state == .paired else {
            return
        }
        isChangingSession = true
        work?.reconnection.send()
    }

    /// Notes that the fabrics of the node are others now: there may be room for one more.
    func noteFabrics() {
        guard renewals.cause == .room else { return }
        renewKeys()
    }
}

extension CommissioningFailure {
    /// Whether the node does not accept the keys, so that a person may have to do something. Otherwise it is away or busy,
    /// or the disk is full.
    fileprivate var isRefusal: Bool {
        switch self {
        case .windowOpen, .notStored, .completionUnanswered: false
        case .node(let failure): failure.isRefusal
        default:
            switch DevicePairingFailure(self) {
            case .blocked(.unreachable, _), .blocked(.deviceBusy, _), .blocked(.pauseNeeded, _): false
            default: true
            }
        }
    }
}

extension NodeFailure {
    fileprivate var isRefusal: Bool {
        guard busyWait == nil else { return false }
        return switch self {
        case .noSocket, .unreachable, .timedOut, .sessionClosed, .sessionLost, .tooManyExchanges, .tooManySessions,
            .notSent:
            false
        default: true
        }
    }
}
