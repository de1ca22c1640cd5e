package import HomeModel

/// A capability's place in its device.
package struct CapabilityPlace: Hashable, Sendable {
    package let part: PartID
    package let name: CapabilityName

    package init(part: PartID, name: CapabilityName) {
        self.part = part
        self.name = name
    }
}

extension ValueBinding {
    var place: CapabilityPlace { CapabilityPlace(part: part, name: name) }
}
