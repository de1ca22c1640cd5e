import Concurrency
package import HomeCertificates

/// The address and identity of the endpoint to which clients connect over the network.
package struct EndpointDescription: Equatable, Sendable {
    package let host: String
    package let port: Int
    /// The SHA-256 of the certificate, in hexadecimal.
    package let certificateFingerprint: String
    /// The SHA-256 of its public key (SPKI), in hexadecimal; stays the same when the certificate is renewed.
    package let publicKeyFingerprint: String
    /// The root certificate by which a phone trusts the endpoint once it is installed there.
    package let webRoot: HomeCertificateInfo

    package init(
        host: String, port: Int, certificateFingerprint: String, publicKeyFingerprint: String,
        webRoot: HomeCertificateInfo
    ) {
        self.host = host
        self.port = port
        self.certificateFingerprint = certificateFingerprint
        self.publicKeyFingerprint = publicKeyFingerprint
        self.webRoot = webRoot
    }
}

/// Caches the description of the endpoint, or that there is none, for a few seconds: everyone may ask for it, and the
/// certificate must be read from the disk.
package actor CachedEndpointDescription {
    private static let lifetime = Duration.seconds(10)

    private var posted: (description: EndpointDescription?, time: Duration)?
    private let lock = AsyncLock()
    private let read: @Sendable () async -> EndpointDescription?
    private let uptime: @Sendable () -> Duration

    package init(uptime: @escaping @Sendable () -> Duration, read: @escaping @Sendable () async -> EndpointDescription?)
    {
        self.uptime = uptime
        self.read = read
    }

    /// Nil while there is no endpoint, or its certificate cannot be read.
    package var description: EndpointDescription? {
        get async {
            // Of many callers at once, only one reads.
            await lock.acquire()
            defer { lock.release() }
            let now = uptime()
            if let posted, now - posted.time < Self.lifetime { return posted.description }
            let description = await read()
            posted = (description, now)
            return description
        }
    }
}
