package import HomeModel

/// A link whose pairings can receive new keys of the gateway while the devices stay paired.
package protocol KeyRotatingLink: PairingLink {
    /// Replaces the gateway's keys of each pairing whose keys were not made for this rotation: at once where the device is
    /// reached, and otherwise when it is reached again, also after a restart. Stores that before it returns. May be
    /// repeated. Pairings that are made from now on have keys of this rotation.
    func rotateKeys(for rotation: KeyRotationID) async throws(KeyRotationFailure)

    /// The state of the keys of each pairing.
    func pairingKeys() async -> [DeviceID: PairingKeyState]
}

/// The keys that the gateway uses towards one paired device.
package struct PairingKeyState: Hashable, Sendable {
    /// The rotation for which the keys in use were made; nil for keys that no rotation has made.
    package let rotation: KeyRotationID?
    /// Whether older keys still open the device, because it was not reached yet or refused the change.
    package let isRotating: Bool
    /// Why the device refused the change; nil when nothing was refused.
    package let refusal: String?
    /// Why the device gets new keys only later, and when; nil when nothing is known that delays it.
    package let delay: String?

    package init(rotation: KeyRotationID?, isRotating: Bool, refusal: String?, delay: String? = nil) {
        self.rotation = rotation
        self.isRotating = isRotating
        self.refusal = refusal
        self.delay = delay
    }
}
