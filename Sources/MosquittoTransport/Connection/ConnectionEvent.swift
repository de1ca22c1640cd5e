/// An event of a connection. The single consumer receives the events in order.
package enum ConnectionEvent: Sendable, Equatable {
    /// The broker accepted the connection. Without a present session the consumer must make every subscription again.
    case connected(sessionPresent: Bool)
    /// The connection was lost, refused or dropped. The loop tries again unless it is paused or closed. A batch that
    /// was not released is void: the broker sends its QoS 1 messages again. Of several such events in a row, a slow
    /// consumer receives only the last.
    case disconnected(MosquittoError)
    /// Messages in the order in which the broker sent them.
    case messages([ReceivedMessage])
    /// All messages since the last batch, or since `.connected`, form this batch. Only with `.afterRelease`. The loop
    /// reads on when the consumer passes the number to `releaseAcknowledgements(through:)`.
    case batchEnded(BatchNumber)
}

/// The number of a batch, counted for one connection object across reconnects.
package struct BatchNumber: Sendable, Hashable, Comparable {
    package let value: UInt64

    package static func < (left: BatchNumber, right: BatchNumber) -> Bool { left.value < right.value }
}
