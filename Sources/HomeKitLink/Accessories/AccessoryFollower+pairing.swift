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
            kind: .homeKit, root: accessoryID, announcedName: record.name, model: record.model,
            category: record.category, state: record.state, trouble: trouble,
            devices: usableAccessories.map { .homeKit(accessoryID, aid: $0) }, isBridge: state.models.count > 1,
            pairedAt: record.pairedAt)
    }

    /// Removes the pairing, see `PairingLink.unpair`.
    func unpair(discarding: Bool) async throws(DevicePairingFailure) -> Bool {
        try store { $0.state = .removing }
        var isKnown = trouble != .rejected && trouble != .reset
        if let session {
            do throws(AccessoryFailure) {
                _ = try await session.pairings(.remove(identifier: record.controllerID))
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
                isOwn: controller.identifier == record.controllerID)
        }
    }

    func share(with controller: DeviceController) async throws(DevicePairingFailure) {
        let session = try connected()
        guard let key = try? LongTermPublicKey(bytes: controller.publicKey) else {
            throw .blocked(
                .deviceRefused, reason: "This is no public key: it must be an Ed25519 key of 32 bytes.")
        }
        let added = PairedController(
            identifier: controller.identifier, publicKey: key,
            permissions: controller.isAdministrator ? .administrator : [])
        // Stored first: otherwise a crash would make a finding of a controller that a person has added.
        try store { $0.knownControllers.insert(controller.identifier) }
        try await refusing { () async throws(AccessoryFailure) in _ = try await session.pairings(.add(added)) }
    }

    func unshare(from identifier: String) async throws(DevicePairingFailure) {
        let session = try connected()
        guard identifier != record.controllerID else {
            throw .blocked(
                .deviceRefused, reason: "This is the gateway itself. To end its pairing, unpair the accessory.")
        }
        try await refusing { () async throws(AccessoryFailure) in
            _ = try await session.pairings(.remove(identifier: identifier))
        }
        try store { $0.knownControllers.remove(identifier) }
    }

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
    private func change(_ change: (inout PairingRecord) -> Void) throws(CertificateError) {
        var changed = record
        change(&changed)
        try services.store.save(changed)
        record = changed
    }
}

/// How the gateway itself keeps the pairing true.
extension AccessoryFollower {
    /// Looks for controllers that were not added through the gateway.
    func checkControllers(_ session: AccessorySession) async {
        // An accessory that refuses the list has made another controller its only administrator.
        guard let controllers = try? await session.pairings(.list) else { return }
        let others = Set(controllers.map(\.identifier)).subtracting([record.controllerID])
        guard !others.isSubset(of: record.knownControllers) else { return }
        await services.eventReceiver.found(.newController(of: accessoryID, name: record.name))
        do throws(CertificateError) {
            try change { $0.knownControllers = others }
        } catch {
            log("the controllers of an accessory could not be stored", cause: error.description)
        }
    }

    /// Removes the pairing at the accessory, and then here. An accessory that does not know this gateway has no pairing
    /// with it any more.
    func removePairing(
        over connection: AccessoryConnection, by verification: PairVerifyController
    ) async throws(AccessoryFailure) {
        do throws(AccessoryFailure) {
            let session = try await AccessorySession.verified(on: connection, by: verification)
            _ = try await session.pairings(.remove(identifier: record.controllerID))
        } catch {
            guard isUnknown(after: error) else { throw error }
        }
        await forget()
    }

    private func isUnknown(after failure: AccessoryFailure) -> Bool {
        switch failure {
        case .pairing(.refused(.authentication, _), during: .verify): true
        // Accessories without any pairing refuse Pair-Verify in many ways.
        case .pairing(_, during: .verify), .refused: announcedRecord?.isPaired == false
        default: false
        }
    }

    /// Deletes the keys, and all that is known of the accessory.
    private func forget() async {
        do throws(CertificateError) {
            try services.store.remove(accessoryID)
            isRemoved = true
        } catch {
            log("the keys of a removed accessory could not be deleted", cause: error.description)
            return
        }
        for aid in state.models.keys { await services.eventReceiver.removed(.homeKit(accessoryID, aid: aid)) }
    }
}
