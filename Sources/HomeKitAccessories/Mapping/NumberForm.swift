/// A number, and how the numbers of the device relate to it.
struct NumberForm: Sendable {
    enum Scale: Sendable {
        /// The device has the canonical unit.
        case same
        /// 0 to the maximum of the device is 0 to 100 %: some devices count in steps, or to 255.
        case level
        /// The minimum to the maximum of the device is 0 to 100 %: angles.
        case span
        /// The device has mired, and the capability kelvin.
        case mired
    }

    /// What a command tolerates, in the canonical unit of the capability.
    enum Tolerance: Sendable {
        /// One step of the device's scale.
        case step
        case halfStep
        case fixed(Double)
        case mired(Double)
    }

    var scale = Scale.same
    /// The range and step if the metadata has none, in the numbers of the device. For a number that is only measured the
    /// range of its kind counts.
    var usual: ClosedRange<Double>?
    var usualStep: Double?
    var tolerance = Tolerance.step
    var power: CharacteristicKind?
    var isZeroWhenOff = false
}
