import HomeModel

/// One of our network interfaces.
struct NetworkInterface: Hashable, Sendable {
    let index: Int32
    let name: String
}

/// Where a service was seen: the same one is seen once per interface and protocol.
struct ServiceSource: Hashable, Sendable {
    let kind: ServiceKind
    let instance: String
    let interface: NetworkInterface
    let transport: NetworkAddress.Family
}

/// A host as seen on one interface. Host names compare without case.
struct HostSource: Hashable, Sendable {
    let name: String
    let interface: NetworkInterface

    init(name: String, interface: NetworkInterface) {
        self.name = name.lowercased()
        self.interface = interface
    }
}

/// What a service answered when it was resolved.
struct ServiceAnswer: Hashable, Sendable {
    let host: String
    let port: UInt16
    let txt: TXTRecord
}

/// What the network said, one fact at a time.
enum ServiceEvent: Hashable, Sendable {
    case resolved(ServiceSource, ServiceAnswer)
    case removed(ServiceSource)
    case addressAppeared(HostSource, NetworkAddress, transport: NetworkAddress.Family)
    case addressVanished(HostSource, NetworkAddress, transport: NetworkAddress.Family)
    /// All addresses that will come soon have come.
    case addressesSettled(HostSource)
    /// No service is on this host any more.
    case hostForgotten(HostSource)
}
