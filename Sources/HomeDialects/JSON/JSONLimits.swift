/// Limits for JSON documents from outside.
package struct JSONLimits: Sendable {
    package let bytes: Int
    package let depth: Int
    /// The number of values of every kind, keys not counted. It bounds the memory that a document costs.
    package let values: Int

    package init(bytes: Int, depth: Int, values: Int) {
        self.bytes = bytes
        self.depth = depth
        self.values = values
    }

    /// For reports and descriptions of a single device.
    package static let telemetry = JSONLimits(bytes: 64 << 10, depth: 16, values: 8192)
    /// For a bridge's list of all its devices.
    package static let inventory = JSONLimits(bytes: 4 << 20, depth: 32, values: 400_000)
}
