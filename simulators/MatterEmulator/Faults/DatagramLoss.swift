import Synchronization

/// Counts the datagrams of a node, and those that it loses. The socket asks it on its event loop.
final class DatagramLoss: Sendable {
    private struct Counts {
        var arrivals = 0
        var departures = 0
        /// One of so many datagrams is lost in addition.
        var interval: Int?
        var total = 0
        var traffic = NodeTraffic()
    }

    private let counts = Mutex(Counts())

    func set(arrivals: Int, departures: Int, interval: Int?) {
        counts.withLock {
            $0 = Counts(
                arrivals: max(0, arrivals), departures: max(0, departures), interval: interval.map { max(2, $0) },
                traffic: $0.traffic)
        }
    }

    /// The datagrams that are still to be lost.
    var remaining: (arrivals: Int, departures: Int) { counts.withLock { ($0.arrivals, $0.departures) } }

    /// Lost datagrams count too.
    var traffic: NodeTraffic { counts.withLock { $0.traffic } }

    func losesArrival() -> Bool {
        counts.withLock {
            $0.traffic.countArrival()
            return Self.loses(\.arrivals, of: &$0)
        }
    }

    func losesDeparture() -> Bool {
        counts.withLock {
            $0.traffic.countDeparture()
            return Self.loses(\.departures, of: &$0)
        }
    }

    private static func loses(_ remaining: WritableKeyPath<Counts, Int>, of counts: inout Counts) -> Bool {
        counts.total += 1
        if counts[keyPath: remaining] > 0 {
            counts[keyPath: remaining] -= 1
            return true
        }
        return counts.interval.map { counts.total.isMultiple(of: $0) } ?? false
    }
}
