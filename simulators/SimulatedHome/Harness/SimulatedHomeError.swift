package import HomeModel

/// A request that a simulated home cannot carry out.
package enum SimulatedHomeError: Error, Hashable, Sendable {
    case noSuchDevice(EscapedText)
    case nothingToTouch(device: String, part: PartID, capability: CapabilityKind)
    case nothingToPress(device: String)
    case noExpiredCertificates
}

extension SimulatedHomeError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noSuchDevice(let device): "The scenario has no device “\(device)”; use an id from it."
        case .nothingToTouch(let device, let part, let capability):
            "“\(device)/\(part)” has no \(capability.rawValue) that can be set to this value."
        case .nothingToPress(let device): "“\(device)” has no switch and no lock; use set instead."
        case .noExpiredCertificates: "This credential source issues no expired certificates."
        }
    }
}
