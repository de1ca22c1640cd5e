import HomeModel

extension ServiceMapper {
    /// A number that is only reported, in the canonical unit after multiplication by `factor`.
    static func measured(
        _ name: CapabilityName, alternative: PartID?, current: MappedCharacteristic, factor: Double
    ) -> MappedValue {
        let facts = name.kind.facts.range
        let limits = current.limits
        let minimum = limits.minimum.map { $0 * factor }.flatMap {
            $0 > facts.lowerBound + ValueLimits.roundingError ? $0 : nil
        }
        let maximum = limits.maximum.map { $0 * factor }.flatMap { $0 < facts.upperBound ? $0 : nil }
        let low = max(facts.lowerBound, minimum ?? facts.lowerBound)
        let high = min(facts.upperBound, maximum ?? facts.upperBound)
        let range = low <= high ? low...high : facts
        let coding = NumberCoding(
            current: current, target: nil, scale: .linear(origin: 0, factor: factor), deviceRange: range, range: range,
            tolerance: .exact)
        var value = MappedValue(name, alternative: alternative, coding: coding)
        if low <= high {
            value.minimum = minimum
            value.maximum = maximum
        }
        if name.kind == .number { value.unit = numberUnits[name.label] }
        return value
    }

    /// A number that is set.
    static func level(
        _ name: CapabilityName, alternative: PartID?, current: MappedCharacteristic?, target: MappedCharacteristic?,
        form: NumberForm, power: MappedCharacteristic?
    ) -> MappedValue {
        // Without a target the range is that of the reported number.
        let limits = (target ?? current)?.limits
        let usual = form.usual ?? name.kind.facts.range
        let device = limits?.range(or: usual) ?? usual
        let scale = scale(form.scale, over: device)
        let ends = [device.lowerBound, device.upperBound].compactMap { scale.canonical($0) }.sorted()
        let facts = name.kind.facts.range
        let canZero = power?.isWritable ?? false
        // A range outside that of the kind would be empty.
        let low = max(facts.lowerBound, canZero && form.scale.isLevel ? 0 : ends.first ?? facts.lowerBound)
        let high = min(facts.upperBound, ends.last ?? facts.upperBound)
        let range = low <= high ? low...high : facts
        let step = scale.step(limits?.step ?? form.usualStep ?? 1)
        let tolerance = tolerance(form.tolerance, step: step ?? 1)
        let coding = NumberCoding(
            current: current, target: target, scale: scale, deviceRange: device, range: range, tolerance: tolerance,
            power: power, isZeroWhenOff: form.isZeroWhenOff)
        var value = MappedValue(name, alternative: alternative, coding: coding)
        value.minimum = range.lowerBound > facts.lowerBound ? range.lowerBound.roundedToMillionths : nil
        value.maximum = range.upperBound < facts.upperBound ? range.upperBound.roundedToMillionths : nil
        // An angle is set in whole per cent, not in degrees.
        value.step = form.scale.isSpan ? max(1, (step ?? 1).rounded()) : step?.roundedToMillionths
        if name.kind == .number { value.unit = numberUnits[name.label] }
        return value
    }

    private static func scale(_ scale: NumberForm.Scale, over device: ClosedRange<Double>) -> ValueScale {
        switch scale {
        case .same: .identity
        case .level: device.upperBound > 0 ? .linear(origin: 0, factor: 100 / device.upperBound) : .identity
        case .span:
            .linear(origin: device.lowerBound, factor: 100 / (device.upperBound - device.lowerBound))
        case .mired: .reciprocal
        }
    }

    /// Reports of a level with coarse steps must be nearer than half a step: the next step is another speed.
    private static func tolerance(_ tolerance: NumberForm.Tolerance, step: Double) -> ConfirmationTolerance {
        switch tolerance {
        case .step: .number(step <= coarsestTolerance ? step : step / 2)
        case .halfStep: .number(step / 2)
        case .fixed(let most): .number(most)
        case .mired(let most): .mired(most)
        }
    }

    /// In the canonical unit, mostly percent.
    private static let coarsestTolerance = 1.0

    /// The units of the generic numbers in the tables.
    private static let numberUnits: [PartID?: String] = [
        PartID("volume"): "%", PartID("water-level"): "%",
    ]
}

extension NumberForm.Scale {
    fileprivate var isSpan: Bool {
        if case .span = self { true } else { false }
    }

    fileprivate var isLevel: Bool {
        if case .level = self { true } else { false }
    }
}
