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
