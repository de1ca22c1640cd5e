/// The limits of a TLV8 body that comes from another device.
package struct TLV8Limits: Hashable, Sendable {
    package var maximumBytes: Int
    package var maximumItems: Int

    package init(maximumBytes: Int, maximumItems: Int) {
        self.maximumBytes = maximumBytes
        self.maximumItems = maximumItems
    }

    /// The largest pairing body that was seen in public logs has 1.2 kB: M4 of a lock, with Apple's certificate in it.
    /// A list of the pairings of an accessory has about 80 bytes for each.
    package static let pairing = TLV8Limits(maximumBytes: 16_384, maximumItems: 512)
}
