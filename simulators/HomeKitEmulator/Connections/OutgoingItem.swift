import HomeKitProtocol

/// What the server wants to send on one connection. The items of a connection are sent in their order.
enum OutgoingItem: Sendable {
    /// An answer or an event, encrypted if the connection is a session.
    case message([UInt8])
    /// The following messages are encrypted with these keys.
    case secure(SessionKeys)
    /// A fault: half of the frames of a message, and nothing after them.
    case half([UInt8])
    /// A fault: a frame with a counter that the controller does not expect.
    case frameOutOfStep
    /// Close the connection.
    case end
}
