/// A change of a service on the local network.
package enum ServiceChange: Hashable, Sendable {
    case found(NetworkService)
    /// The name, an address, the port or the record has changed.
    case changed(NetworkService)
    case lost(NetworkService.ID)

    package var id: NetworkService.ID {
        switch self {
        case .found(let service), .changed(let service): service.id
        case .lost(let id): id
        }
    }
}
