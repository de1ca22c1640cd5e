import HomeModel

@testable import GatewayCore

/// The prototype is a lock that demands a PIN.
extension CommissionableLink: LockPINLink {
    static let lock = "\(prototype.lowercased())-1"

    func keepPIN(_ pin: Secret, of lock: LinkAddress) async throws(DevicePairingFailure) { pins[lock] = pin }

    func deletePIN(of lock: LinkAddress) async throws(DevicePairingFailure) { pins[lock] = nil }

    func lockPINs(of root: String, devices: [LinkAddress]) -> [LinkAddress: LockPIN] {
        guard root == Self.prototype.lowercased() else { return [:] }
        return Dictionary(
            devices.map { ($0, LockPIN(pins[$0] == nil ? .needed : .kept, lengths: 4...8)) }
        ) { $1 }
    }
}

extension DevicePairing {
    func with(_ lockPINs: [LinkAddress: LockPIN]) -> DevicePairing {
        DevicePairing(
            kind: kind, root: root, service: service, announcedName: announcedName, model: model, category: category,
            state: state, trouble: trouble, devices: devices, isBridge: isBridge, lockPINs: lockPINs,
            canBePairedAgain: canBePairedAgain, pairedAt: pairedAt)
    }
}
