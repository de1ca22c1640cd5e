import CAvahi

/// The life of a connection to the daemon, as the library reports it.
enum ClientState: Hashable, Sendable {
    /// On the bus, waiting for the daemon to appear.
    case connecting
    /// The daemon establishes or changes its host name: nothing of ours is published meanwhile.
    case registering
    case running
    /// Final; only a new client gets out of it.
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
