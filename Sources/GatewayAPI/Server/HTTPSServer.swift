package import Concurrency
package import GatewayCore
import Glibc
package import HomeCertificates
import HomeModel
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import NIOSSL
package import PageFiles
import ProofOfPossession
import ServiceLifecycle
import Synchronization

/// The address, port and host names of the HTTPS endpoint, and the files of the page.
package struct HTTPSSettings: Sendable {
    package let address: String
    package let port: Int
    /// The accepted host names, in lower case and without the port. Called at each request, because a home's addresses
    /// change.
    package let hosts: @Sendable () -> Set<String>
    package let page: StaticFileStore

    package init(address: String, port: Int, page: StaticFileStore, hosts: @escaping @Sendable () -> Set<String>) {
        self.address = address
        self.port = port
        self.page = page
        self.hosts = hosts
    }

    fileprivate var authorities: @Sendable () -> Set<String> {
        { [hosts, port] in
            let names = hosts().map { $0.contains(":") ? "[\($0)]" : $0 }
            return Set(names.map { "\($0):\(port)" } + (port == 443 ? names : []))
        }
    }
}

/// Another program listens on the port.
package struct HTTPSPortInUse: Error {
    package let port: Int
}

/// The API and the web page over TLS 1.3, for residents: HTTP/2 and HTTP/1.1.
package final class HTTPSServer: Service {
    /// More than `ConnectionLimit` admits, because connections that are being closed count here too. Further
    /// connections wait to be accepted.
    private static let mostChannels = 640
    private static let shutdown = TimeAmount.milliseconds(250)

    private let home: Home
    private let settings: HTTPSSettings
    private let logger: Logger
    private let isServing: @Sendable () -> Void
    /// Sent once requests are answered.
    package let isReady = Reply()
    private let identity: Mutex<NIOSSLContextConfigurationOverride>
    private let connections = ConnectionLimit()
    private let unsent = UnsentBytes()

    /// Throws if the identity cannot be read. `isServing` is called once requests are answered.
    package init(
        home: Home, settings: HTTPSSettings, identity: ServerIdentity, logger: Logger,
        isServing: @escaping @Sendable () -> Void = {}
    ) throws {
        self.home = home
        self.settings = settings
        self.logger = logger
        self.isServing = isServing
        self.identity = Mutex(try identity.override())
    }

    /// Uses a renewed certificate for new connections; open connections continue. Throws if the identity cannot be
    /// read.
    package func renew(_ identity: ServerIdentity) throws {
        let renewed = try identity.override()
        self.identity.withLock { $0 = renewed }
    }

    /// Serves until the task is cancelled or shut down gracefully. Throws `HTTPSPortInUse` if another program uses the
    /// port.
    package func run() async throws {
        let verifier = DPoPVerifier(uptime: home.state.clock.uptime)
        let router = APIRouterBuilder(home: home).build([
            SecurityHeadersMiddleware(), DPoPNonceMiddleware(verifier: verifier), ProblemMiddleware(),
            SingleFieldMiddleware(),
            HostAndOriginMiddleware(authorities: settings.authorities, endpoint: home.sessions.endpointDescription),
            PageMiddleware(assets: settings.page, endpoint: home.sessions.endpointDescription),
            APILevelMiddleware(version: home.operation.diagnostics.version),
            DPoPAuthenticationMiddleware(
                verifier: verifier, sessions: home.sessions.registry, clients: home.sessions.clients),
            ProvenConnectionMiddleware(limit: connections, sessions: home.sessions.registry),
        ])
        let application = Application(
            router: router, server: try server(),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.address, port: settings.port),
                availableConnectionsDelegate: .maximum(Self.mostChannels, logger: logger)),
            onServerRunning: { [isServing, isReady] _ in
                isReady.send()
                isServing()
            }, logger: logger)
        do {
            try await application.run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw HTTPSPortInUse(port: settings.port)
        }
    }

    private func server() throws -> HTTPServerBuilder {
        let tls = try tls()
        return HTTPServerBuilder { [connections, unsent] responder in
            EventLoopHTTPChannel(try HTTPSChannel(tls: tls, limit: connections, unsent: unsent, responder: responder))
        }
    }

    private func tls() throws -> TLSConfiguration {
        let first = identity.withLock { $0 }
        guard let chain = first.certificateChain, let key = first.privateKey else {
            throw CertificateError.secretDamaged(name: "api-key")
        }
        var tls = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
        tls.minimumTLSVersion = .tlsv13
        tls.shutdownTimeout = Self.shutdown
        tls.sslContextCallback = { [weak self] _, promise in
            promise.succeed(self?.identity.withLock { $0 } ?? .noChanges)
        }
        return tls
    }
}

extension ServerIdentity {
    fileprivate func override() throws -> NIOSSLContextConfigurationOverride {
        var override = NIOSSLContextConfigurationOverride()
        override.certificateChain = try NIOSSLCertificate.fromPEMBytes(Array(certificatePEM.utf8)).map {
            .certificate($0)
        }
        override.privateKey = .privateKey(try NIOSSLPrivateKey(bytes: privateKeyPEM.exposed(), format: .pem))
        return override
    }
}
