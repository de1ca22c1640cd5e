import CAvahi
import Concurrency

/// The state of a connection to the daemon, as the library reports it.
enum ClientState: Hashable, Sendable {
    /// Connected to the bus, waiting for the daemon to appear.
    case connecting
    /// The daemon establishes or changes its host name; it publishes no service meanwhile.
    case registering
    case running
    /// Final: only a new client can connect again.
    case failed(AvahiError)

    init(_ state: AvahiClientState, client: OpaquePointer) {
        switch state {
        case AVAHI_CLIENT_CONNECTING: self = .connecting
        case AVAHI_CLIENT_S_REGISTERING, AVAHI_CLIENT_S_COLLISION: self = .registering
        case AVAHI_CLIENT_S_RUNNING: self = .running
        default: self = .failed(AvahiError(of: client))
        }
    }
}

extension ExponentialBackoff {
    /// The waits before a new client connects to the daemon: 0.2 s, doubling up to 5 s.
    static let avahiClient = ExponentialBackoff(from: .milliseconds(200), upTo: .seconds(5))
}
