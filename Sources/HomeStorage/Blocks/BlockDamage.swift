/// Why the bytes of a block are not those that were written.
enum BlockDamage: Error, Hashable, Sendable {
    /// Too short to be one.
    case truncated
    /// Of a format that this program does not know.
    case unknownFormat(UInt8)
    case checksum
    /// The checksum is right, but what it says cannot be.
    case impossible
}
