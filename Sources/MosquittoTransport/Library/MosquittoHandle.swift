import CMosquitto
import Glibc

/// The client object of libmosquitto, for **one** connection attempt: each attempt uses a new one. So nothing remains
/// from the last connection: no unverified TLS context, no half-written packet, no publish that was reported to its
/// caller as failed and that the library would send again by itself.
///
/// Only the loop thread may use it. Callbacks run inside `read`, `write` and `keepAlive` and only record what happened;
/// the loop reads the records afterwards.
final class MosquittoHandle {
    private let client: OpaquePointer
    private let settings: MosquittoSettings
    /// The TLS object of OpenSSL, after `connect`.
    private var tls: OpaquePointer?
    var callbackEvents = CallbackEvents()

    /// The events that the callbacks recorded and the loop has not read yet.
    struct CallbackEvents {
        /// Set when the CONNACK arrived: whether the broker still had the session.
        var acceptedWithSession: Bool?
        var messages: [ReceivedMessage] = []
        var payloadBytes = 0
        var answers: [(packetID: Int32, reason: UInt8)] = []
        var failure: MosquittoError?
        var errorText = ""
        /// A callback ran, so there may be more to read.
        var hasProgress = false
    }

    /// Creates and configures the client; does not connect. Throws `.tls`, `.invalidProperty` or `.outOfMemory`.
    init(_ settings: MosquittoSettings) throws(MosquittoError) {
        guard MosquittoLibrary.initialization == MOSQ_ERR_SUCCESS.rawValue,
            let client = mosquitto_new(settings.clientID, settings.sessionExpirySeconds == 0, nil)
        else { throw .outOfMemory }
        self.client = client
        self.settings = settings
        // The pointer stays valid: no callback runs after the client is destroyed, and this object destroys it.
        mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
        registerCallbacks(on: client)
        mosquitto_threaded_set(client, true)
        try check(mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5))
        try check(mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1))
        try setTLS()
        if let password = settings.password {
            try check(mosquitto_username_pw_set(client, settings.clientID, password.text))
        }
        if let will = settings.will { try set(will: will) }
    }

    deinit {
        mosquitto_destroy(client)
    }

    /// Resolves the host and connects; **blocks** as long as the system needs for that. The handshakes follow in
    /// `read`.
    func connect() throws(MosquittoError) {
        var properties = PropertyList()
        try properties.add(MQTT_PROP_SESSION_EXPIRY_INTERVAL, value: settings.sessionExpirySeconds)
        try properties.add(MQTT_PROP_RECEIVE_MAXIMUM, value: settings.receiveMaximum)
        try properties.add(MQTT_PROP_MAXIMUM_PACKET_SIZE, value: settings.maximumPacketBytes)
        let pointer = properties.pointer
        let code = MosquittoLibrary.whileInitializingTLS {
            mosquitto_connect_bind_v5(
                client, settings.host, Int32(settings.port), Int32(settings.keepAliveSeconds), nil, pointer)
        }
        let number = errno
        _ = consume properties
        if code == MOSQ_ERR_ERRNO.rawValue { throw .unreachable(errno: number) }
        try check(code)
        // The broker sends each message in a TLS record of its own. With read-ahead, one system call reads many records
        // instead of two calls for each.
        tls = mosquitto_ssl_get(client).map { OpaquePointer($0) }
        if let tls {
            SSL_set_read_ahead(tls, 1)
            ssl_keep_buffers(tls)
        }
    }

    var socket: Int32 { mosquitto_socket(client) }
    var wantsToWrite: Bool { mosquitto_want_write(client) }

    /// Reads some data, at least one packet if one is there. Returns whether something was read, so that there may be
    /// more.
    ///
    /// The library stops early when `errno` happens to be `EAGAIN`, even if decrypted bytes are left that `poll` does
    /// not see. The library's own wake-up pipe causes this: it fills, because it is not read here. So only a call
    /// without progress means that everything is read.
    func read() throws(MosquittoError) -> Bool {
        callbackEvents.hasProgress = false
        try check(mosquitto_loop_read(client, 1))
        // A packet without a callback arrived, or half a record. `poll` does not see data that was read ahead.
        if !callbackEvents.hasProgress, let tls, SSL_has_pending(tls) == 1 { try check(mosquitto_loop_read(client, 1)) }
        return callbackEvents.hasProgress
    }

    /// Writes the queued packets as far as the socket accepts them; with `together` in as few TCP segments as possible.
    func write(together: Bool) throws(MosquittoError) {
        if together { cork(1) }
        defer { if together { cork(0) } }
        try check(mosquitto_loop_write(client, 1))
    }

    private func cork(_ isCorked: Int32) {
        var isCorked = isCorked
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &isCorked, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Queues a PINGREQ when one is due, and throws when the answer to the last one is missing. Callers must call it
    /// about once a second.
    func keepAlive() throws(MosquittoError) {
        try check(mosquitto_loop_misc(client))
    }

    /// Queues a DISCONNECT, so that the broker discards the will, and sends it with everything queued before.
    func disconnect() {
        if mosquitto_disconnect_v5(client, 0, nil) == MOSQ_ERR_SUCCESS.rawValue {
            mosquitto_loop_write(client, 1)
        }
    }

    /// Queues a message and returns the packet id of its answer. For QoS 0 the answer is the write to the socket.
    func publish(_ publication: Publication) throws(MosquittoError) -> Int32 {
        var properties = PropertyList()
        try properties.add(of: publication)
        var packetID: Int32 = 0
        try check(
            mosquitto_publish_v5(
                client, &packetID, publication.topic, Int32(clamping: publication.payload.count), publication.payload,
                Int32(publication.qos.rawValue), publication.retain, properties.pointer))
        return packetID
    }

    func subscribe(_ subscription: Subscription) throws(MosquittoError) -> Int32 {
        var options = subscription.noLocal ? MQTT_SUB_OPT_NO_LOCAL.rawValue : 0
        if subscription.retainAsPublished { options |= MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue }
        switch subscription.retainHandling {
        case .always: options |= MQTT_SUB_OPT_SEND_RETAIN_ALWAYS.rawValue
        case .ifNew: options |= MQTT_SUB_OPT_SEND_RETAIN_NEW.rawValue
        case .never: options |= MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue
        }
        var packetID: Int32 = 0
        let qos = Int32(subscription.qos.rawValue)
        try check(
            mosquitto_subscribe_v5(client, &packetID, subscription.topicFilter, qos, Int32(options), nil))
        return packetID
    }

    func unsubscribe(_ topicFilter: String) throws(MosquittoError) -> Int32 {
        var packetID: Int32 = 0
        try check(mosquitto_unsubscribe_v5(client, &packetID, topicFilter, nil))
        return packetID
    }

    /// Returns one kind of the recorded events, and replaces it with `empty`.
    func drain<Note>(_ note: WritableKeyPath<CallbackEvents, Note>, leaving empty: Note) -> Note {
        defer { callbackEvents[keyPath: note] = empty }
        return callbackEvents[keyPath: note]
    }

    private func setTLS() throws(MosquittoError) {
        let files = settings.tls
        // Without a callback OpenSSL would ask for the pass phrase of a protected key on the terminal.
        let code = mosquitto_tls_set(
            client, files.certificateAuthority, nil, files.certificate, files.privateKey, { _, _, _, _ in 0 })
        if code != MOSQ_ERR_SUCCESS.rawValue { throw .tls("a certificate or key file cannot be read") }
        let verifyPeer: Int32 = 1
        try check(mosquitto_tls_opts_set(client, verifyPeer, "tlsv1.3", nil))
    }

    private func set(will: Publication) throws(MosquittoError) {
        var properties = PropertyList()
        try properties.add(of: will)
        try check(
            mosquitto_will_set_v5(
                client, will.topic, Int32(clamping: will.payload.count), will.payload, Int32(will.qos.rawValue),
                will.retain, properties.pointer))
        properties.handOver()
    }

    /// Throws the error of a call. A reason code that the broker sent takes precedence over the code of the library.
    private func check(_ code: Int32) throws(MosquittoError) {
        let number = errno
        if let failure = callbackEvents.failure { throw failure }
        if code != MOSQ_ERR_SUCCESS.rawValue {
            throw MosquittoError(code: code, errno: number, errorText: callbackEvents.errorText)
        }
    }
}

