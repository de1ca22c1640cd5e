/// One MQTT message to publish, with its quality of service and retain flag.
package struct DialectMessage: Hashable, Sendable {
    package let topic: String
    package let payload: [UInt8]
    package let qos: UInt8
    package let retain: Bool

    package init(topic: String, payload: [UInt8], qos: UInt8, retain: Bool) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.retain = retain
    }
}
