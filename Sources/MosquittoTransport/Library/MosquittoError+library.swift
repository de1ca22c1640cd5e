import CMosquitto
import Glibc

extension MosquittoError {
    /// Translates a `MOSQ_ERR_*` code. `errno` and `errorText`, the library's own error text, must belong to the same
    /// call.
    init(code: Int32, errno number: Int32, errorText: String) {
        switch mosq_err_t(code) {
        case MOSQ_ERR_NOMEM: self = .outOfMemory
        case MOSQ_ERR_NO_CONN: self = .notConnected
        case MOSQ_ERR_CONN_REFUSED: self = .refused(reason: 0)
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE:
            self = .tls(errorText.isEmpty ? "the handshake failed" : errorText)
        case MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_OVERSIZE_PACKET:
            self = .publishRejected(reason: UInt8(MQTT_RC_PACKET_TOO_LARGE.rawValue))
        case MOSQ_ERR_QOS_NOT_SUPPORTED: self = .publishRejected(reason: UInt8(MQTT_RC_QOS_NOT_SUPPORTED.rawValue))
        case MOSQ_ERR_AUTH, MOSQ_ERR_ACL_DENIED: self = .notAuthorized
        case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP: self = .hostNotFound
        case MOSQ_ERR_KEEPALIVE: self = .keepAliveTimeout
        case MOSQ_ERR_TIMEOUT: self = .timedOut
        case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_DUPLICATE_PROPERTY, MOSQ_ERR_MALFORMED_UTF8,
            MOSQ_ERR_TOPIC_ALIAS_INVALID:
            self = .protocolViolation
        // A refused client certificate appears as a failed read after the handshake; only the error text shows it.
        case MOSQ_ERR_CONN_LOST, MOSQ_ERR_ERRNO:
            self = errorText.isEmpty ? .connectionLost : .tls(errorText)
        default: self = .unknown(code)
        }
    }

    /// Translates the reason code of a CONNACK.
    init(connectReason reason: UInt8) {
        switch mqtt5_return_codes(UInt32(reason)) {
        case MQTT_RC_NOT_AUTHORIZED, MQTT_RC_BAD_USERNAME_OR_PASSWORD, MQTT_RC_BANNED: self = .notAuthorized
        default: self = .refused(reason: reason)
        }
    }

    /// Translates the reason code of a DISCONNECT.
    init(disconnectReason reason: UInt8) {
        switch mqtt5_return_codes(UInt32(reason)) {
        case MQTT_RC_SESSION_TAKEN_OVER: self = .sessionTakenOver
        case MQTT_RC_NOT_AUTHORIZED: self = .notAuthorized
        case MQTT_RC_KEEP_ALIVE_TIMEOUT: self = .keepAliveTimeout
        default: self = .disconnectedByBroker(reason: reason)
        }
    }
}
