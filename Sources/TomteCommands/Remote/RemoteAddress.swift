import AsyncHTTPClient
import Crypto
import Foundation
import HomeModel
import NIOCore
import NIOSSL

/// The address of a gateway on the network, and the fingerprint of the public key that it must prove to have.
struct RemoteAddress: Sendable {
    let host: String
    let port: Int
    /// The IP address of the host.
    let address: String
    /// SHA-256 of the public key (SPKI), hex.
    let fingerprint: String

    /// Resolves `address`, or without it `host`. Throws when it has no IP address, or that address is not local.
    init(host: String, port: Int, address: String?, fingerprint: String) throws(CLIError) {
        self.host = host
        self.port = port
        self.address = try Self.resolve(address ?? host, port: port)
        self.fingerprint = fingerprint.lowercased()
    }

    var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration.forGateway
        configuration.dnsOverride = [host: address]
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv13
        // The code below compares the pinned fingerprint with the key that signed the handshake, before any request is
        // sent. The chain of certificates cannot be verified: BoringSSL refuses every certificate under a root with
        // name constraints of IP addresses.
        tls.certificateVerification = .none
        configuration.tlsConfiguration = tls
        configuration.http1_1ConnectionDebugInitializer = { [self] channel in
            channel.nioSSL_peerCertificate().flatMapThrowing { certificate in
                guard try certificate?.publicKeyFingerprint == fingerprint else { throw wrongGateway }
            }
        }
        return configuration
    }

    func failure(errno: Int32) -> CLIError {
        .unreachableGateway(host: host, port: port, String(cString: strerror(errno)))
    }

    private var wrongGateway: CLIError { .wrongGateway(host: host, port: port) }
}

extension NIOSSLCertificate {
    /// SHA-256 of the public key (SPKI), hex.
    fileprivate var publicKeyFingerprint: String {
        get throws {
            SHA256.hash(data: try extractPublicKey().toSPKIBytes()).hexadecimal
        }
    }
}
