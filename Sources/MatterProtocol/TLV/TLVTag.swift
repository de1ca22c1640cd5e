/// The tag that names an element among its neighbours.
package enum TLVTag: Hashable, Sendable {
    case anonymous
    /// A number with a meaning in the surrounding structure or list.
    case context(UInt8)
    /// A number of the profile that Matter shares between all structures.
    case common(UInt32)
    /// A number of a profile that the surrounding protocol implies.
    case implicit(UInt32)
    case full(vendor: UInt16, profile: UInt16, number: UInt32)
}
