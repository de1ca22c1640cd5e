package import MatterProtocol

/// Why something with a node failed.
package enum NodeFailure: Error, Hashable, Sendable {
    /// The machine gives no socket.
    case noSocket
    /// The node has no usable address, or acknowledged nothing.
    case unreachable
    /// The node acknowledged the message, and did not answer in time.
    case timedOut
    /// The session was closed, by the node or by this side.
    case sessionClosed
    /// The node did not know the session, or ended it.
    case sessionLost
    /// More exchanges at once than a session may have.
    case tooManyExchanges
    /// This side has as many sessions as it can have.
    case tooManySessions
    /// PASE or CASE ended without a session.
    case establishment(SessionEstablishmentFailure)
    /// The caller does not want the message to be sent any more.
    case notSent
    case message(MessageError)
    /// A message of the interaction model that cannot be read.
    case interaction(InteractionError)
    /// A message that does not belong there.
    case unexpectedMessage
    /// The node refused the request.
    case refused(InteractionOutcome)
    /// The node reported a status of another protocol.
    case reported(StatusReport)
}
