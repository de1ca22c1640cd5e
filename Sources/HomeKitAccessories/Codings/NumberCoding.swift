import HomeModel

/// A number that the device reports and receives, often by two characteristics.
struct NumberCoding: ValueCoding {
    let current: MappedCharacteristic?
    let target: MappedCharacteristic?
    let scale: ValueScale
    /// The range of the target, in the numbers of the device.
    let deviceRange: ClosedRange<Double>
    /// The range of the capability.
    let range: ClosedRange<Double>
    let tolerance: ConfirmationTolerance
    /// The characteristic that turns the lamp or fan on. A number above 0 turns it on too, and 0 turns it off.
    var power: MappedCharacteristic?
    /// Whether the number is 0 while the power is off: a fan that is off does not turn, whatever speed it keeps for
    /// later. (The brightness that a lamp keeps is reported beside its switch.)
    var isZeroWhenOff = false

    var reported: [MappedCharacteristic] {
        guard let current, current.isReported else { return [] }
        return [current] + (isZeroWhenOff && power?.isReported ?? false ? [power].compactMap(\.self) : [])
    }

    var written: [MappedCharacteristic] {
        guard let target, target.isWritable else { return [] }
        return [target] + [power].compactMap { $0 }.filter(\.isWritable)
    }

    func value(in values: CharacteristicValues) -> CapabilityValue? {
        if isZeroWhenOff, let power, values[power.iid]?.truth == false { return .number(0) }
        guard let device = current?.number(in: values), let number = scale.canonical(device) else { return nil }
        // The rounding of a scale may leave the range a little.
        let margin = max(1, abs(number)) * 1e-3
        guard number >= range.lowerBound - margin, number <= range.upperBound + margin else { return nil }
        return .number(min(max(number.roundedToMillionths, range.lowerBound), range.upperBound))
    }

    func writes(for value: CapabilityValue) -> [CharacteristicSetting]? {
        guard let target, case .number(let number) = value, number.isFinite else { return nil }
        let switchable = power?.isWritable ?? false ? power : nil
        if number == 0, let switchable { return [switchable.write(0)] }
        guard let device = scale.device(number) else { return nil }
        return [target.write(target.limits.snapped(device, in: deviceRange))] + (switchable.map { [$0.write(1)] } ?? [])
    }

    func nearest(to value: CapabilityValue) -> CapabilityValue {
        guard let target, case .number(let number) = value, number.isFinite else { return value }
        if number == 0, power?.isWritable ?? false { return value }
        guard let device = scale.device(number),
            let nearest = scale.canonical(target.limits.snapped(device, in: deviceRange))
        else { return value }
        return .number(min(max(nearest.roundedToMillionths, range.lowerBound), range.upperBound))
    }
}
