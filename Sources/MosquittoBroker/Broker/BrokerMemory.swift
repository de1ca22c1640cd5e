/// How much memory the broker may have, and what its log says of it.
package struct BrokerMemory: Sendable, Equatable {
    /// What its settings allow: all queues full, connections and a usual number of retained messages. While it is
    /// relieved it may have more.
    package let limitBytes: Int
    /// Whether it refused something for want of memory since the last question.
    package let isExhausted: Bool
    /// Whether it refused connections because too many are open, since the last question.
    package let isCrowded: Bool

    package init(limitBytes: Int, isExhausted: Bool, isCrowded: Bool) {
        (self.limitBytes, self.isExhausted, self.isCrowded) = (limitBytes, isExhausted, isCrowded)
    }
}

extension BrokerLog {
    /// What was logged after `mark`, which is moved to the end: at most the first 64 kB of it.
    func readOn(from mark: inout Mark) -> [String] {
        let before = mark
        mark = end
        return lines(after: before)
    }
}

extension [String] {
    var tellOfExhaustion: Bool { contains { $0.lowercased().contains("out of memory") } }
    var tellOfCrowd: Bool {
        contains { $0.contains("system socket count has been exceeded") || $0.contains("max_connections exceeded") }
    }
}
