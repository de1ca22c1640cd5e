/// What happened to a service on the local network.
package enum ServiceChange: Hashable, Sendable {
    case found(NetworkService)
    /// Name, address, port or record differ now.
    case changed(NetworkService)
    case lost(NetworkService.ID)

    package var id: NetworkService.ID {
        switch self {
        case .found(let service), .changed(let service): service.id
        case .lost(let id): id
        }
    }
}
