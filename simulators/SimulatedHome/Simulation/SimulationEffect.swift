/// What the outside has to do after an input to the simulation.
package enum SimulationEffect: Hashable, Sendable {
    /// In this order, on the connection of `root`.
    case publish(OutgoingMessage, device: String, root: String)
    case connection(ConnectionChange, root: String)
}

package enum ConnectionChange: Hashable, Sendable {
    /// Ends it without goodbye, until `.restore`.
    case cut
    case restore
    /// Drops it and connects again at once.
    case reconnect
    /// Connects anew with a certificate that is expired, or again with the right one.
    case present(expiredCertificate: Bool)
}
