import Crypto
import CryptoExtras
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization

/// The check of firmware that trusts one public key and knows no certificate authority. Source: Tasmota's documentation,
/// "TLS", the second algorithm of its fingerprint.
struct PinnedKey: Sendable {
    let fingerprint: [UInt8]

    /// Why a broker is not trusted.
    enum Mismatch: Error { case noCertificate, otherKey }

    /// Opens a TLS connection to the broker and throws unless it proves the possession of the pinned key.
    func verify(host: String, port: UInt16) async throws {
        let seen = SeenCertificate()
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .noHostnameVerification
        let context = try NIOSSLContext(configuration: configuration)
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: host, port: Int(port)) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = try NIOSSLClientHandler(
                        context: context, serverHostname: nil,
                        customVerificationCallback: { certificates, promise in
                            seen.set(certificates.first)
                            promise.succeed(.certificateVerified)
                        })
                    try channel.pipeline.syncOperations.addHandlers([handler, HandshakeSignal(seen)])
                    return channel
                }
            }
        let certificate = await seen.certificate
        try? await channel.close()
        guard let certificate else { throw Mismatch.noCertificate }
        let key = try _RSA.Signing.PublicKey(derRepresentation: certificate.extractPublicKey().toSPKIBytes())
        guard try Self.fingerprint(of: key) == fingerprint else { throw Mismatch.otherKey }
    }

    private static func fingerprint(of key: _RSA.Signing.PublicKey) throws -> [UInt8] {
        let numbers = try key.getKeyPrimitives()
        var digest = Insecure.SHA1()
        for part in [Data("ssh-rsa".utf8), numbers.publicExponent, numbers.modulus] {
            let bytes = part.drop { $0 == 0 }
            digest.update(data: withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Data($0) })
            digest.update(data: bytes)
        }
        return Array(digest.finalize())
    }
}

/// The certificate that a server has presented in a completed handshake.
private final class SeenCertificate: Sendable {
    private let presented = Mutex<NIOSSLCertificate?>(nil)
    private let ended = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Waits for the end of the handshake. Nil if it failed.
    var certificate: NIOSSLCertificate? {
        get async {
            for await _ in ended.stream { return presented.withLock { $0 } }
            return nil
        }
    }

    func set(_ certificate: NIOSSLCertificate?) { presented.withLock { $0 = certificate } }
    func completed() { ended.continuation.yield() }
    func closed() { ended.continuation.finish() }
}

/// Reports the end of the handshake, in which the server proves that it has the key of its certificate.
private final class HandshakeSignal: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let seen: SeenCertificate

    init(_ seen: SeenCertificate) { self.seen = seen }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent { seen.completed() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    func channelInactive(context: ChannelHandlerContext) { seen.closed() }
}
