import HomeModel

/// One claim that has found its part and its name.
struct EntityBinding: Sendable {
    let part: PartID
    let capability: Capability
    let claim: Claim
    /// What tells the entity from the device's others.
    let entity: String

    var value: ValueBinding {
        ValueBinding(part, capability, claim.coding, reportedUnit: claim.reportedUnit)
    }
}
