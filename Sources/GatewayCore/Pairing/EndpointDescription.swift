import Concurrency
package import HomeCertificates
package import HomeModel

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
    /// While the keys of the home are rotated: the root that takes its place.
    package let nextWebRoot: NextWebRoot?
    /// When `webRoot` took the place of a former one; nil for the first root of a home.
    package let webRootSince: Timestamp?

    package init(
        host: String, port: Int, certificateFingerprint: String, publicKeyFingerprint: String,
        webRoot: HomeCertificateInfo, nextWebRoot: NextWebRoot? = nil, webRootSince: Timestamp? = nil
    ) {
        self.host = host
        self.port = port
        self.certificateFingerprint = certificateFingerprint
        self.publicKeyFingerprint = publicKeyFingerprint
        self.webRoot = webRoot
        self.nextWebRoot = nextWebRoot
        self.webRootSince = webRootSince
    }
}

/// The web root that follows the present one.
package struct NextWebRoot: Equatable, Sendable {
    package let root: HomeCertificateInfo
    /// The latest time at which it takes the place of the present one; a person may end the overlap earlier.
    package let neededFrom: Timestamp

    package init(_ root: HomeCertificateInfo, neededFrom: Timestamp) {
        self.root = root
        self.neededFrom = neededFrom
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
