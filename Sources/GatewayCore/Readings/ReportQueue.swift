import HomeModel

/// The reports of a link that wait to be passed on. Each root has its turn, so that a device that reports without end
/// delays no other, and loses only its own reports.
struct ReportQueue {
    /// Reports that arrived together, with the clocks that stamped them.
    struct Arrival {
        let reports: [TelemetryReport]
        let clocks: ClockSnapshot
    }

    /// The number of reports that are passed on in one turn of a root.
    static let mostPerTurn = 64
    /// The number of reports that may wait. Beyond it, the oldest ones of the root with most reports are dropped.
    static let maximumCount = 10_000

    /// What waits of one root.
    private struct Line {
        private var arrivals: [Arrival] = []
        /// The arrivals before this one were taken.
        private var start = 0
        private(set) var count = 0

        var isEmpty: Bool { start == arrivals.count }

        mutating func add(_ arrival: Arrival) {
            arrivals.append(arrival)
            count += arrival.reports.count
        }

        mutating func takeFirst() -> Arrival {
            let arrival = arrivals[start]
            start += 1
            count -= arrival.reports.count
            // So that each arrival is moved at most once, on average.
            if start * 2 > arrivals.count {
                arrivals.removeFirst(start)
                start = 0
            }
            return arrival
        }
    }

    private var lines: [String: Line] = [:]
    /// The roots with reports, in the order of their next turns.
    private var turns: [String] = []
    private(set) var count = 0

    /// Adds reports of a root. Returns how many were dropped.
    mutating func add(_ reports: [TelemetryReport], at clocks: ClockSnapshot, of root: String) -> Int {
        guard !reports.isEmpty else { return 0 }
        if lines[root] == nil { turns.append(root) }
        var rest = reports[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.mostPerTurn)
            rest = rest.dropFirst(part.count)
            lines[root, default: Line()].add(Arrival(reports: Array(part), clocks: clocks))
        }
        count += reports.count
        var dropped = 0
        while count > Self.maximumCount, let longest = lines.max(by: { $0.value.count < $1.value.count })?.key {
            dropped += takeFirst(of: longest)?.reports.count ?? 0
        }
        return dropped
    }

    /// Removes and returns the oldest reports of the root whose turn it is; nil when none wait.
    mutating func next() -> Arrival? {
        guard let root = turns.first else { return nil }
        turns.removeFirst()
        turns.append(root)
        return takeFirst(of: root)
    }

    private mutating func takeFirst(of root: String) -> Arrival? {
        guard let arrival = lines[root]?.takeFirst() else { return nil }
        count -= arrival.reports.count
        if lines[root]?.isEmpty == true {
            lines[root] = nil
            turns.removeAll { $0 == root }
        }
        return arrival
    }
}
