import GatewayCore
import HomeCertificates
import HomeKitProtocol
import HomeModel
import Logging

/// The rotation of the gateway's keys. The connection goes on meanwhile: a second one shows that the accessory accepts the
/// new keys before anything depends on them, and the first one ends when no command needs it.
extension AccessoryFollower {
    /// Small accessories need time to write to their memory.
    private static let changeTimeout = Duration.seconds(30)
    /// How long after a failure of a connection the next attempt begins.
    private static let renewalPause = Duration.seconds(2)
    /// After so many failures in a row, the next attempt begins with the next check of the controllers.
    static let renewalsInTurn = 3

    /// The state of the keys in a rotation.
    var keyState: PairingKeyState {
        let isDamaged = record.verification == nil
        return PairingKeyState(
            rotation: record.keys.rotation, isRotating: record.isRotating,
            refusal: isDamaged ? DevicePairing.Trouble.damagedKeys.detail : record.keyRefusal)
    }

    /// See `KeyRotatingLink.rotateKeys`. Stores the new keys, and begins to use them if the accessory is connected.
    func rotateKeys(for rotation: KeyRotationID) throws(KeyRotationFailure) {
        // What is stored of damaged keys must not be written over.
        guard !isRemoved, record.verification != nil else { return }
        var changed = record
        changed.makeNextKeys(for: rotation)
        guard changed.nextKeys != record.nextKeys else { return }
        do throws(CertificateError) {
            try change { $0 = changed }
        } catch {
            log("new keys for an accessory could not be stored", cause: error.description)
            throw .failed(error.description)
        }
        renewalFailures = 0
        add(.renewKeys)
    }

    /// Remembers that the accessory has accepted a connection with these keys.
    func accept(_ keys: ControllerKeys) {
        guard keys != record.keys, record.allKeys.contains(keys) else { return }
        _ = tryToChange { $0.use(keys) }
    }

    /// Gives the accessory new keys if it needs them, and lets it forget former ones. A call during another one makes that
    /// one go round once more.
    func renewKeys(over session: AccessorySession) async {
        isRenewalDue = true
        guard !isRenewing else { return }
        isRenewing = true
        defer { isRenewing = false }
        while isRenewalDue, !Task.isCancelled {
            isRenewalDue = false
            if isRenewalWanted, await !renew(over: session) {
                await services.clock.sleep(for: Self.renewalPause)
                isRenewalDue = true
            }
            if isHandoverDue { await handOver(session) }
        }
    }

    /// Returns false if the connection failed, and another attempt may succeed.
    private func renew(over session: AccessorySession) async -> Bool {
        do throws(AccessoryFailure) {
            try await removeFormerKeys(over: session)
            try await introduceNextKeys(over: session)
            renewalFailures = 0
            return true
        } catch {
            noteFailedRenewal(error)
            return error.isRefusalOfKeys || renewalFailures >= Self.renewalsInTurn
        }
    }

    /// A command ended. The connection may wait for that to be replaced.
    func commandHasEnded() {
        if isHandoverDue { add(.renewKeys) }
    }

    /// Returns when no connection is being replaced.
    func waitForHandover() async {
        guard handover.isGoingOn else { return }
        await withCheckedContinuation { handover.add($0) }
    }

    /// Whether the keys may be changed at the accessory now. They may not while the pairing is removed, or over a session
    /// of other keys than those in use.
    private var isRenewalWanted: Bool { !isRemoved && record.state == .paired && sessionKeys == record.keys }

    /// Removes the former keys at the accessory, and then here. An accessory that does not know them answers that they are
    /// removed.
    private func removeFormerKeys(over session: AccessorySession) async throws(AccessoryFailure) {
        guard !record.formerKeys.isEmpty else { return }
        // With its last administrator, an accessory removes all pairings.
        try await requireAdministrator(record.keys, over: session)
        for keys in record.formerKeys where keys.identifier != record.controllerID {
            _ = try await session.pairings(.remove(identifier: keys.identifier), within: Self.changeTimeout) {
                await self.isRenewalWanted
            }
            guard isRenewalWanted, tryToChange({ $0.remove(keys) }) else { return }
        }
        services.logger.info(
            "an accessory has only new keys of the gateway", metadata: [LogKey.accessory: "\(accessoryID)"])
    }

    /// Adds the next keys at the accessory, and uses them from the next connection on.
    private func introduceNextKeys(over session: AccessorySession) async throws(AccessoryFailure) {
        guard isRenewalWanted, let address, let next = record.nextKeys, let controller = next.administrator,
            let verification = record.verification(with: next)
        else { return }
        do throws(AccessoryFailure) {
            _ = try await session.pairings(.add(controller), within: Self.changeTimeout) {
                await self.isRenewalWanted
            }
        } catch {
            // It may refuse what it has stored already: an earlier answer was lost.
            guard case .pairing(.refused, _) = error, await isAdministrator(next, over: session) else { throw error }
        }
        try await AccessoryConnection.with(address, clock: services.clock.waiting) {
            connection throws(AccessoryFailure) in
            let session = try await AccessorySession.verified(on: connection, by: verification)
            try await self.requireAdministrator(next, over: session)
        }
        guard isRenewalWanted, record.nextKeys == next, tryToChange({ $0.use(next) }) else { return }
        isHandoverDue = true
    }

    /// Throws if the accessory does not list these keys as an administrator.
    private func requireAdministrator(
        _ keys: ControllerKeys, over session: AccessorySession
    ) async throws(AccessoryFailure) {
        let listed = try await session.pairings(.list)
        guard listed.contains(where: { keys.belong(to: $0) && $0.permissions.contains(.administrator) }) else {
            throw .pairing(.refused(.authentication, retryDelay: nil), during: .pairings)
        }
    }

    private func isAdministrator(_ keys: ControllerKeys, over session: AccessorySession) async -> Bool {
        do throws(AccessoryFailure) {
            try await requireAdministrator(keys, over: session)
            return true
        } catch {
            return false
        }
    }

    /// Ends the connection when no command needs it, so that the next one is made with the new keys.
    private func handOver(_ session: AccessorySession) async {
        guard commandsInFlight == 0, !effects.isAwaitingAny else { return }
        handover.begin()
        await session.connection.closeWhenIdle()
    }

    private func noteFailedRenewal(_ failure: AccessoryFailure) {
        // With the connection, everything over it ends.
        guard isRenewalWanted, failure != .notSent(.cancelled) else { return }
        renewalFailures += 1
        guard failure.isRefusalOfKeys || renewalFailures >= Self.renewalsInTurn else { return }
        log("an accessory did not take new keys of the gateway", cause: failure.description)
        let reason = failure.reasonAgainstKeys
        if record.keyRefusal != reason { _ = tryToChange { $0.noteRefusal(reason) } }
    }

    private func tryToChange(_ change: (inout PairingRecord) -> Void) -> Bool {
        do throws(CertificateError) {
            try self.change(change)
            return true
        } catch {
            log("the keys of an accessory could not be stored", cause: error.description)
            return false
        }
    }
}

extension AccessoryFailure {
    /// Whether the accessory itself said no to new keys. Otherwise the connection failed, and another attempt may succeed.
    fileprivate var isRefusalOfKeys: Bool {
        switch self {
        case .pairing, .refused, .status: true
        default: false
        }
    }

    /// Why the accessory works on with its old keys, for people.
    fileprivate var reasonAgainstKeys: String {
        switch self {
        case .pairing(.controllerUnknown, during: .verify):
            "The accessory confirmed new keys of the gateway, and accepts no connection with them."
        default: description
        }
    }
}
