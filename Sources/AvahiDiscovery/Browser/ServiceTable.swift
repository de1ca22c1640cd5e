import HomeModel

/// The services on the network, merged over interfaces and protocols. Events with their times go in, changes come out.
struct ServiceTable {
    /// The number of an outage of the daemon, counted from 1.
    typealias DaemonOutage = Int

    static let maximumSightings = 2048

    /// A service as it was seen on one interface over one protocol.
    private struct Sighting {
        let id: NetworkService.ID
        let answer: ResolvedService
        let record: ServiceRecord
        let seen: Timestamp
        /// Increases with every answer; the newest sighting determines the values of the service.
        let order: Int
        /// Set while the daemon that reported it is not available.
        var outage: DaemonOutage?
    }

    private var sightings: [ServiceSource: Sighting] = [:]
    private var hosts: [HostSource: HostAddresses] = [:]
    private var known: [NetworkService.ID: NetworkService] = [:]
    private var answers = 0
    private var outages: DaemonOutage = 0
    /// How many records were left out, by reason.
    private(set) var rejections: [ServiceRejection: Int] = [:]

    var services: [NetworkService] { known.values.sorted { $0.id < $1.id } }

    /// Applies an event and returns the changes that follow from it.
    mutating func apply(_ event: ServiceEvent, at now: Timestamp) -> [ServiceChange] {
        switch event {
        case .resolved(let source, let answer):
            return resolve(source, answer: answer, at: now)
        case .removed(let source):
            return refresh([sightings.removeValue(forKey: source)?.id], at: now)
        case .addressAppeared(let host, let address, let transport):
            guard hosts[host] != nil || hosts.count < Self.maximumSightings else { return [] }
            hosts[host, default: HostAddresses()].insert(address, over: transport)
            return refresh(services(on: host), at: now)
        case .addressVanished(let host, let address, let transport):
            hosts[host]?.remove(address, over: transport)
            return refresh(services(on: host), at: now)
        case .addressesSettled(let host):
            guard hosts[host] != nil || hosts.count < Self.maximumSightings else { return [] }
            hosts[host, default: HostAddresses()].settle()
            return refresh(services(on: host), at: now)
        case .hostForgotten(let host):
            hosts[host] = nil
            return []
        }
    }

    /// Marks everything as seen before an outage. It is kept until `expire` is called with the returned number; nil
    /// when nothing needs to expire.
    mutating func daemonWentAway() -> DaemonOutage? {
        outages += 1
        for host in hosts.keys {
            if services(on: host).isEmpty { hosts[host] = nil } else { hosts[host]?.daemonWentAway() }
        }
        let fresh = sightings.filter { $0.value.outage == nil }.map(\.key)
        for source in fresh { sightings[source]?.outage = outages }
        return fresh.isEmpty ? nil : outages
    }

    /// Removes all services that were not seen again since that outage, and returns the changes.
    mutating func expire(_ outage: DaemonOutage, at now: Timestamp) -> [ServiceChange] {
        let gone = sightings.filter { ($0.value.outage ?? .max) <= outage }
        for source in gone.keys { sightings[source] = nil }
        for host in hosts.keys where services(on: host).isEmpty { hosts[host] = nil }
        return refresh(gone.values.map(\.id), at: now)
    }

    private mutating func resolve(
        _ source: ServiceSource, answer: ResolvedService, at now: Timestamp
    ) -> [ServiceChange] {
        let previous = sightings[source]?.id
        do throws(ServiceRejection) {
            guard previous != nil || sightings.count < Self.maximumSightings else { throw .tooManyServices }
            let record = try ServiceRecord(kind: source.kind, instance: source.instance, txt: answer.txt)
            let id = NetworkService.ID(kind: source.kind, identity: record.identity(instance: source.instance))
            // The daemon resolves a service again only when a record of it had expired or was withdrawn: the device was
            // away, or has restarted.
            let isBack = sightings[source].map { $0.outage == nil && $0.id == id && $0.answer == answer } ?? false
            answers += 1
            sightings[source] = Sighting(id: id, answer: answer, record: record, seen: now, order: answers)
            let changes = refresh([previous, id], at: now)
            guard changes.isEmpty, isBack, let service = known[id] else { return changes }
            return [.changed(service)]
        } catch {
            rejections[error, default: 0] += 1
            sightings[source] = nil
            return refresh([previous], at: now)
        }
    }

    private func services(on host: HostSource) -> [NetworkService.ID?] {
        sightings.filter { HostSource(name: $0.value.answer.host, interface: $0.key.interface) == host }
            .map(\.value.id)
    }

    /// Builds the services from their sightings and returns the differences.
    private mutating func refresh(_ ids: [NetworkService.ID?], at now: Timestamp) -> [ServiceChange] {
        Set(ids.compactMap { $0 }).sorted().compactMap { id in
            let before = known[id]
            known[id] = merged(id, firstSeen: before?.firstSeen ?? now)
            return switch (before, known[id]) {
            case (nil, let found?): .found(found)
            case (let before?, let after?): before.announcesSame(as: after) ? nil : .changed(after)
            case (_?, nil): .lost(id)
            case (nil, nil): nil
            }
        }
    }

    /// Builds one service from its sightings. Returns nil for a new service until an address is known or none is
    /// expected.
    private func merged(_ id: NetworkService.ID, firstSeen: Timestamp) -> NetworkService? {
        let mine = sightings.filter { $0.value.id == id }
        guard let newest = mine.max(by: { $0.value.order < $1.value.order }) else { return nil }
        let addressSets = mine.map { hosts[HostSource(name: $0.value.answer.host, interface: $0.key.interface)] }
        let addresses = addressSets.reduce(into: Set<NetworkAddress>()) { $0.formUnion($1?.all ?? []) }
        let isSettled = addressSets.contains { $0?.isSettled == true }
        guard known[id] != nil || isSettled || !addresses.isEmpty else { return nil }
        // The service was seen before its address was known, and is reported only with the address.
        let seen = mine.values.map(\.seen)
        return NetworkService(
            id: id, announcedName: newest.key.instance, announcedHost: newest.value.answer.host,
            port: newest.value.answer.port, addresses: addresses.sorted(), record: newest.value.record,
            firstSeen: min(firstSeen, seen.min() ?? firstSeen), lastSeen: seen.max() ?? firstSeen)
    }
}

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
