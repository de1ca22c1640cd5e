package import HomeModel

/// `PUT /device-pairings/{id}/lock-pin`: the PIN that a lock demands with each command. It is a secret, which no response
/// contains.
package struct LockPINBody: Codable, Sendable, CustomStringConvertible {
    /// The lock; absent if the pairing has only one that demands a PIN.
    package let device: DeviceID?
    package let pin: String

    package init(device: DeviceID? = nil, pin: String) {
        self.device = device
        self.pin = pin
    }

    package var description: String { "LockPINBody(hidden)" }
}
