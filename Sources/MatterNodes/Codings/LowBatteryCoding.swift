import HomeModel
import MatterProtocol

/// Whether a battery is nearly empty: by its level, or because it must be replaced.
struct LowBatteryCoding: ValueCoding {
    let level: AttributePath?
    let replacement: AttributePath?

    var reported: [AttributePath] { [level, replacement].compactMap(\.self) }

    func value(in values: AttributeValues) -> CapabilityValue? {
        let isLow = level.flatMap { values.whole(at: $0) }.flatMap { (0...2).contains($0) ? $0 > 0 : nil }
        let isDue = replacement.flatMap { values.truth(at: $0) }
        guard isLow != nil || isDue != nil else { return nil }
        return .boolean(isLow ?? false || isDue ?? false)
    }
}
