import HomeModel

/// The host that a node announces, and its port. Both are the same in all fabrics of a node, unless the node changes
/// them, so that they show what a node announces in other fabrics.
struct AnnouncedHost: Codable, Sendable, Hashable {
    let name: String
    let port: UInt16

    init(_ service: NetworkService) {
        name = service.announcedHost.lowercased()
        port = service.port
    }
}
