import HomeModel

/// A network interface of this machine.
struct NetworkInterface: Hashable, Sendable {
    let index: Int32
    let name: String
}

/// The interface and protocol on which a service was seen. The same service is seen once on each of them.
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

/// The answer of a service that was resolved.
struct ResolvedService: Hashable, Sendable {
    let host: String
    let port: UInt16
    let txt: TXTRecord
}

/// One fact that the network reported.
enum ServiceEvent: Hashable, Sendable {
    case resolved(ServiceSource, ResolvedService)
    case removed(ServiceSource)
    case addressAppeared(HostSource, NetworkAddress, transport: NetworkAddress.Family)
    case addressVanished(HostSource, NetworkAddress, transport: NetworkAddress.Family)
    /// All addresses that are expected soon have arrived.
    case addressesSettled(HostSource)
    /// No service is on this host any more.
    case hostForgotten(HostSource)
}

/// An event of the library while it browses.
enum BrowseEvent: Sendable {
    case client(ClientState)
    case service(ServiceEvent)
    /// One service or host could not be looked up.
    case lookupRefused(AvahiError)
}
