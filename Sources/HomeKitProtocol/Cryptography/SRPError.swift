/// The reason why a key exchange by SRP failed.
package enum SRPError: Error, Hashable, Sendable {
    /// The other side's public key is zero, not smaller than the modulus, or too long. With such a key the shared
    /// secret would not depend on the setup code.
    case illegalPublicKey
    case illegalSalt
    /// The other side does not know the setup code.
    case wrongProof
    case outOfMemory
    case tooLarge
}
