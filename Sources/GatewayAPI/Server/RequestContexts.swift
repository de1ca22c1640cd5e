import GatewayCore
import HomeModel
import Hummingbird
import Logging
import NIOCore
import ProofOfPossession

/// A request before anyone knows who sent it.
struct DoorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// Ours, since the framework's own lives in the logger and is lost with a handler that keeps no metadata.
    let requestID = RequestID.new()
    /// That the sender holds a key; set by `Doorkeeper`.
    var possession: Possession?
    /// Set by `PeerMiddleware` from what the operating system says about the peer, or by `Doorkeeper` from a session.
    var identity: Identity?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Whether the request is a stream of HTTP/2. The parent of a stream is its connection, whose parent is the listener.
    var isStream: Bool { channel.parent?.parent != nil }

    /// The connection on which the request came.
    var connection: any Channel { isStream ? channel.parent ?? channel : channel }

    /// The address from which the request comes.
    var source: String {
        let address = channel.remoteAddress ?? channel.parent?.remoteAddress
        return address?.ipAddress ?? "console"
    }
}

/// A request of someone known. It cannot be built without an identity, so neither can a handler be mounted without one.
struct HomeContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    let identity: Identity
    let possession: Possession?

    init(context: DoorContext) throws {
        guard let identity = context.identity else { throw Problem.unauthenticated }
        coreContext = context.coreContext
        possession = context.possession
        channel = context.channel
        self.identity = identity
    }
}

/// A request of someone who holds a key and has no session, or not yet.
struct KeyContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let possession: Possession
    let source: String

    init(context: DoorContext) throws {
        guard let possession = context.possession else { throw Problem.keyNeeded }
        coreContext = context.coreContext
        source = context.source
        self.possession = possession
    }
}
