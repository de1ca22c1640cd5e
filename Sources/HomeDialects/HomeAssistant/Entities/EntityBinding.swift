import HomeModel

/// One claim that has found its part and its name.
struct EntityBinding: Sendable {
    let part: PartID
    let capability: Capability
    let claim: Claim

    var value: ValueBinding {
        ValueBinding(part, capability, claim.coding, reportedUnit: claim.reportedUnit)
    }
}

/// A capability's place in its device.
struct CapabilityPlace: Hashable, Sendable {
    let part: PartID
    let name: CapabilityName
}
