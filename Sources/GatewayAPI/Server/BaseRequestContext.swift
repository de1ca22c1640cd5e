import GatewayCore
import HomeModel
import Hummingbird
import Logging
import NIOCore
import ProofOfPossession

/// The context of a request before it is authenticated.
struct BaseRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// The gateway's own id. The framework's id is part of the logger, and a log handler that keeps no metadata loses
    /// it.
    let requestID = RequestID.new()
    /// The verified proof that the sender has a key; set by `DPoPAuthenticationMiddleware`.
    var possession: VerifiedDPoPProof?
    /// Set by `PeerMiddleware` from the kernel's information about the peer, or by `DPoPAuthenticationMiddleware` from a session or
    /// token.
    var identity: Identity?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Whether the request came on an HTTP/2 stream. The parent of a stream is its connection, whose parent is the
    /// listener.
    var isStream: Bool { channel.parent?.parent != nil }

    /// The connection on which the request came.
    var connection: any Channel { isStream ? channel.parent ?? channel : channel }

    /// The IP address from which the request came; `console` if it has none.
    var source: String {
        let address = channel.remoteAddress ?? channel.parent?.remoteAddress
        return address?.ipAddress ?? "console"
    }
}

/// The context of an authenticated request. It cannot be created without an identity, so a handler cannot be mounted
/// without one.
struct AuthenticatedRequestContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    let identity: Identity
    let possession: VerifiedDPoPProof?

    init(context: BaseRequestContext) throws {
        guard let identity = context.identity else { throw Problem.unauthenticated }
        coreContext = context.coreContext
        possession = context.possession
        channel = context.channel
        self.identity = identity
    }
}

/// The context of a request with a proof of possession of a key, from a client that has no session yet.
struct KeyProofRequestContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let possession: VerifiedDPoPProof
    let source: String

    init(context: BaseRequestContext) throws {
        guard let possession = context.possession else { throw Problem.keyNeeded }
        coreContext = context.coreContext
        source = context.source
        self.possession = possession
    }
}
