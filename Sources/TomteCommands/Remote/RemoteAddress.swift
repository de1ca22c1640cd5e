import AsyncHTTPClient
import Crypto
import Foundation
import HomeModel
import NIOCore
import NIOSSL

/// Where a gateway on the network is, and the public key that it must prove to hold.
struct RemoteAddress: Sendable {
    let host: String
    let port: Int
    /// Where the name leads.
    let address: String
    /// SHA-256 of the public key (SPKI), hex.
    let fingerprint: String

    /// Throws when the name leads nowhere, or out of this network.
    init(host: String, port: Int, address: String?, fingerprint: String) throws(CommandFailure) {
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
        // The pin below is held against the very key that signed the handshake, before any request leaves. A chain
        // could not be: BoringSSL refuses every certificate under a root with constraints of addresses.
        tls.certificateVerification = .none
        configuration.tlsConfiguration = tls
        configuration.http1_1ConnectionDebugInitializer = { [self] channel in
            channel.nioSSL_peerCertificate().flatMapThrowing { certificate in
                guard try certificate?.publicKeyFingerprint == fingerprint else { throw wrongGateway }
            }
        }
        return configuration
    }

    func absence(errno: Int32) -> CommandFailure {
        .unreachableGateway(host: host, port: port, String(cString: strerror(errno)))
    }

    private var wrongGateway: CommandFailure { .wrongGateway(host: host, port: port) }
}

extension NIOSSLCertificate {
    /// SHA-256 of the public key (SPKI), hex.
    fileprivate var publicKeyFingerprint: String {
        get throws {
            SHA256.hash(data: try extractPublicKey().toSPKIBytes()).hexadecimal
        }
    }
}
