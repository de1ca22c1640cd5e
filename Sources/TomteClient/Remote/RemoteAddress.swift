import AsyncHTTPClient
import Crypto
import Foundation
import HomeModel
import NIOCore
import NIOSSL

/// The address of a gateway on the network, and the fingerprint of the public key that it must prove to have.
package struct RemoteAddress: Sendable {
    package let host: String
    package let port: Int
    /// The IP address of the host.
    let address: String
    /// SHA-256 of the public key (SPKI), hex.
    package let fingerprint: String

    /// Resolves `address`, or without it `host`. Throws when it has no IP address, or that address is not local.
    package init(host: String, port: Int, address: String?, fingerprint: String) throws(ClientError) {
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

    func failure(errno: Int32) -> ClientError {
        .unreachableGateway(host: host, port: port, String(cString: strerror(errno)))
    }

    private var wrongGateway: ClientError { .wrongGateway(host: host, port: port) }
}

extension NIOSSLCertificate {
    /// SHA-256 of the public key (SPKI), hex.
    fileprivate var publicKeyFingerprint: String {
        get throws {
            SHA256.hash(data: try extractPublicKey().toSPKIBytes()).hexadecimal
        }
    }
}

extension RemoteAddress {
    /// The first IP address of the host. Throws when it has none, or that address is not local.
    static func resolve(_ host: String, port: Int) throws(ClientError) -> String {
        guard let address = try? SocketAddress.makeAddressResolvingHost(host, port: port), let text = address.ipAddress
        else {
            throw .unreachableGateway(
                host: host, port: port, "the host name is unknown; give its address with --address when you pair")
        }
        guard LocalAddress.isLocal(text) else {
            throw .invalid(
                "\(host) has the address \(text), which is not local. Tomte connects only to local addresses.")
        }
        return text
    }
}

/// Tells local IP addresses from those of the internet.
enum LocalAddress {
    /// Whether the address is private, link-local, shared or loopback; false for text that is no IP address.
    /// Source: RFC 1918, RFC 3927, RFC 4193, RFC 4291, RFC 6598.
    static func isLocal(_ text: String) -> Bool {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return isLocal(UInt32(bigEndian: four.s_addr)) }
        var six = in6_addr()
        guard inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &six) == 1 else { return false }
        let bytes = withUnsafeBytes(of: &six) { Array($0) }
        if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
            return isLocal(bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
        }
        let isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
        return isLoopback || bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80)
    }

    private static func isLocal(_ address: UInt32) -> Bool {
        let networks: [(network: UInt32, bits: UInt32)] = [
            (0x0A00_0000, 8), (0xAC10_0000, 12), (0xC0A8_0000, 16), (0xA9FE_0000, 16), (0x7F00_0000, 8),
            (0x6440_0000, 10),
        ]
        return networks.contains { address >> (32 - $0.bits) == $0.network >> (32 - $0.bits) }
    }
}
