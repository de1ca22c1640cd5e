/// Decides which datagrams are lost. A simulated node passes one to its socket.
package struct DatagramFilter: Sendable {
    /// Whether the next datagram that arrives is lost. Called on the event loop.
    let losesArrival: @Sendable () -> Bool
    /// Whether the next datagram that is sent is lost.
    let losesDeparture: @Sendable () -> Bool

    package init(losesArrival: @escaping @Sendable () -> Bool, losesDeparture: @escaping @Sendable () -> Bool) {
        self.losesArrival = losesArrival
        self.losesDeparture = losesDeparture
    }
}
