import GatewayCore
import HomeCertificates
import HomeKitAccessories
import HomeKitProtocol
import HomeModel
import Logging

/// What people do with the pairing of an accessory.
extension AccessoryFollower {
    var pairing: DevicePairing {
        DevicePairing(
            kind: .homeKit, root: accessoryID,
            service: NetworkService.ID(kind: .homeKit, identity: accessoryID), announcedName: record.name,
            model: record.model,
            category: record.category, state: record.state, trouble: trouble,
            devices: usableAccessories.map { .homeKit(accessoryID, aid: $0) }, isBridge: isBridge,
            canBePairedAgain: canBePairedAgain,
            pairedAt: record.pairedAt)
    }

    /// Announcements prove nothing; the setup code does, when the accessory is paired again.
    private var canBePairedAgain: Bool { session == nil && announcedRecord?.isPaired == false }

    /// Whether the accessory may be paired while this pairing is known.
    var mayBeReplaced: Bool { isRemoved || canBePairedAgain }

    /// Ends this follower, because the accessory is paired again. Leaves all that is stored.
    func retire() {
        isRemoved = true
        session?.connection.close()
        wakeUp()
    }

    /// A bridge that starts may list itself alone, and still be one.
    private var isBridge: Bool { state.models.count > 1 || record.category == "\(HomeKitCategory.bridge)" }

    /// Removes the pairing, see `PairingLink.unpair`.
    func unpair(discarding: Bool) async throws(DevicePairingFailure) -> Bool {
        guard !isRemoved else { throw .notFound }
        // Without keys, the pairing cannot be removed at the accessory. What is stored must not be written over.
        guard record.verification != nil || record.state != .paired else {
            await forget()
            return isRemoved
        }
        try store { $0.state = .removing }
        await withdrawDevices()
        var isKnown = trouble != .rejected
        if let session, let sessionKeys {
            do throws(AccessoryFailure) {
                try await removeAllKeys(over: session, verifiedBy: sessionKeys)
                isKnown = false
            } catch {
                log("a pairing could not be removed yet", cause: error.description)
            }
        }
        if !isKnown || discarding { await forget() }
        add(.reconnect)
        wakeUp()
        return isRemoved
    }

    /// Writes the characteristic with which the accessory, or one of the devices behind a bridge, shows where it is.
    func identify(_ device: LinkAddress?) async throws(DevicePairingFailure) {
        let session = try connected()
        let aid = device.flatMap { UInt64($0.foreignID) } ?? state.models.keys.min() ?? 1
        guard let iid = state.models[aid]?.identify else {
            throw .blocked(.deviceRefused, reason: "The accessory has no way to show where it is.")
        }
        let write = CharacteristicWrite(id: CharacteristicID(aid: aid, iid: iid), value: .boolean(true))
        try await refusing { () async throws(AccessoryFailure) in
            let statuses = try await session.write([write], isTimed: false)
            if let status = statuses.values.compactMap(\.self).first(where: { $0 != .success }) {
                throw .status(status)
            }
        }
    }

    func controllers() async throws(DevicePairingFailure) -> [DeviceController] {
        let session = try connected()
        let list = try await refusing { () async throws(AccessoryFailure) in try await session.pairings(.list) }
        return list.map { controller in
            DeviceController(
                identifier: controller.identifier, publicKey: controller.publicKey.bytes,
                isAdministrator: controller.permissions.contains(.administrator),
                isOwn: isOwn(controller.identifier))
        }
    }

    private func isOwn(_ identifier: String) -> Bool { record.allKeys.contains { $0.identifier == identifier } }

    func share(with controller: DeviceController) async throws(DevicePairingFailure) {
        let session = try connected()
        guard !isOwn(controller.identifier) else { throw Self.isGatewayItself }
        guard let key = try? LongTermPublicKey(bytes: controller.publicKey) else {
            throw .blocked(
                .deviceRefused, reason: "This is no public key: it must be an Ed25519 key of 32 bytes.")
        }
        let added = PairedController(
            identifier: controller.identifier, publicKey: key,
            permissions: controller.isAdministrator ? .administrator : [])
        // Stored first: otherwise a crash would make a finding of a controller that a person has added.
        let before = record.knownControllers
        try store { $0.knownControllers.insert(KnownController(added)) }
        do throws(DevicePairingFailure) {
            try await refusing { () async throws(AccessoryFailure) in _ = try await session.pairings(.add(added)) }
        } catch {
            if case .blocked(.deviceRefused, _) = error { try? store { $0.knownControllers = before } }
            throw error
        }
        await services.eventReceiver.found(.shared(of: accessoryID, name: record.name, with: controller.identifier))
    }

    func unshare(from identifier: String) async throws(DevicePairingFailure) {
        let session = try connected()
        guard !isOwn(identifier) else { throw Self.isGatewayItself }
        try await refusing { () async throws(AccessoryFailure) in
            _ = try await session.pairings(.remove(identifier: identifier))
        }
        // The accessory may have had no room for new keys of the gateway.
        renewalFailures = 0
        add(.renewKeys)
        try store { $0.knownControllers = $0.knownControllers.filter { $0.identifier != identifier } }
    }

    private static let isGatewayItself = DevicePairingFailure.blocked(
        .deviceRefused, reason: "This is the gateway itself. To end its pairing, unpair the accessory.")

