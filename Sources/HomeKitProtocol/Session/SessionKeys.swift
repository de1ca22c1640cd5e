package import Crypto

/// The two keys of a session.
package struct SessionKeys: Sendable {
    /// The side of a session.
    package enum Role: Hashable, Sendable {
        case controller
        case accessory
    }

    /// Encrypts what this side sends.
    package let outgoing: SymmetricKey
    /// Decrypts what this side receives.
    package let incoming: SymmetricKey

    /// `sharedSecret` is the X25519 secret of Pair-Verify.
    init(sharedSecret: SymmetricKey, role: Role) {
        let toController = KeyLabel.accessoryToController.key(from: sharedSecret)
        let toAccessory = KeyLabel.controllerToAccessory.key(from: sharedSecret)
        outgoing = role == .controller ? toAccessory : toController
        incoming = role == .controller ? toController : toAccessory
    }
}
