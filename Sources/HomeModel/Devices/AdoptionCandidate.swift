/// A device that waits to be adopted, with its announcements in every dialect.
package struct AdoptionCandidate: Hashable, Sendable {
    /// The announcement in the dialect that describes most of the device.
    package let best: DiscoveredDevice
    /// The announcements in the other dialects, the most detailed first.
    package let alternatives: [DiscoveredDevice]
    /// Other addresses that claim the same hardware: below another root, or in the same dialect. One of them may be an
    /// impostor; only a person can tell.
    package let rivals: [LinkAddress]

    package var all: [DiscoveredDevice] { [best] + alternatives }
}

extension AdoptionCandidate {
    /// Groups the announcements of each device: the same hardware, in different dialects, below one root topic.
    ///
    /// A device can announce false data only below the root topic of its own credential. A device that is `adopted` in
    /// one dialect does not wait in the others. `detailLevel` says how much of a device a dialect describes. Of two
    /// announcements of the same device the one with the higher value is used, unless a person chooses.
    package static func grouping(
        _ discovered: some Collection<DiscoveredDevice>, adopted: some Collection<Device>,
        detailLevel: (LinkKind) -> Int
    ) -> [AdoptionCandidate] {
        let claims = HardwareClaims(discovered, devices: adopted)
        var groups: [[DiscoveredDevice]] = []
        var groupOf: [HardwareClaim: Int] = [:]
        for device in sorted(discovered, by: detailLevel) where !claims.isAdopted(device) {
            let own = device.description.hardware.map { HardwareClaim(root: device.address.root, hardware: $0) }
            let group = own.compactMap { groupOf[$0] }.first { index in
                groups[index].allSatisfy { $0.address.kind != device.address.kind }
            }
            if let group { groups[group].append(device) } else { groups.append([device]) }
            for claim in own where groupOf[claim] == nil { groupOf[claim] = group ?? groups.count - 1 }
        }
        return groups.compactMap { group in
            group.first.map {
                AdoptionCandidate(
                    best: $0, alternatives: Array(group.dropFirst()), rivals: claims.rivals(of: group))
            }
        }
    }

    private static func sorted(
        _ discovered: some Collection<DiscoveredDevice>, by detailLevel: (LinkKind) -> Int
    ) -> [DiscoveredDevice] {
        discovered.sorted { left, right in
            (detailLevel(left.address.kind), right.firstSeen, right.id) > (
                detailLevel(right.address.kind), left.firstSeen, left.id
            )
        }
    }
}

/// A piece of hardware that a device below a root topic claims to be.
private struct HardwareClaim: Hashable {
    let root: String
    let hardware: HardwareID
}

/// The addresses that claim each piece of hardware.
private struct HardwareClaims {
    private var addresses: [HardwareID: Set<LinkAddress>] = [:]
    private var adopted: Set<HardwareClaim> = []

    init(_ discovered: some Collection<DiscoveredDevice>, devices: some Collection<Device>) {
        for device in discovered {
            for hardware in device.description.hardware { addresses[hardware, default: []].insert(device.address) }
        }
        for device in devices {
            for hardware in device.description.hardware {
                addresses[hardware, default: []].insert(device.address)
                adopted.insert(HardwareClaim(root: device.address.root, hardware: hardware))
            }
        }
    }

    func isAdopted(_ device: DiscoveredDevice) -> Bool {
        device.description.hardware.contains {
            adopted.contains(HardwareClaim(root: device.address.root, hardware: $0))
        }
    }

    func rivals(of group: [DiscoveredDevice]) -> [LinkAddress] {
        let claimants = group.flatMap(\.description.hardware).reduce(into: Set<LinkAddress>()) {
            $0.formUnion(addresses[$1] ?? [])
        }
        return claimants.subtracting(group.map(\.address)).sorted { ($0.root, $0.foreignID) < ($1.root, $1.foreignID) }
    }
}

/// A device that announced itself and waits for a person with the permission `addDevices` to adopt it. No part of its
/// announcement is trusted.
package struct DiscoveredDevice: Hashable, Sendable {
    package let id: DeviceID
    package let address: LinkAddress
    package var description: DeviceDescription
    package var nativeDescription: String?
    package var availability: Availability
    package let firstSeen: Timestamp
    package var lastSeen: Timestamp

    package init(
        id: DeviceID, address: LinkAddress, description: DeviceDescription, nativeDescription: String?,
        availability: Availability, firstSeen: Timestamp, lastSeen: Timestamp
    ) {
        self.id = id
        self.address = address
        self.description = description
        self.nativeDescription = nativeDescription
        self.availability = availability
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
    }
}
