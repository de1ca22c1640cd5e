/// How much of a foreign JSON document is read.
package struct JSONLimits: Sendable {
    package let bytes: Int
    package let depth: Int
    /// Values of every kind, keys not counted: what a document costs in memory.
    package let values: Int

    package init(bytes: Int, depth: Int, values: Int) {
        self.bytes = bytes
        self.depth = depth
        self.values = values
    }

    /// What a device reports, or says of itself.
    package static let telemetry = JSONLimits(bytes: 64 << 10, depth: 16, values: 8192)
    /// What a bridge says of all its devices.
    package static let inventory = JSONLimits(bytes: 4 << 20, depth: 32, values: 400_000)
}
