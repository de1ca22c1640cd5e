package import GatewayCore
package import HomeModel

extension MatterLink: LockPINLink {
    package func keepPIN(_ pin: Secret, of lock: LinkAddress) async throws(DevicePairingFailure) {
        try await follower(of: lock.root).keepPIN(pin, of: lock)
    }

    package func deletePIN(of lock: LinkAddress) async throws(DevicePairingFailure) {
        try await follower(of: lock.root).deletePIN(of: lock)
    }
}
