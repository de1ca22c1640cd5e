/// An action that the caller of the simulation must carry out after an input.
package enum SimulationEffect: Hashable, Sendable {
    /// Publish the message on the connection of `root`, in the order of the effects.
    case publish(OutgoingMessage, device: String, root: String)
    case connection(ConnectionChange, root: String)
}

/// A change of the connection of one root topic.
package enum ConnectionChange: Hashable, Sendable {
    /// Ends the connection without a DISCONNECT, until `.restore`.
    case cut
    case restore
    /// Drops the connection and connects again at once.
    case reconnect
    /// Connects again: with an expired certificate, or with the valid one.
    case present(expiredCertificate: Bool)
}
