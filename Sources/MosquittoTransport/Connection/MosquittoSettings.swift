import Glibc

/// The settings of one connection to a broker. It always uses MQTT 5 over TLS 1.3, with a client certificate or a
/// password. No option turns off the verification of the broker.
package struct MosquittoSettings: Sendable {
    /// DNS name or address. The broker's certificate must name it.
    package var host: String
    package var port: UInt16
    /// The client id. With a password it is also sent as the user name; without one, the broker takes the user name
    /// from the client certificate.
    package var clientID: String
    package var tls: TLSFiles
    /// The password of the user whose name is the client id.
    package var password: Password?
    /// The keep-alive interval: 0 (never) or at least 5. A PINGREQ waits behind withheld acknowledgements, so with
    /// `.afterRelease` the interval must be well above `releaseTimeout`.
    package var keepAliveSeconds: UInt16 = 60
    /// How long the broker keeps subscriptions and queued messages after a disconnect. 0 begins every time with a new
    /// session.
    package var sessionExpirySeconds: UInt32 = 0
    /// How many QoS 1 messages the broker may send without an acknowledgement; at least 1.
    package var receiveMaximum: UInt16 = 1000
    /// The largest packet accepted from the broker, and the largest payload sent.
    package var maximumPacketBytes: UInt32 = 256 * 1024
    package var acknowledgement: Acknowledgement = .immediate
    /// How long a quiet connection waits after the first sign of data before it reads, so that messages that arrive
    /// together are delivered together: see `ReceiveCoalescing`. 0 gives the lowest latency. The loop thread calls it
    /// for each delay, so it must not wait.
    package var coalescingDelay: @Sendable () -> Duration = { .zero }
    /// The message that the broker publishes when this connection ends without a DISCONNECT.
    package var will: Publication?
    package var eventQueueLimit = EventQueueLimit()
    /// The maximum time from the open TCP connection to the CONNACK of the broker.
    package var connectTimeout: Duration = .seconds(10)
    /// How long `publish`, `subscribe` and `unsubscribe` wait for the broker's answer.
    package var answerTimeout: Duration = .seconds(10)

    package init(host: String, port: UInt16, clientID: String, tls: TLSFiles) {
        self.host = host
        self.port = port
        self.clientID = clientID
        self.tls = tls
    }
}

/// Paths of PEM files. They are read again at every connect, so a reconnect uses a renewed certificate.
package struct TLSFiles: Sendable, Equatable {
    package var certificateAuthority: String
    package var certificate: String?
    package var privateKey: String?

    /// Without a certificate and key, the settings need a password.
    package init(certificateAuthority: String, certificate: String? = nil, privateKey: String? = nil) {
        self.certificateAuthority = certificateAuthority
        self.certificate = certificate
        self.privateKey = privateKey
    }
}

/// A password. Printing or mirroring it shows only `<redacted>`.
package struct Password: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { "<redacted>" }
    package var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// When QoS 1 messages are acknowledged to the broker.
package enum Acknowledgement: Sendable, Equatable {
    /// Each message is acknowledged as it is read.
    case immediate
    /// The messages are acknowledged in batches, each when the consumer releases it. Messages are delivered as they
    /// arrive. A batch ends after `batchMessages`, at `batchDelay` after its first message, or at the end of a burst,
    /// whichever comes first. See `AcknowledgementBatching`.
    ///
    /// If a batch is not released within `releaseTimeout`, the connection is dropped on purpose, before the keep-alive
    /// timeout would end it. The release (or `resume`) opens it again, and the broker sends the messages again.
    case afterRelease(
        batchMessages: Int = 500, batchDelay: Duration = .seconds(1), releaseTimeout: Duration = .seconds(10))
}

/// How much may wait for the consumer before the connection stops reading and TCP slows the broker down. One burst of
/// reads may exceed the limit.
package struct EventQueueLimit: Sendable, Equatable {
    package var messages: Int
    package var payloadBytes: Int

    package init(messages: Int = 4096, payloadBytes: Int = 16 * 1024 * 1024) {
        self.messages = messages
        self.payloadBytes = payloadBytes
    }
}

extension MosquittoSettings {
    /// Checks all settings. Throws `.invalidSetting`, `.unreadableFile`, or the error of an invalid will.
    func check() throws(MosquittoError) {
        try require(!host.isEmpty && !host.utf8.contains(0), name: "host", advice: "give a DNS name or an address")
        try require(port > 0, name: "port", advice: "give a port from 1 to 65535")
        try require(
            !clientID.isEmpty && clientID.utf8.count <= Topic.maximumBytes && Topic.unprintable(in: clientID) == nil,
            name: "clientID", advice: "give 1 to 65535 bytes without control characters")
        try require(
            keepAliveSeconds == 0 || keepAliveSeconds >= 5, name: "keepAliveSeconds",
            advice: "give 0 (off) or 5 and more")
        try require(receiveMaximum > 0, name: "receiveMaximum", advice: "give at least 1")
        try require(
            (1024...268_435_455).contains(maximumPacketBytes), name: "maximumPacketBytes",
            advice: "give 1024 to 268435455")
        try require(
            eventQueueLimit.messages > 0 && eventQueueLimit.payloadBytes > 0, name: "eventQueueLimit",
            advice: "give at least 1 message and 1 byte")
        try require(connectTimeout > .zero && answerTimeout > .zero, name: "timeouts", advice: "give more than zero")
        if case .afterRelease(let messages, let delay, let releaseTimeout) = acknowledgement {
            try require(
                (1...Int(receiveMaximum)).contains(messages), name: "batchMessages",
                advice: "give 1 to the receive maximum")
            try require(delay > .zero, name: "batchDelay", advice: "give more than zero")
            try require(
                releaseTimeout > .zero
                    && (keepAliveSeconds == 0 || delay + releaseTimeout < .seconds(keepAliveSeconds)),
                name: "releaseTimeout",
                advice: "give more than zero, and with batchDelay less than keepAliveSeconds")
        }
        try require(
            (tls.certificate == nil) == (tls.privateKey == nil) && (tls.certificate != nil || password != nil),
            name: "tls",
            advice: "give a certificate with its key, or a password")
        let paths = [tls.certificateAuthority, tls.certificate, tls.privateKey].compactMap(\.self)
        for path in paths where access(path, R_OK) != 0 {
            throw .unreadableFile(path)
        }
        try will?.check(limitBytes: Publication.maximumWillBytes)
    }

    private func require(_ condition: Bool, name: String, advice: String) throws(MosquittoError) {
        if !condition { throw .invalidSetting(name: name, advice: advice) }
    }
}
