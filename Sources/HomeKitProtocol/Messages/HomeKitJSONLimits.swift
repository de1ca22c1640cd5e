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

    /// A database. 150 accessories take about 100 kB.
    package static let database = HomeKitJSONLimits(bytes: 5 << 20, depth: 32, values: 600_000)
    /// Values and events.
    package static let characteristics = HomeKitJSONLimits(bytes: 1 << 20, depth: 32, values: 100_000)
}
