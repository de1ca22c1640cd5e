/// What a decoder accepts.
package struct TLVLimits: Sendable {
    package let maximumBytes: Int
    package let maximumElements: Int
    /// The number of containers inside each other.
    package let maximumDepth: Int

    package init(maximumBytes: Int, maximumElements: Int, maximumDepth: Int) {
        self.maximumBytes = maximumBytes
        self.maximumElements = maximumElements
        self.maximumDepth = maximumDepth
    }

    /// A message: 1,280 bytes over UDP, 64 kB over TCP. The structures of all standard clusters nest less than ten deep.
    package static let message = TLVLimits(maximumBytes: 65_536, maximumElements: 16_384, maximumDepth: 24)
}
