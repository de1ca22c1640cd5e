import CMosquitto
import Glibc

/// Every error of a connection to a broker.
package enum MosquittoError: Error, Sendable, Equatable {
    // Errors that the caller must correct.
    case invalidSetting(name: String, advice: String)
    case unreadableFile(String)
    case invalidTopic(TopicFault)
    case invalidProperty(String)
    case payloadTooLarge(bytes: Int, limitBytes: Int)
    case tooManyRequests(limit: Int)

    // Errors on the way to the broker.
    case hostNotFound
    case unreachable(errno: Int32)
    case tls(String)
    /// With TLS 1.3 a client learns no more than this when the broker refuses its certificate.
    case closedBeforeAccepted
    case connectionLost
    case keepAliveTimeout
    case timedOut
    case protocolViolation
    case outOfMemory

    // Answers of the broker, with MQTT 5 reason codes.
    case notAuthorized
    case sessionTakenOver
    case refused(reason: UInt8)
    case disconnectedByBroker(reason: UInt8)
    case publishRejected(reason: UInt8)
    case subscriptionRefused(topicFilter: String, reason: UInt8)

    // Decisions of this side.
    case notConnected
    case dropped
    case releaseOverdue
    case cancelled
    case closed

    /// A code of the library that has no case here.
    case unknown(Int32)
}

extension MosquittoError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidSetting(let name, let advice): "The setting \(name) is wrong: \(advice)."
        case .unreadableFile(let path):
            "The file \(path) cannot be read. Check that it exists and that this program may read it."
        case .invalidTopic(let fault): fault.description
        case .invalidProperty(let name):
            "The property \(name) is not valid. Give at most 65535 bytes of text without control characters."
        case .payloadTooLarge(let bytes, let limit):
            "The payload has \(bytes) bytes; at most \(limit) are allowed. Send less, or raise maximumPacketBytes."
        case .tooManyRequests(let limit): "More than \(limit) requests wait for the broker. Wait for earlier ones."
        case .hostNotFound: "The broker's host name was not found. Check the name and the resolver."
        case .unreachable(let number):
            "The broker cannot be reached (\(String(cString: strerror(number)))). Check that it runs, and its port."
        case .tls(let reason):
            "TLS failed: \(reason). Check the authority, both certificates, their dates and the host name."
        case .closedBeforeAccepted:
            "The broker closed the connection before accepting it. Check that the client certificate is still valid and "
                + "was issued by the authority that the broker trusts."
        case .connectionLost: "The connection to the broker was lost. It is tried again."
        case .keepAliveTimeout: "The broker did not answer within the keep-alive. It is tried again."
        case .timedOut: "The broker did not answer in time. It may still have done what was asked."
        case .protocolViolation:
            "The broker broke the MQTT protocol or closed the connection. If it was not stopped, check that this is an MQTT 5 port."
        case .outOfMemory: "There is no memory left for the connection."
        case .notAuthorized: "The broker does not authorize this. Check the certificate's name and the access rules."
        case .sessionTakenOver: "Another client connected with the same client id. Give each client an id of its own."
        case .refused(let reason): "The broker refused the connection (reason code \(reason))."
        case .disconnectedByBroker(let reason): "The broker ended the connection (reason code \(reason))."
        case .publishRejected(let reason): "The broker rejected the message (reason code \(reason))."
        case .subscriptionRefused(let filter, let reason):
            "The broker refused the subscription to \(filter) (reason code \(reason))."
        case .notConnected: "There is no connection to the broker. Wait until it is connected and try again."
        case .dropped: "The connection was dropped on request."
        case .releaseOverdue:
            "The messages of the broker could not be stored in time. The connection is dropped until they are stored."
        case .cancelled: "The request was cancelled. The broker may still have done what was asked."
        case .closed: "The connection is closed. Make a new one."
        case .unknown(let code): "The MQTT library reported the unknown code \(code)."
        }
    }
}

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
