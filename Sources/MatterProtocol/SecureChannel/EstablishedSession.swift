/// What a handshake yields for a session of one side.
package struct EstablishedSession: Sendable {
    /// The id that this side chose. It stands in the messages that this side receives.
    package let localSessionID: UInt16
    /// The id that the other side chose. It stands in the messages that this side sends. Never 0.
    package let peerSessionID: UInt16
    package let isInitiator: Bool
    package let keys: SessionKeys
    package let peerParameters: SessionParameters
}
