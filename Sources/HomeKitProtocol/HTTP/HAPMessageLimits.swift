/// The limits of a message from another device.
package struct HAPMessageLimits: Hashable, Sendable {
    /// Bytes of the start line, the fields and the trailer together.
    package var headBytes: Int
    package var bodyBytes: Int

    package init(headBytes: Int = 16_384, bodyBytes: Int) {
        self.headBytes = headBytes
        self.bodyBytes = bodyBytes
    }

    /// Databases of large bridges have up to 5 MB.
    package static let controller = HAPMessageLimits(bodyBytes: 8 << 20)
    package static let accessory = HAPMessageLimits(bodyBytes: 1 << 20)
}
