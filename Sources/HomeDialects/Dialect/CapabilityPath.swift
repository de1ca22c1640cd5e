package import HomeModel

/// Identifies a capability within its device: the part and the capability's name.
package struct CapabilityPath: Hashable, Sendable {
    package let part: PartID
    package let name: CapabilityName

    package init(part: PartID, name: CapabilityName) {
        self.part = part
        self.name = name
    }
}

extension ValueBinding {
    var capabilityPath: CapabilityPath { CapabilityPath(part: part, name: name) }
}
