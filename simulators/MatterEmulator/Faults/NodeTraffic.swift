/// The datagrams at the socket of a node since the node was made.
package struct NodeTraffic: Hashable, Sendable {
    package private(set) var arrivals = 0
    package private(set) var departures = 0
    /// How often the node sent something after something had arrived: the turns that its peer may have waited for.
    package private(set) var roundTrips = 0
    private var hasArrival = false

    mutating func countArrival() {
        arrivals += 1
        hasArrival = true
    }

    mutating func countDeparture() {
        departures += 1
        if hasArrival { roundTrips += 1 }
        hasArrival = false
    }
}
