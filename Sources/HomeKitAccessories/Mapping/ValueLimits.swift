/// The values of a characteristic that its metadata allows, without metadata that makes no sense.
struct ValueLimits: Hashable, Sendable {
    let minimum: Double?
    let maximum: Double?
    let step: Double?
    private let values: [Double]
    private let ranges: [ClosedRange<Double>]

    /// The relative error of numbers with 24 bits after some computations of a device. Sensors for light have a minimum
    /// of 0.0001 lx in the specification, and report 0 in the dark.
    static let roundingError = 1e-4

    init(_ characteristic: Characteristic) {
        let (low, high) = (characteristic.minimum, characteristic.maximum)
        // A minimum above the maximum makes both worthless, and a range of one number is a range that was never filled
        // in. (Of an enumeration one value is often all that a device knows.)
        let isOrdered =
            low.flatMap { low in high.map { low < $0 || low == $0 && characteristic.format != .float } } ?? true
        minimum = isOrdered ? low : nil
        maximum = isOrdered ? high : nil
        let isInteger = characteristic.format?.integers != nil
        step = characteristic.step.flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil } ?? (isInteger ? 1 : nil)
        values = characteristic.validValues
        ranges = characteristic.validRanges
    }

    /// Whether the metadata allows a value. Numbers with 24 bits of precision may miss a limit by a rounding error.
    func contains(_ value: Double) -> Bool {
        let margin = max(1, abs(value)) * Self.roundingError
        if let minimum, value < minimum - margin { return false }
        if let maximum, value > maximum + margin { return false }
        if values.isEmpty && ranges.isEmpty { return true }
        return values.contains { abs($0 - value) <= margin }
            || ranges.contains { value >= $0.lowerBound - margin && value <= $0.upperBound + margin }
    }

    /// The range between two different limits, of which a missing one is replaced by that of `usual`.
    func range(or usual: ClosedRange<Double>) -> ClosedRange<Double> {
        let low = minimum ?? min(usual.lowerBound, maximum ?? usual.lowerBound)
        let high = maximum ?? max(usual.upperBound, low)
        return low < high ? low...high : usual
    }

    /// The value nearest to `value` that lies on a step, counted from the minimum, and in `range`.
    func snapped(_ value: Double, in range: ClosedRange<Double>) -> Double {
        var nearest = value
        if let listed = values.min(by: { abs($0 - value) < abs($1 - value) }) {
            nearest = listed
        } else if let step {
            let base = minimum ?? 0
            nearest = base + ((value - base) / step).rounded() * step
            // The last step may lie beyond a maximum that is no multiple of it.
            if nearest > range.upperBound + step * 1e-6 { nearest -= step }
        }
        return min(max(nearest, range.lowerBound), range.upperBound).roundedToMillionths
    }
}

extension Double {
    /// `0.3` for `0.30000000000000004`; a large number is not changed.
    var roundedToMillionths: Double { abs(self) < 1e9 ? (self * 1e6).rounded() / 1e6 : self }

    /// The shortest number that has the same 24 bits of precision, if the number has no more: devices compute with such
    /// numbers, and send `120.5999984741211` for 120.6.
    var shortest: Double {
        let short = Float(self)
        guard short.isFinite, Double(short) == self else { return self }
        return Double(short.description) ?? self
    }
}
