import HomeModel

/// A capability's place in its device.
struct CapabilityPlace: Hashable, Sendable {
    let part: PartID
    let name: CapabilityName
}

extension ValueBinding {
    var place: CapabilityPlace { CapabilityPlace(part: part, name: name) }
}
