import Foundation
import GatewayCore
import HomeModel
import Hummingbird
import Logging
import NIOCore

/// A request before anyone knows who sent it.
struct DoorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// Ours, since the framework's own lives in the logger and is lost with a handler that keeps no metadata.
    let requestID = UUID().uuidString.lowercased()
    /// Set by `PeerMiddleware` from what the operating system says about the peer.
    var identity: Identity?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

/// A request of someone known. It cannot be built without an identity, so neither can a handler be mounted without one.
struct HomeContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let identity: Identity

    init(context: DoorContext) throws {
        guard let identity = context.identity else { throw Problem.unauthenticated }
        coreContext = context.coreContext
        self.identity = identity
    }
}
