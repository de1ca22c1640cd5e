package import HomeModel

/// The disk usage of one sort of records.
package struct DiskUse: Hashable, Sendable {
    package var bytes = 0
    /// The time of the oldest record; nil when there is none.
    package var oldest: Timestamp?

    package init(bytes: Int = 0, oldest: Timestamp? = nil) {
        self.bytes = bytes
        self.oldest = oldest
    }
}
