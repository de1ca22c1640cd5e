/// The relation between the numbers of a device and those of a capability, in its canonical unit.
enum ValueScale: Hashable, Sendable {
    /// canonical = (device − origin) × factor
    case linear(origin: Double, factor: Double)
    /// canonical = 1 000 000 / device: mired and kelvin.
    case reciprocal

    static let identity = ValueScale.linear(origin: 0, factor: 1)

    func canonical(_ device: Double) -> Double? {
        switch self {
        case .linear(let origin, let factor): (device - origin) * factor
        case .reciprocal: device > 0 ? (1_000_000 / device).rounded() : nil
        }
    }

    func device(_ canonical: Double) -> Double? {
        switch self {
        case .linear(let origin, let factor): factor == 0 ? nil : canonical / factor + origin
        case .reciprocal: canonical > 0 ? (1_000_000 / canonical).rounded() : nil
        }
    }

    /// The step of the capability for a step of the device; nil where it is not the same everywhere.
    func step(_ device: Double) -> Double? {
        switch self {
        case .linear(_, let factor): abs(device * factor)
        case .reciprocal: nil
        }
    }
}
