/// What one connection to a broker needs. Always MQTT 5 over TLS 1.3, with a client certificate or a password; there is no
/// option that turns the verification of the broker off.
package struct MosquittoSettings: Sendable {
    /// DNS name or address. The broker's certificate must name it.
    package var host: String
    package var port: UInt16
    /// The user name is sent with a password only: else the broker takes it from the client certificate.
    package var clientID: String
    package var tls: TLSFiles
    /// Of the user who is called as the client id.
    package var password: Password?
    /// 0 (never) or at least 5. A PINGREQ waits behind withheld acknowledgements, so with `.afterRelease` it must be
    /// well above `patience`.
    package var keepAliveSeconds: UInt16 = 60
    /// How long the broker keeps subscriptions and queued messages after a disconnect. 0 starts clean every time.
    package var sessionExpirySeconds: UInt32 = 0
    /// How many unacknowledged QoS 1 messages the broker may have on their way to us; at least 1.
    package var receiveMaximum: UInt16 = 1000
    /// Largest packet accepted from the broker, and largest payload sent.
    package var maximumPacketBytes: UInt32 = 256 * 1024
    package var acknowledgement: Acknowledgement = .immediate
    /// How long a quiet connection waits after the first sign of data before it reads, so that what arrives together is
    /// handed over together: see `ReadingPace`. 0 is the lowest latency.
    package var gatherDelay: Duration = .zero
    /// Published by the broker when this connection ends without a DISCONNECT.
    package var will: Publication?
    package var inboxLimit = InboxLimit()
    /// From the open TCP connection to the broker's CONNACK.
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

/// Paths of PEM files. They are read again at every connect, so a renewed certificate is taken up by a reconnect.
package struct TLSFiles: Sendable, Equatable {
    package var certificateAuthority: String
    package var certificate: String?
    package var privateKey: String?

    /// Without a certificate the broker has to be content with a password.
    package init(certificateAuthority: String, certificate: String? = nil, privateKey: String? = nil) {
        self.certificateAuthority = certificateAuthority
        self.certificate = certificate
        self.privateKey = privateKey
    }
}

/// What prints or mirrors it gets `<redacted>`.
package struct Password: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { "<redacted>" }
    package var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

/// When QoS 1 messages are acknowledged to the broker.
package enum Acknowledgement: Sendable, Equatable {
    /// As they are read.
    case immediate
    /// In batches, each when the consumer releases it: messages are handed over as they arrive; a batch ends after
    /// `batchMessages`, `batchDelay` after its first message, or with a burst, whichever comes first. See `AcknowledgementGate`.
    ///
    /// A batch that is not released within `patience` costs the connection: it is dropped on purpose, before the
    /// keep-alive would have it cut, and comes back with the release (or `resume`). Its messages come again.
    case afterRelease(batchMessages: Int = 500, batchDelay: Duration = .seconds(1), patience: Duration = .seconds(10))
}

/// How much may wait for the consumer before the connection stops reading and lets TCP push back.
/// Overshot by at most one burst of reads.
package struct InboxLimit: Sendable, Equatable {
    package var messages: Int
    package var payloadBytes: Int

    package init(messages: Int = 4096, payloadBytes: Int = 16 * 1024 * 1024) {
        self.messages = messages
        self.payloadBytes = payloadBytes
    }
}
