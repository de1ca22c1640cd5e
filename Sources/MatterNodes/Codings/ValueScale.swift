import Foundation

/// The relation between the numbers of a node and those of a capability, in its canonical unit.
enum ValueScale: Hashable, Sendable {
    /// canonical = device × factor + offset
    case linear(factor: Double, offset: Double)
    /// canonical = 1 000 000 / device: mired and kelvin.
    case reciprocal
    /// canonical = 10^((device − 1) / 10 000), and 0 for 0, which is *below the range of the sensor*: illuminance.
    case logarithmic

    static let identity = ValueScale.linear(factor: 1, offset: 0)

    static func factor(_ factor: Double) -> ValueScale { .linear(factor: factor, offset: 0) }

    func canonical(_ device: Double) -> Double? {
        switch self {
        case .linear(let factor, let offset): (device * factor + offset).roundedToMillionths
        case .reciprocal: device > 0 ? (1_000_000 / device).rounded() : nil
        case .logarithmic:
            device == 0 ? 0 : device > 0 ? (pow(10, (device - 1) / 10_000) * 100).rounded() / 100 : nil
        }
    }

    func device(_ canonical: Double) -> Double? {
        switch self {
        case .linear(let factor, let offset): factor == 0 ? nil : (canonical - offset) / factor
        case .reciprocal: canonical > 0 ? (1_000_000 / canonical).rounded() : nil
        case .logarithmic: canonical > 0 ? (10_000 * log10(canonical) + 1).rounded() : nil
        }
    }
}
