import HomeModel

/// The addresses of one host on one interface.
struct HostAddresses {
    static let maximum = 32

    /// The announced addresses, each with its protocols. An address is removed when the last protocol withdraws it.
    private var announced: [NetworkAddress: Set<NetworkAddress.Family>] = [:]
    /// Addresses that were known before the daemon was lost and have not been announced since.
    private var remembered: Set<NetworkAddress> = []
    private(set) var isSettled = false

    var all: Set<NetworkAddress> { remembered.union(announced.keys) }

    mutating func insert(_ address: NetworkAddress, over transport: NetworkAddress.Family) {
        guard announced[address] != nil || announced.count < Self.maximum else { return }
        announced[address, default: []].insert(transport)
    }

    mutating func remove(_ address: NetworkAddress, over transport: NetworkAddress.Family) {
        announced[address]?.remove(transport)
        if announced[address]?.isEmpty == true { announced[address] = nil }
    }

    mutating func settle() {
        isSettled = true
        remembered = []
    }

    mutating func daemonWentAway() {
        remembered = all
        announced = [:]
        isSettled = false
    }
}
