/// What a connection tells its single consumer, in order.
package enum ConnectionEvent: Sendable, Equatable {
    /// The broker accepted us. Without a present session every subscription has to be made again.
    case connected(sessionPresent: Bool)
    /// The connection was lost, refused or dropped. It is tried again unless paused or closed. A batch that was not
    /// released yet is void: its QoS 1 messages come again. Of several in a row a slow consumer sees the last.
    case disconnected(MosquittoError)
    /// Messages in the order in which the broker sent them.
    case messages([ReceivedMessage])
    /// `.afterRelease` only: all messages since the last batch, or since `.connected`, form this batch. Nothing more is
    /// read until it is given to `releaseAcknowledgements(through:)`.
    case batchEnded(BatchNumber)
}

/// Counts the batches of one connection object, across reconnects.
package struct BatchNumber: Sendable, Hashable, Comparable {
    package let value: UInt64

    package static func < (left: BatchNumber, right: BatchNumber) -> Bool { left.value < right.value }
}
