/// Why a message cannot be read, sent or received.
package enum MessageError: Error, Hashable, Sendable {
    /// The bytes end before the message does.
    case truncated
    /// The message has more bytes than one datagram may have.
    case tooLong(byteCount: Int, limit: Int)
    case unknownVersion(UInt8)
    /// A header with a value that the specification has reserved.
    case reservedValue
    /// The header is obfuscated with a privacy key. Only group messages need that, and this implementation has no groups.
    case privacyNotSupported
    /// The message is for a group. This implementation has no groups.
    case groupMessage
    /// A message that belongs to another session than the one that reads it.
    case otherSession
    /// A message for another node, or from another one than the peer of the session.
    case otherNode
    /// The message was changed, or encrypted with another key.
    case wrongTag
    /// The session has used up its message counters. The two nodes must establish another session.
    case counterExhausted
    /// The cryptographic library failed.
    case cryptography
}
