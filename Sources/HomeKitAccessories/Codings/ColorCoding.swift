import HomeModel

/// A colour that the device has as hue and saturation.
struct ColorCoding: ValueCoding {
    let hue: MappedCharacteristic
    let saturation: MappedCharacteristic
    /// The characteristic that turns the lamp on. A colour turns it on too.
    let power: MappedCharacteristic?

    var reported: [MappedCharacteristic] {
        hue.isReported && saturation.isReported ? [hue, saturation] : []
    }

    var written: [MappedCharacteristic] {
        guard hue.isWritable, saturation.isWritable else { return [] }
        return [hue, saturation] + [power].compactMap { $0 }.filter(\.isWritable)
    }

    /// One degree of hue and one per cent of saturation are less than most lamps can show.
    var tolerance: ConfirmationTolerance { .color(4) }

    private var hues: ClosedRange<Double> { hue.limits.range(or: 0...360) }
    private var saturations: ClosedRange<Double> { saturation.limits.range(or: 0...100) }
    /// The device's number for 100 %.
    private var full: Double { saturations.upperBound > 0 ? saturations.upperBound : 100 }

    func value(in values: CharacteristicValues) -> CapabilityValue? {
        guard let degrees = hue.number(in: values), let level = saturation.number(in: values),
            (0...360).contains(degrees), level >= 0
        else { return nil }
        return .color(hue: degrees, saturation: min(100, (level * 100 / full).roundedToMillionths))
    }

    func writes(for value: CapabilityValue) -> [CharacteristicSetting]? {
        guard case .color(let degrees, let percent) = value, degrees.isFinite, percent.isFinite else { return nil }
        let device = deviceColor(degrees: degrees, percent: percent)
        return [hue.write(device.hue), saturation.write(device.saturation)]
            + (power.map { $0.isWritable ? [$0.write(1)] : [] } ?? [])
    }

    func nearest(to value: CapabilityValue) -> CapabilityValue {
        guard case .color(let degrees, let percent) = value, degrees.isFinite, percent.isFinite else { return value }
        let device = deviceColor(degrees: degrees, percent: percent)
        return .color(hue: device.hue, saturation: (device.saturation * 100 / full).roundedToMillionths)
    }

    /// A hue above the device's range, such as 360° for a device that ends at 359°, is the hue 0°.
    private func deviceColor(degrees: Double, percent: Double) -> (hue: Double, saturation: Double) {
        let degrees = degrees > hues.upperBound && degrees > 359.5 ? 0 : degrees
        return (
            hue.limits.snapped(degrees, in: hues), saturation.limits.snapped(percent * full / 100, in: saturations)
        )
    }
}
