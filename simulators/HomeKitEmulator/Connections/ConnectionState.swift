import HomeKitProtocol

/// What the server knows of one connection.
struct ConnectionState {
    let outgoing: AsyncStream<OutgoingItem>.Continuation
    /// Finishing it closes the connection even while it waits for the controller to read.
    let ending: AsyncStream<Void>.Continuation
    var setup: PairSetupAccessory
    var verify: PairVerifyAccessory
    /// The controller that was verified; nil before.
    var controller: PairedController?
    /// The characteristics whose changes this connection wants to know.
    var subscriptions: Set<CharacteristicID> = []
    /// The changes that were not sent yet.
    var pendingEvents: [CharacteristicID: HomeKitJSON] = [:]
    var preparedWrite: TimedWrite?
    /// The messages that the fault `holdsMessages` keeps.
    var held: [OutgoingItem] = []
    /// Whether the messages are encrypted from now on.
    var isSecured = false
}
