package import HomeKitProtocol

/// The ways in which a simulated accessory misbehaves. Each can be turned on and off while it runs; those that happen
/// once turn themselves off.
package struct AccessoryFaults: Hashable, Sendable {
    /// Once: sends half of the frames of the next message of a session, and nothing more on this connection, which stays
    /// open.
    package var stopsInsideNextMessage = false
    /// Once: carries out the next request and then drops the connection without an answer.
    package var dropsAfterNextRequest = false
    /// Once: drops the connection at the next request of a method to `/pairings`.
    package var pairingsLoss: PairingsLoss?
    /// Once: sends a frame whose counter is out of step before the next message of a session. Nothing after it can be
    /// decrypted either.
    package var sendsFrameOutOfStep = false
    /// The status that a read or write of a characteristic gets instead of being carried out.
    package var statuses: [CharacteristicID: HAPStatus] = [:]
    /// Accepts writes and does not act.
    package var ignoresWrites = false
    /// Keeps the answers and events of sessions until it is turned off: a slow accessory.
    package var holdsMessages = false
    /// Accepts subscriptions and sends no events.
    package var withholdsEvents = false
    /// Refuses Pair-Setup with the error `backoff` and this number of seconds. Only old accessories do this.
    package var setupRetryDelay: UInt8?
    /// Sends the database in chunks of this many bytes, as HAP-NodeJS does. This is no fault, but some controllers fail.
    package var databaseChunkBytes: Int?

    package init() {}
}

/// A request to `/pairings` to which the controller gets no answer.
package struct PairingsLoss: Hashable, Sendable {
    package let method: PairingMethod
    /// Whether the request is carried out before the connection is dropped.
    package let isCarriedOut: Bool

    package init(of method: PairingMethod, isCarriedOut: Bool) {
        self.method = method
        self.isCarriedOut = isCarriedOut
    }
}
