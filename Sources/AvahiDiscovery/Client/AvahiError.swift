import CAvahi

/// An error between this program and the Avahi daemon.
package enum AvahiError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No system bus answers.
    case busUnreachable
    /// The bus answers, but Avahi is not on it.
    case daemonNotRunning
    /// The connection to the daemon or to the bus was lost.
    case disconnected
    /// Events arrived faster than they could be processed.
    case overrun
    /// The daemon's `objects-per-client-max` is reached.
    case tooManyObjects
    case nameTaken(String)
    case invalidService(String)
    /// A code of the library that has no case here.
    case unknown(Int32)

    init(code: Int32) {
        switch code {
        case Int32(AVAHI_ERR_NO_DAEMON): self = .daemonNotRunning
        case Int32(AVAHI_ERR_DISCONNECTED): self = .disconnected
        case Int32(AVAHI_ERR_TOO_MANY_OBJECTS): self = .tooManyObjects
        default: self = .unknown(code)
        }
    }

    /// The last error of a client.
    init(of client: OpaquePointer) {
        self.init(code: avahi_client_errno(client))
    }

    package var description: String {
        switch self {
        case .busUnreachable:
            "The D-Bus system bus cannot be reached. Install and start dbus, or set DBUS_SYSTEM_BUS_ADDRESS."
        case .daemonNotRunning:
            "The Avahi daemon is not on the system bus. Install and start avahi-daemon."
        case .disconnected:
            "The connection to the Avahi daemon or the system bus was lost; it is opened again."
        case .overrun:
            "The network announced services faster than they could be processed; their list is read again."
        case .tooManyObjects:
            "The Avahi daemon allows no more look-ups. Raise objects-per-client-max in avahi-daemon.conf."
        case .nameTaken(let name):
            "No free name like \"\(name)\" was found on the network; choose another one."
        case .invalidService(let reason):
            "This service cannot be published: \(reason)."
        case .unknown(let code):
            "Avahi reports error \(code): \(avahi_strerror(code).map { String(cString: $0) } ?? "no text")."
        }
    }
}