    private func connected() throws(DevicePairingFailure) -> AccessorySession {
        guard let session else {
            throw .blocked(.unreachable, reason: trouble?.detail ?? DevicePairing.Trouble.connecting.detail)
        }
        return session
    }

    private func refusing<Result: Sendable>(
        _ act: () async throws(AccessoryFailure) -> Result
    ) async throws(DevicePairingFailure) -> Result {
        do throws(AccessoryFailure) {
            return try await act()
        } catch {
            throw DevicePairingFailure(error)
        }
    }

    private func store(_ change: (inout PairingRecord) -> Void) throws(DevicePairingFailure) {
        do throws(CertificateError) {
            try self.change(change)
        } catch {
            throw .blocked(.notStored, reason: error.description)
        }
    }

    /// Changes the stored record; in memory only if that succeeds.
    func change(_ change: (inout PairingRecord) -> Void) throws(CertificateError) {
        var changed = record
        change(&changed)
        try services.store.save(changed)
        record = changed
    }
}

/// How the gateway itself keeps the pairing true.
extension AccessoryFollower {
    /// Looks for controllers that were not added through the gateway. They are found again until a person clears the
    /// finding.
    func checkControllers(_ session: AccessorySession) async {
        do throws(AccessoryFailure) {
            reportedControllers = try await others(over: session).subtracting(record.knownControllers)
            guard !reportedControllers.isEmpty else { return }
            await services.eventReceiver.found(
                .newController(reportedControllers, of: accessoryID, name: record.name))
        } catch {
            guard case .pairing(.refused(.authentication, _), _) = error else { return }
            await services.eventReceiver.found(.lostAdministration(of: accessoryID, name: record.name))
        }
    }

    /// Remembers that a person has seen these of the reported controllers. Another one is reported by itself.
    func acknowledgeControllers(_ subjects: Set<String>) throws(LinkError) {
        let seen = reportedControllers.filter { subjects.contains($0.subject) }
        do throws(CertificateError) { try change { $0.knownControllers.formUnion(seen) } } catch {
            throw .refused(error.description)
        }
        reportedControllers.subtract(seen)
    }

    /// All controllers but the gateway. One with its identifier and another key is another controller.
    private func others(over session: AccessorySession) async throws(AccessoryFailure) -> Set<KnownController> {
        // The list may be from before a change of the gateway's own keys.
        let before = record
        let listed = try await session.pairings(.list)
        return Set(
            listed.filter { !before.isGateway($0) && !record.isGateway($0) }.map { KnownController($0) })
    }

    /// Removes the pairing at the accessory, and then here. Throws if the accessory does not know these keys; it may know
    /// others of the gateway.
    func removePairing(
        over connection: AccessoryConnection, by verification: PairVerifyController, with keys: ControllerKeys
    ) async throws(AccessoryFailure) {
        do throws(AccessoryFailure) {
            let session = try await AccessorySession.verified(on: connection, by: verification)
            try await removeAllKeys(over: session, verifiedBy: keys)
        } catch {
            guard isCertainlyUnfinished(after: error) else { throw error }
        }
        await forget()
    }

    /// Removes all keys of the gateway at the accessory. Those of the session are the last ones: their removal ends it, and
    /// until then a lost answer hinders no further attempt.
    private func removeAllKeys(
        over session: AccessorySession, verifiedBy used: ControllerKeys
    ) async throws(AccessoryFailure) {
        let others = record.allKeys.filter { $0.identifier != used.identifier }
        for keys in others + [used] { _ = try await session.pairings(.remove(identifier: keys.identifier)) }
    }

    /// Whether the accessory itself said that it does not know this gateway. An error before that may be from any device
    /// that has its address.
    func isUnknown(after failure: AccessoryFailure) -> Bool { failure == .pairing(.controllerUnknown, during: .verify) }

    /// Whether Pair-Verify was refused in a way that accessories without a pairing have. Nothing proves who refused it.
    func isRefusal(_ failure: AccessoryFailure) -> Bool {
        switch failure {
        case .pairing(.refused(let code, _), during: .verify): code == .authentication || code == .unknown
        case .pairing(_, during: .verify): true
        case .refused(let refusal): refusal.httpStatus < 500
        default: false
        }
    }

    /// Whether an unfinished pairing was refused so often that the accessory certainly has none: it announces that too,
    /// and announcements may be some seconds old. There are no keys that could be lost.
    private func isCertainlyUnfinished(after failure: AccessoryFailure) -> Bool {
        guard record.state == .unfinished, announcedRecord?.isPaired == false, isRefusal(failure) else {
            refusalsInTurn = 0
            return false
        }
        refusalsInTurn += 1
        return refusalsInTurn >= Self.refusalsForCertainty
    }

    /// Deletes the keys, and all that is known of the accessory.
    func forget() async {
        // The accessory may be paired again already, and what is stored belongs to that pairing.
        guard !isRemoved else { return }
        do throws(CertificateError) {
            try services.store.remove(accessoryID)
            isRemoved = true
        } catch {
            log("the keys of a removed accessory could not be deleted", cause: error.description)
            return
        }
        await withdrawDevices()
    }

    private func withdrawDevices() async {
        for aid in state.models.keys { await services.eventReceiver.removed(.homeKit(accessoryID, aid: aid)) }
    }
}
