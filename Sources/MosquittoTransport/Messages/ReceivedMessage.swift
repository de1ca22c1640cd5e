/// A message from the broker, copied out of the library. Its publisher chose everything in it.
package struct ReceivedMessage: Sendable, Equatable {
    package var topic: String
    package var payload: [UInt8]
    package var qos: QualityOfService
    /// The broker had stored the message when this client subscribed, so it is not news. See also
    /// `Subscription.retainAsPublished`.
    package var retained: Bool
    /// The packet id; 0 for QoS 0.
    package var packetID: UInt16
    package var responseTopic: String?
    package var correlationData: [UInt8]?
    package var userProperties: [UserProperty]
}
