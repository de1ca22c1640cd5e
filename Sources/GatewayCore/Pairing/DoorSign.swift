package import HomeCertificates
import HomeStorage

/// Where the HTTPS door is and how it is known: what a client needs to come in.
package struct DoorSign: Equatable, Sendable {
    package let host: String
    package let port: Int
    /// SHA-256 of the certificate, hex.
    package let certificateFingerprint: String
    /// SHA-256 of its public key (SPKI), hex; survives renewal.
    package let publicKeyFingerprint: String
    /// By which a phone knows the door once it is installed there.
    package let webRoot: OwnCertificate

    package init(
        host: String, port: Int, certificateFingerprint: String, publicKeyFingerprint: String, webRoot: OwnCertificate
    ) {
        self.host = host
        self.port = port
        self.certificateFingerprint = certificateFingerprint
        self.publicKeyFingerprint = publicKeyFingerprint
        self.webRoot = webRoot
    }
}

/// The sign, or that there is none, as it was read a moment ago: anybody may ask for it, and the certificate lies on the
/// disk.
package actor PostedSign {
    private static let life = Duration.seconds(10)

    private var posted: (sign: DoorSign?, time: Duration)?
    private var turns = Turns()
    private let read: @Sendable () async -> DoorSign?
    private let uptime: @Sendable () -> Duration

    package init(uptime: @escaping @Sendable () -> Duration, read: @escaping @Sendable () async -> DoorSign?) {
        self.uptime = uptime
        self.read = read
    }

    /// Nil while there is no HTTPS door, or its certificate cannot be read.
    package var sign: DoorSign? {
        get async {
            // Of many who ask at once, one reads.
            if !turns.take() { await withCheckedContinuation { turns.wait($0) } }
            defer { turns.pass() }
            let now = uptime()
            if let posted, now - posted.time < Self.life { return posted.sign }
            let sign = await read()
            posted = (sign, now)
            return sign
        }
    }
}
