package import HomeModel

/// The PINs of locks that demand one with each command over the network.
extension DevicePairingService {
    /// Keeps the PIN of a lock, in place of an earlier one. `device` is the lock; nil if the pairing has only one that
    /// demands a PIN. Requires a PIN of the person. The audit log does not contain the PIN of the lock.
    package func keepLockPIN(
        _ pin: Secret, of device: DeviceID?, behind id: DeviceID, as identity: Identity
    ) async throws(ActionRefusal) {
        try await actions.require(.addDevices, of: identity, for: .deviceLockPIN, about: id.rawValue)
        let lock = try await lock(device, behind: id)
        guard lock.pin.accepts(pin) else {
            throw .invalid(
                field: "pin", code: "invalidPIN",
                detail: "A PIN of this lock has \(lock.pin.lengthText), and nothing else.")
        }
        try await actions.require(StepUp.people, of: identity)
        try await audited(
            .deviceLockPIN, target: lock.pairing.root, by: identity, metadata: Self.metadata(lock.name),
            failing: .notStored
        ) { () async throws(DevicePairingFailure) in try await lock.link.keepPIN(pin, of: lock.address) }
    }

    /// Deletes the PIN of a lock here. The lock cannot be commanded then.
    package func deleteLockPIN(
        of device: DeviceID?, behind id: DeviceID, as identity: Identity
    ) async throws(ActionRefusal) {
        try await actions.require(.addDevices, of: identity, for: .deviceLockPIN, about: id.rawValue)
        let lock = try await lock(device, behind: id)
        guard lock.pin.state != .needed else { throw .conflict("The gateway has no PIN of this lock.") }
        try await audited(
            .deviceLockPIN, target: lock.pairing.root, by: identity,
            metadata: Self.metadata(lock.name, with: ["act": "deleted"]), failing: .notStored
        ) { () async throws(DevicePairingFailure) in try await lock.link.deletePIN(of: lock.address) }
    }

    private struct Lock {
        let address: LinkAddress
        let pin: LockPIN
        let name: String
        let pairing: DevicePairing
        let link: any LockPINLink
    }

    private func lock(_ device: DeviceID?, behind id: DeviceID) async throws(ActionRefusal) -> Lock {
        let (pairing, link) = try await paired(id)
        guard let link = link as? any LockPINLink, !pairing.lockPINs.isEmpty else {
            throw .conflict("This device is no lock that demands a PIN for commands over the network.")
        }
        let address = try await address(of: device, behind: pairing)
        guard let pin = pairing.lockPINs[address] else {
            throw .conflict("This device is no lock that demands a PIN for commands over the network.")
        }
        let ownName = await registry.snapshot.device(at: address)?.name.text
        return Lock(address: address, pin: pin, name: ownName ?? pairing.announcedName, pairing: pairing, link: link)
    }

    private func address(
        of device: DeviceID?, behind pairing: DevicePairing
    ) async throws(ActionRefusal) -> LinkAddress {
        guard let device else {
            guard pairing.lockPINs.count == 1, let only = pairing.lockPINs.keys.first else {
                throw .invalid(
                    field: "device", code: "missing",
                    detail: "Several locks behind this bridge demand a PIN: say which one has this PIN.")
            }
            return only
        }
        var address = await registry.snapshot[device]?.address
        if address == nil { address = await registry.waiting(device)?.address }
        guard let address, pairing.devices.contains(address) else {
            throw .invalid(
                field: "device", code: "unknown", detail: "This pairing has no device with the id “\(device)”.")
        }
        return address
    }
}
