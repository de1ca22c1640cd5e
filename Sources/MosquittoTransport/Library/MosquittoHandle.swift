import CMosquitto
import Glibc

/// libmosquitto's client object, for **one** connection attempt: a new one is made for each. So nothing can be left
/// over from the last connection: no unverified TLS context, no half-written packet, no publish that its caller was
/// told had failed and that the library would send again by itself.
///
/// Belongs to the loop thread. Callbacks run inside `read`, `write` and `keepAlive` and only note what happened; the
/// loop takes the notes afterwards.
final class MosquittoHandle {
    private let client: OpaquePointer
    private let settings: MosquittoSettings
    /// OpenSSL's side of the connection, once dialled.
    private var tls: OpaquePointer?
    var notes = Notes()

    /// What the callbacks saw since the notes were last taken.
    struct Notes {
        /// The CONNACK came; whether the broker still had our session.
        var acceptedWithSession: Bool?
        var messages: [ReceivedMessage] = []
        var payloadBytes = 0
        var answers: [(packetID: Int32, reason: UInt8)] = []
        var failure: MosquittoError?
        var complaint = ""
        /// Any callback ran: there may be more to read.
        var hasProgress = false
    }

    /// Throws `.tls`, `.invalidProperty` or `.outOfMemory`.
    init(_ settings: MosquittoSettings) throws(MosquittoError) {
        guard MosquittoLibrary.initialization == MOSQ_ERR_SUCCESS.rawValue,
            let client = mosquitto_new(settings.clientID, settings.sessionExpirySeconds == 0, nil)
        else { throw .outOfMemory }
        self.client = client
        self.settings = settings
        // The callbacks end with the client, and the client with this object.
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

    /// Resolves and connects; **blocks** as long as the system takes for that. The handshakes follow in `read`.
    func dial() throws(MosquittoError) {
        var properties = PropertyList()
        try properties.add(MQTT_PROP_SESSION_EXPIRY_INTERVAL, settings.sessionExpirySeconds)
        try properties.add(MQTT_PROP_RECEIVE_MAXIMUM, settings.receiveMaximum)
        try properties.add(MQTT_PROP_MAXIMUM_PACKET_SIZE, settings.maximumPacketBytes)
        let pointer = properties.pointer
        let code = MosquittoLibrary.whileInitializingTLS {
            mosquitto_connect_bind_v5(
                client, settings.host, Int32(settings.port), Int32(settings.keepAliveSeconds), nil, pointer)
        }
        let number = errno
        _ = consume properties
        if code == MOSQ_ERR_ERRNO.rawValue { throw .unreachable(errno: number) }
        try check(code)
        // The broker sends each message in a TLS record of its own: many at once, instead of two calls for each.
        tls = mosquitto_ssl_get(client).map { OpaquePointer($0) }
        if let tls {
            SSL_set_read_ahead(tls, 1)
            ssl_keep_buffers(tls)
        }
    }

    var socket: Int32 { mosquitto_socket(client) }
    var wantsToWrite: Bool { mosquitto_want_write(client) }

    /// Reads a little, at least one packet if one is there. True if anything came of it, so that there may be more.
    ///
    /// The library stops early when `errno` happens to be `EAGAIN` (its own wake-up pipe, which nobody reads here,
    /// fills and causes just that), even with decrypted bytes left that `poll` knows nothing of. So only a call without
    /// progress means that all is read.
    func read() throws(MosquittoError) -> Bool {
        notes.hasProgress = false
        try check(mosquitto_loop_read(client, 1))
        // A packet without a callback came, or half a record is there; what is read ahead, `poll` does not see.
        if !notes.hasProgress, let tls, SSL_has_pending(tls) == 1 { try check(mosquitto_loop_read(client, 1)) }
        return notes.hasProgress
    }

    /// Writes everything that is queued, as far as the socket takes it; `together` in as few segments as possible.
    func write(together: Bool) throws(MosquittoError) {
        if together { cork(1) }
        defer { if together { cork(0) } }
        try check(mosquitto_loop_write(client, 1))
    }

    private func cork(_ isCorked: Int32) {
        var isCorked = isCorked
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &isCorked, socklen_t(MemoryLayout<Int32>.size))
    }

    /// To be called about once a second: queues a PINGREQ when one is due, and notices a missing answer.
    func keepAlive() throws(MosquittoError) {
        try check(mosquitto_loop_misc(client))
    }

    /// Queues a DISCONNECT, so that the broker discards the will, and sends it with everything queued before.
    func disconnect() {
        if mosquitto_disconnect_v5(client, 0, nil) == MOSQ_ERR_SUCCESS.rawValue {
            mosquitto_loop_write(client, 1)
        }
    }

    /// The packet id under which the answer will come. For QoS 0 that is the hand-over to the socket.
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

    /// Takes what `read` and `write` brought.
    func take<Note>(_ note: WritableKeyPath<Notes, Note>, leaving empty: Note) -> Note {
        defer { notes[keyPath: note] = empty }
        return notes[keyPath: note]
    }

    private func setTLS() throws(MosquittoError) {
        let files = settings.tls
        // Without a callback OpenSSL would ask the terminal for the pass phrase of a protected key.
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

    /// What the broker said goes before the code that the library made of it.
    private func check(_ code: Int32) throws(MosquittoError) {
        let number = errno
        if let failure = notes.failure { throw failure }
        if code != MOSQ_ERR_SUCCESS.rawValue {
            throw MosquittoError(code: code, errno: number, complaint: notes.complaint)
        }
    }
}
