import HomeModel

/// What a block of readings says about itself, without its readings being decoded.
struct BlockSummary: Hashable, Sendable {
    let count: Int
    /// Time of its first reading.
    let first: Timestamp
    /// Time of its last reading.
    let last: Timestamp
    /// Of its values; those that are not numbers do not count, unless there are no others.
    let minimum: Double
    let maximum: Double
    let sum: Double
}
