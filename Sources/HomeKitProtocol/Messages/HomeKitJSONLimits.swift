/// The limits of JSON from another device.
package struct HomeKitJSONLimits: Hashable, Sendable {
    package var bytes: Int
    package var depth: Int
    package var values: Int

    package init(bytes: Int, depth: Int, values: Int) {
        self.bytes = bytes
        self.depth = depth
        self.values = values
    }

    /// A database: 150 accessories with some thousand characteristics each have less.
    package static let database = HomeKitJSONLimits(bytes: 8 << 20, depth: 32, values: 2_000_000)
    /// Values and events.
    package static let characteristics = HomeKitJSONLimits(bytes: 1 << 20, depth: 32, values: 100_000)
}
