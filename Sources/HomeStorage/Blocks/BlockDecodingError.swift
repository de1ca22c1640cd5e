/// The reasons for which the bytes of a block cannot be decoded.
enum BlockDecodingError: Error, Hashable, Sendable {
    /// Too short for a block.
    case truncated
    /// A format that this program does not know.
    case unknownFormat(UInt8)
    case checksum
    /// The checksum is right, but the content is not possible.
    case invalidContent
}
