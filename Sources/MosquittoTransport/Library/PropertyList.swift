import CMosquitto
import Glibc

/// A list of MQTT 5 properties to send. `deinit` frees it, unless the library has taken ownership.
struct PropertyList: ~Copyable {
    private(set) var pointer: OpaquePointer?

    deinit {
        var rest = pointer
        mosquitto_property_free_all(&rest)
    }

    mutating func add(_ identifier: mqtt5_property, value: UInt16) throws(MosquittoError) {
        try check(mosquitto_property_add_int16(&pointer, Int32(identifier.rawValue), value))
    }

    mutating func add(_ identifier: mqtt5_property, value: UInt32) throws(MosquittoError) {
        try check(mosquitto_property_add_int32(&pointer, Int32(identifier.rawValue), value))
    }

    mutating func add(_ identifier: mqtt5_property, value: String) throws(MosquittoError) {
        try check(mosquitto_property_add_string(&pointer, Int32(identifier.rawValue), value))
    }

    /// Adds binary data of at most 65,535 bytes. Throws `.invalidProperty` for more.
    mutating func add(_ identifier: mqtt5_property, value: [UInt8]) throws(MosquittoError) {
        guard let count = UInt16(exactly: value.count) else { throw .invalidProperty("correlationData") }
        try check(mosquitto_property_add_binary(&pointer, Int32(identifier.rawValue), value, count))
    }

    mutating func add(_ property: UserProperty) throws(MosquittoError) {
        let identifier = Int32(MQTT_PROP_USER_PROPERTY.rawValue)
        try check(mosquitto_property_add_string_pair(&pointer, identifier, property.name, property.value))
    }

    mutating func add(of publication: Publication) throws(MosquittoError) {
        if let seconds = publication.messageExpirySeconds { try add(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, value: seconds) }
        if let topic = publication.responseTopic { try add(MQTT_PROP_RESPONSE_TOPIC, value: topic) }
        if let data = publication.correlationData { try add(MQTT_PROP_CORRELATION_DATA, value: data) }
        for property in publication.userProperties { try add(property) }
    }

    /// Gives the ownership to the library, which frees the list from now on.
    mutating func handOver() {
        pointer = nil
    }

    private func check(_ code: Int32) throws(MosquittoError) {
        if code != MOSQ_ERR_SUCCESS.rawValue { throw MosquittoError(code: code, errno: errno, errorText: "") }
    }
}

extension ReceivedMessage {
    /// Copies everything, because the library frees its message when the callback returns.
    init(_ message: mosquitto_message, properties: OpaquePointer?) {
        topic = message.topic.map { String(cString: $0) } ?? ""
        payload = Array(UnsafeRawBufferPointer(start: message.payload, count: max(0, Int(message.payloadlen))))
        qos = message.qos == 0 ? .atMostOnce : .atLeastOnce
        retained = message.retain
        packetID = UInt16(truncatingIfNeeded: message.mid)
        userProperties = []
        var next = properties
        while let property = next {
            read(property)
            next = mosquitto_property_next(property)
        }
    }

    private mutating func read(_ property: OpaquePointer) {
        let identifier = mosquitto_property_identifier(property)
        switch mqtt5_property(UInt32(bitPattern: identifier)) {
        case MQTT_PROP_RESPONSE_TOPIC:
            var text: UnsafeMutablePointer<CChar>?
            defer { free(text) }
            if mosquitto_property_read_string(property, identifier, &text, false) != nil, let text {
                responseTopic = String(cString: text)
            }
        case MQTT_PROP_CORRELATION_DATA:
            var bytes: UnsafeMutableRawPointer?
            var count: UInt16 = 0
            defer { free(bytes) }
            if mosquitto_property_read_binary(property, identifier, &bytes, &count, false) != nil, let bytes {
                correlationData = Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            }
        case MQTT_PROP_USER_PROPERTY:
            var name: UnsafeMutablePointer<CChar>?
            var value: UnsafeMutablePointer<CChar>?
            defer {
                free(name)
                free(value)
            }
            if mosquitto_property_read_string_pair(property, identifier, &name, &value, false) != nil,
                let name, let value
            {
                userProperties.append(UserProperty(name: String(cString: name), value: String(cString: value)))
            }
        default: break
        }
    }
}
