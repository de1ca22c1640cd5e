/// A device that waits to be adopted, in every dialect that speaks of it.
package struct WaitingDevice: Hashable, Sendable {
    /// In the dialect that says most of it.
    package let best: DiscoveredDevice
    /// In the others, the richest first.
    package let alternatives: [DiscoveredDevice]
    /// Other addresses that claim the same hardware: below another root, or in the same dialect. One of them may be an
    /// impostor; only a person can tell.
    package let rivals: [LinkAddress]

    package var all: [DiscoveredDevice] { [best] + alternatives }
}

extension WaitingDevice {
    /// Puts together what is one device: the same hardware, in different dialects, below one root. Whoever holds the
    /// credential of a root can lie about what is below it, and about nothing else. What is `adopted` in one dialect
    /// does not wait in the others.
    package static func grouping(
        _ discovered: some Collection<DiscoveredDevice>, adopted: some Collection<Device>
    ) -> [WaitingDevice] {
        let claims = Claims(discovered, adopted)
        var groups: [[DiscoveredDevice]] = []
        var groupOf: [Claim: Int] = [:]
        for device in discovered.sorted(by: isRicher) where !claims.isAdopted(device) {
            let own = device.description.hardware.map { Claim(root: device.address.root, hardware: $0) }
            let group = own.compactMap { groupOf[$0] }.first { index in
                groups[index].allSatisfy { $0.address.kind != device.address.kind }
            }
            if let group { groups[group].append(device) } else { groups.append([device]) }
            for claim in own where groupOf[claim] == nil { groupOf[claim] = group ?? groups.count - 1 }
        }
        return groups.compactMap { group in
            group.first.map {
                WaitingDevice(
                    best: $0, alternatives: Array(group.dropFirst()), rivals: claims.rivals(of: group))
            }
        }
    }

    private static func isRicher(_ left: DiscoveredDevice, _ right: DiscoveredDevice) -> Bool {
        (left.address.kind.richness, right.firstSeen, right.id) > (right.address.kind.richness, left.firstSeen, left.id)
    }
}

private struct Claim: Hashable {
    let root: String
    let hardware: HardwareID
}

/// Who says to be which hardware.
private struct Claims {
    private var addresses: [HardwareID: Set<LinkAddress>] = [:]
    private var adopted: Set<Claim> = []

    init(_ discovered: some Collection<DiscoveredDevice>, _ devices: some Collection<Device>) {
        for device in discovered {
            for hardware in device.description.hardware { addresses[hardware, default: []].insert(device.address) }
        }
        for device in devices {
            for hardware in device.description.hardware {
                addresses[hardware, default: []].insert(device.address)
                adopted.insert(Claim(root: device.address.root, hardware: hardware))
            }
        }
    }

    func isAdopted(_ device: DiscoveredDevice) -> Bool {
        device.description.hardware.contains {
            adopted.contains(Claim(root: device.address.root, hardware: $0))
        }
    }

    func rivals(of group: [DiscoveredDevice]) -> [LinkAddress] {
        let claimants = group.flatMap(\.description.hardware).reduce(into: Set<LinkAddress>()) {
            $0.formUnion(addresses[$1] ?? [])
        }
        return claimants.subtracting(group.map(\.address)).sorted { ($0.root, $0.foreignID) < ($1.root, $1.foreignID) }
    }
}

extension LinkKind {
    /// How much a dialect tells of a device; of two that speak of the same one the richer is taken, unless a person
    /// chooses.
    fileprivate var richness: Int {
        switch self {
        case .homie5: 6
        case .zigbee2mqtt, .tasmota, .shelly: 5
        case .homie4: 4
        case .esphome: 3
        case .homeAssistant: 2
        case .archive: 0
        }
    }
}
