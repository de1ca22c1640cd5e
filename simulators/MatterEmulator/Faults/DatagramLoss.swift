import Synchronization

/// Counts the datagrams that a node loses. The socket asks it on its event loop.
final class DatagramLoss: Sendable {
    private struct Counts { var arrivals = 0, departures = 0 }

    private let counts = Mutex(Counts())

    func set(arrivals: Int, departures: Int) {
        counts.withLock { $0 = Counts(arrivals: max(0, arrivals), departures: max(0, departures)) }
    }

    /// The datagrams that are still to be lost.
    var remaining: (arrivals: Int, departures: Int) { counts.withLock { ($0.arrivals, $0.departures) } }

    func losesArrival() -> Bool { counts.withLock { Self.count(&$0.arrivals) } }

    func losesDeparture() -> Bool { counts.withLock { Self.count(&$0.departures) } }

    private static func count(_ remaining: inout Int) -> Bool {
        guard remaining > 0 else { return false }
        remaining -= 1
        return true
    }
}
