/// A message from the broker, copied out of the library. Everything in it was chosen by whoever published it.
package struct ReceivedMessage: Sendable, Equatable {
    package var topic: String
    package var payload: [UInt8]
    package var qos: QualityOfService
    /// The broker had it in store when we subscribed; it is not news.
    package var retained: Bool
    /// 0 for QoS 0.
    package var packetID: UInt16
    package var responseTopic: String?
    package var correlationData: [UInt8]?
    package var userProperties: [UserProperty]
}
