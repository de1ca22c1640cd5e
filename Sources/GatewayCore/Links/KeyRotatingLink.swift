package import HomeModel

/// A link whose pairings can receive new keys of the gateway while the devices stay paired.
package protocol KeyRotatingLink: PairingLink {
    /// Replaces the gateway's keys of each pairing whose keys were made before `start`: at once where the device is
    /// reached, and otherwise when it is reached again, also after a restart. Stores that before it returns. May be
    /// repeated.
    func rotateKeys(madeBefore start: Timestamp) async throws(KeyRotationFailure)

    /// The state of the keys of each pairing.
    func pairingKeys() async -> [DeviceID: PairingKeyState]
}

/// The keys that the gateway uses towards one paired device.
package struct PairingKeyState: Hashable, Sendable {
    /// When the keys in use were made.
    package let madeAt: Timestamp
    /// Whether older keys still open the device, because it was not reached yet or refused the change.
    package let isRotating: Bool
    /// Why the device refused the change; nil when nothing was refused.
    package let refusal: String?

    package init(madeAt: Timestamp, isRotating: Bool, refusal: String?) {
        self.madeAt = madeAt
        self.isRotating = isRotating
        self.refusal = refusal
    }
}
