/// The reason why bytes are not an HTTP message that this code accepts, or why a message cannot be sent.
package enum HAPMessageError: Error, Hashable, Sendable {
    case malformedStartLine
    case unsupportedVersion
    case malformedHeader
    case headTooLarge(limit: Int)
    case bodyTooLarge(limit: Int)
    case malformedLength
    /// The head has several different lengths.
    case conflictingLengths
    case unsupportedTransferEncoding
    case malformedChunk
    /// A line of a message to send contains a control character, which would begin another line.
    case forbiddenCharacter
}