extension MosquittoHandle {
    /// Registers the callbacks. They run on the loop thread, inside a call of this object, and only record what
    /// happened.
    func registerCallbacks(on client: OpaquePointer) {
        mosquitto_connect_v5_callback_set(client) { client, context, reason, flags, _ in
            MosquittoHandle.record(context) { callbackEvents in
                if reason == 0 {
                    callbackEvents.acceptedWithSession = flags & 1 == 1
                } else {
                    callbackEvents.failure = MosquittoError(connectReason: UInt8(truncatingIfNeeded: reason))
                }
            }
            // The library formats a log line for every packet; after the handshakes its text is not needed any more.
            mosquitto_log_callback_set(client, nil)
            MosquittoHandle.record(context) { $0.errorText = "" }
        }
        mosquitto_message_v5_callback_set(client) { _, context, message, properties in
            guard let message = message?.pointee else { return }
            MosquittoHandle.record(context) { callbackEvents in
                callbackEvents.messages.append(ReceivedMessage(message, properties: properties))
                callbackEvents.payloadBytes += Int(message.payloadlen)
            }
        }
        mosquitto_publish_v5_callback_set(client) { _, context, packetID, reason, _ in
            MosquittoHandle.record(context) { callbackEvents in
                callbackEvents.answers.append((packetID, UInt8(truncatingIfNeeded: reason)))
            }
        }
        mosquitto_subscribe_v5_callback_set(client) { _, context, packetID, count, reasons, _ in
            // A packet has one topic filter, so there is one reason code.
            let reason = count > 0 ? reasons?.pointee ?? 0x80 : 0x80
            MosquittoHandle.record(context) { callbackEvents in
                callbackEvents.answers.append((packetID, UInt8(truncatingIfNeeded: reason)))
            }
        }
        mosquitto_unsubscribe_v5_callback_set(client) { _, context, packetID, _ in
            MosquittoHandle.record(context) { $0.answers.append((packetID, 0)) }
        }
        mosquitto_disconnect_v5_callback_set(client) { _, context, reason, _ in
            // Reason codes of a DISCONNECT are 128 and above; lower ones are the library's own, which its calls return
            // too.
            guard reason >= 0x80 else { return }
            MosquittoHandle.record(context) { callbackEvents in
                callbackEvents.failure =
                    callbackEvents.failure ?? MosquittoError(disconnectReason: UInt8(truncatingIfNeeded: reason))
            }
        }
        mosquitto_log_callback_set(client) { _, context, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            MosquittoHandle.record(context) { callbackEvents in
                if callbackEvents.errorText.utf8.count > 400 { return }
                callbackEvents.errorText += (callbackEvents.errorText.isEmpty ? "" : "; ") + String(cString: text)
            }
        }
    }

    private static func record(_ context: UnsafeMutableRawPointer?, note: (inout CallbackEvents) -> Void) {
        guard let context else { return }
        let handle = Unmanaged<MosquittoHandle>.fromOpaque(context).takeUnretainedValue()
        handle.callbackEvents.hasProgress = true
        note(&handle.callbackEvents)
    }
}

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
