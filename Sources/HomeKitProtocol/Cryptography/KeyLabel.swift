import Crypto

/// The salt and info with which HAP derives its keys by HKDF-SHA512. Source: HAP specification R2, sections 5.6, 5.7
/// and 6.5.2.
///
/// The specification does not mention `setupEncryption`; all implementations use it for the encrypted data of M5 and
/// M6.
enum KeyLabel: CaseIterable {
    case setupEncryption
    case setupControllerSignature
    case setupAccessorySignature
    case verifyEncryption
    /// Named from the controller's side: it reads what the accessory sends.
    case accessoryToController
    case controllerToAccessory

    private var names: (salt: String, info: String) {
        switch self {
        case .setupEncryption: ("Pair-Setup-Encrypt-Salt", "Pair-Setup-Encrypt-Info")
        case .setupControllerSignature: ("Pair-Setup-Controller-Sign-Salt", "Pair-Setup-Controller-Sign-Info")
        case .setupAccessorySignature: ("Pair-Setup-Accessory-Sign-Salt", "Pair-Setup-Accessory-Sign-Info")
        case .verifyEncryption: ("Pair-Verify-Encrypt-Salt", "Pair-Verify-Encrypt-Info")
        case .accessoryToController: ("Control-Salt", "Control-Read-Encryption-Key")
        case .controllerToAccessory: ("Control-Salt", "Control-Write-Encryption-Key")
        }
    }

    /// The key of 32 bytes that belongs to this label and secret.
    func key(from secret: SymmetricKey) -> SymmetricKey {
        HKDF<SHA512>.deriveKey(
            inputKeyMaterial: secret, salt: Array(names.salt.utf8), info: Array(names.info.utf8), outputByteCount: 32)
    }
}
