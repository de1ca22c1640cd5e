/// The memory limit of the broker, and what its log reports about memory and connections.
package struct BrokerMemory: Sendable, Equatable {
    /// Bytes that the settings allow: for full queues, connections and a usual number of retained messages. While the
    /// broker is relieved it may have more.
    package let limitBytes: Int
    /// Whether the broker refused something for lack of memory since the last query.
    package let isExhausted: Bool
    /// Whether the broker refused connections since the last query because too many were open.
    package let isAtConnectionLimit: Bool
    /// The connections that the broker ended since the last query.
    package var disconnections: [BrokerDisconnection] = []

    package init(
        limitBytes: Int, isExhausted: Bool, isAtConnectionLimit: Bool, disconnections: [BrokerDisconnection] = []
    ) {
        (self.limitBytes, self.isExhausted, self.isAtConnectionLimit) = (limitBytes, isExhausted, isAtConnectionLimit)
        self.disconnections = disconnections
    }
}

extension BrokerLog {
    /// Returns the lines logged after `position`, at most the first 64 kB, and moves `position` to the end of the log.
    func readNewLines(from position: inout Position) -> [String] {
        let before = position
        position = end
        return lines(after: before)
    }
}

extension [String] {
    /// Whether a line reports that the broker had no memory left.
    var reportMemoryExhaustion: Bool { contains { $0.lowercased().contains("out of memory") } }
    /// Whether a line reports that the broker refused a connection because too many were open.
    var reportConnectionLimit: Bool {
        contains { $0.contains("system socket count has been exceeded") || $0.contains("max_connections exceeded") }
    }
}
