import HomeModel

/// A candidate with its part and its capability.
struct EntityBinding: Sendable {
    let part: PartID
    let capability: Capability
    let candidate: CapabilityCandidate
    /// Identifies the entity within its device.
    let entity: String

    var value: ValueBinding {
        ValueBinding(part, capability: capability, coding: candidate.coding, reportedUnit: candidate.reportedUnit)
    }
}
