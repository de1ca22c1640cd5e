import MatterProtocol

/// An event that happened on a node.
struct NodeEvent: Sendable {
    let path: EventPath
    let number: UInt64
    let priority: EventData.Priority
    /// The time since the node started.
    let time: Duration
    let fields: TLVValue
    /// The fabric that alone may read it; nil for all.
    let fabric: UInt8?
}

/// The latest events of a node. The oldest one is dropped for another at the limit.
struct EventLog: Sendable {
    private(set) var events: [NodeEvent] = []
    /// The number of the next event. Numbers never repeat, also not after a restart.
    private(set) var nextNumber: UInt64
    private let limit: Int

    init(nextNumber: UInt64, limit: Int) {
        self.nextNumber = nextNumber
        self.limit = max(1, limit)
    }

    mutating func append(
        _ path: EventPath, priority: EventData.Priority, fields: TLVValue, fabric: UInt8?, at time: Duration
    ) {
        if events.count >= limit { events.removeFirst() }
        events.append(
            NodeEvent(
                path: path, number: nextNumber, priority: priority, time: time, fields: fields, fabric: fabric))
        nextNumber += 1
    }
}
