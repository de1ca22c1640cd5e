/// The reason why a pairing procedure ended without success. After it the procedure must start again from its first
/// message.
package enum PairingFailure: Error, Hashable, Sendable {
    /// The caller made a step that was not the next one, or went on after a failure.
    case outOfOrder
    case malformed(TLV8Error)
    case missing(PairingItemType)
    /// An item has a length or a content that it cannot have.
    case invalid(PairingItemType)
    case unexpectedState(UInt64)
    /// The other device reported an error. `retryDelay` is in seconds.
    case refused(PairingErrorCode, retryDelay: UInt64?)
    /// The accessory does not know this controller: it said so after it had proved its own identity, if its key was known.
    case controllerUnknown
    /// The accessory could not prove that it knows the setup code.
    case wrongAccessoryProof
    /// Encrypted data was changed, or encrypted with another key.
    case undecryptable(PairingItemType)
    case wrongSignature
    /// Another accessory than the expected one answered.
    case otherAccessory(identifier: String)
    /// The accessory's long-term key is a point of small order, with which a forged signature can be valid. A switch
    /// was seen to send 32 zero bytes (aiohomekit issue 152).
    case weakKey
    /// A calculation with big numbers failed; `SRPError` says why.
    case keyExchange(SRPError)
    /// The cryptographic library failed.
    case cryptography
}
