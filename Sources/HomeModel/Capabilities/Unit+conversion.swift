extension Unit {
    /// `value` converted to `target`; nil when the two units measure different quantities.
    package func convert(_ value: Double, to target: Unit) -> Double? {
        if self == target { return value }
        if self == .mired && target == .kelvin || self == .kelvin && target == .mired {
            return value > 0 ? 1_000_000 / value : nil
        }
        guard let from = linear, let onto = target.linear, from.dimension == onto.dimension else { return nil }
        return (value * from.scale + from.offset - onto.offset) / onto.scale
    }

    private typealias Linear = (dimension: Unit, scale: Double, offset: Double)

    /// canonical = value × scale + offset
    ///
    /// Sources: NIST SP 811; the exact inch, pound and US gallon of 1959; IEC 80000-13 for bytes and bits.
    private var linear: Linear? {
        electricity ?? flowing ?? movement ?? information
    }

    private var electricity: Linear? {
        switch self {
        case .celsius: (.celsius, 1, 0)
        case .fahrenheit: (.celsius, 5.0 / 9, -160.0 / 9)
        case .kelvin: (.celsius, 1, -273.15)
        case .watt: (.watt, 1, 0)
        case .milliwatt: (.watt, 0.001, 0)
        case .kilowatt: (.watt, 1000, 0)
        case .megawatt: (.watt, 1_000_000, 0)
        case .kilowattHour: (.kilowattHour, 1, 0)
        case .wattHour: (.kilowattHour, 0.001, 0)
        case .megawattHour: (.kilowattHour, 1000, 0)
        case .volt: (.volt, 1, 0)
        case .millivolt: (.volt, 0.001, 0)
        case .kilovolt: (.volt, 1000, 0)
        case .ampere: (.ampere, 1, 0)
        case .milliampere: (.ampere, 0.001, 0)
        case .voltAmpere: (.voltAmpere, 1, 0)
        case .millivoltAmpere: (.voltAmpere, 0.001, 0)
        case .kilovoltAmpere: (.voltAmpere, 1000, 0)
        case .voltAmpereReactive: (.voltAmpereReactive, 1, 0)
        case .kilovoltAmpereReactive: (.voltAmpereReactive, 1000, 0)
        case .kilovoltAmpereReactiveHour: (.kilovoltAmpereReactiveHour, 1, 0)
        case .voltAmpereReactiveHour: (.kilovoltAmpereReactiveHour, 0.001, 0)
        case .hertz: (.hertz, 1, 0)
        case .millihertz: (.hertz, 0.001, 0)
        case .kilohertz: (.hertz, 1000, 0)
        case .megahertz: (.hertz, 1_000_000, 0)
        case .gigahertz: (.hertz, 1_000_000_000, 0)
        case .microsiemensPerCentimetre: (.microsiemensPerCentimetre, 1, 0)
        case .millisiemensPerCentimetre: (.microsiemensPerCentimetre, 1000, 0)
        case .siemensPerCentimetre: (.microsiemensPerCentimetre, 1_000_000, 0)
        case .wattPerSquareMetre: (.wattPerSquareMetre, 1, 0)
        case .britishThermalUnitPerHourSquareFoot: (.wattPerSquareMetre, 3.154_590_745, 0)
        default: nil
        }
    }

    /// Pressures, volumes and volume flows.
    private var flowing: Linear? {
        switch self {
        case .hectopascal: (.hectopascal, 1, 0)
        case .pascal: (.hectopascal, 0.01, 0)
        case .kilopascal: (.hectopascal, 10, 0)
        case .megapascal: (.hectopascal, 10_000, 0)
        case .bar: (.hectopascal, 1000, 0)
        case .centibar: (.hectopascal, 10, 0)
        case .inchOfMercury: (.hectopascal, 33.863_89, 0)
        case .millimetreOfMercury: (.hectopascal, 1.333_224, 0)
        case .poundPerSquareInch: (.hectopascal, 68.947_572_931_683_6, 0)
        case .cubicMetre: (.cubicMetre, 1, 0)
        case .litre: (.cubicMetre, 0.001, 0)
        case .millilitre: (.cubicMetre, 0.000_001, 0)
        case .cubicFoot: (.cubicMetre, 0.028_316_846_592, 0)
        case .gallon: (.cubicMetre, 0.003_785_411_784, 0)
        case .cubicMetrePerHour: (.cubicMetrePerHour, 1, 0)
        case .cubicMetrePerSecond: (.cubicMetrePerHour, 3600, 0)
        case .litrePerMinute: (.cubicMetrePerHour, 0.06, 0)
        case .litrePerHour: (.cubicMetrePerHour, 0.001, 0)
        case .litrePerSecond: (.cubicMetrePerHour, 3.6, 0)
        case .gallonPerMinute: (.cubicMetrePerHour, 0.227_124_707_04, 0)
        default: nil
        }
    }

    /// Lengths, speeds, times and weights.
    private var movement: Linear? {
        switch self {
        case .metre: (.metre, 1, 0)
        case .kilometre: (.metre, 1000, 0)
        case .centimetre: (.metre, 0.01, 0)
        case .millimetre: (.metre, 0.001, 0)
        case .micrometre: (.metre, 0.000_001, 0)
        case .inch: (.metre, 0.0254, 0)
        case .foot: (.metre, 0.3048, 0)
        case .yard: (.metre, 0.9144, 0)
        case .mile: (.metre, 1609.344, 0)
        case .metrePerSecond: (.metrePerSecond, 1, 0)
        case .millimetrePerSecond: (.metrePerSecond, 0.001, 0)
        case .kilometrePerHour: (.metrePerSecond, 1 / 3.6, 0)
        case .milePerHour: (.metrePerSecond, 0.447_04, 0)
        case .footPerSecond: (.metrePerSecond, 0.3048, 0)
        case .knot: (.metrePerSecond, 1852.0 / 3600, 0)
        case .millimetrePerHour: (.metrePerSecond, 0.001 / 3600, 0)
        case .millimetrePerDay: (.metrePerSecond, 0.001 / 86_400, 0)
        case .inchPerHour: (.metrePerSecond, 0.0254 / 3600, 0)
        case .inchPerDay: (.metrePerSecond, 0.0254 / 86_400, 0)
        case .second: (.second, 1, 0)
        case .microsecond: (.second, 0.000_001, 0)
        case .millisecond: (.second, 0.001, 0)
        case .minute: (.second, 60, 0)
        case .hour: (.second, 3600, 0)
        case .day: (.second, 86_400, 0)
        case .kilogram: (.kilogram, 1, 0)
        case .gram: (.kilogram, 0.001, 0)
        case .milligram: (.kilogram, 0.000_001, 0)
        case .microgram: (.kilogram, 0.000_000_001, 0)
        case .ounce: (.kilogram, 0.028_349_523_125, 0)
        case .pound: (.kilogram, 0.453_592_37, 0)
        case .stone: (.kilogram, 6.350_293_18, 0)
        default: nil
        }
    }

    private var information: Linear? {
        switch self {
        case .byte: (.byte, 1, 0)
        case .kilobyte: (.byte, 1e3, 0)
        case .megabyte: (.byte, 1e6, 0)
        case .gigabyte: (.byte, 1e9, 0)
        case .terabyte: (.byte, 1e12, 0)
        case .kibibyte: (.byte, 0x1p10, 0)
        case .mebibyte: (.byte, 0x1p20, 0)
        case .gibibyte: (.byte, 0x1p30, 0)
        case .tebibyte: (.byte, 0x1p40, 0)
        case .bit: (.byte, 0.125, 0)
        case .kilobit: (.byte, 125, 0)
        case .megabit: (.byte, 125_000, 0)
        case .gigabit: (.byte, 125_000_000, 0)
        case .bitPerSecond: (.bitPerSecond, 1, 0)
        case .kilobitPerSecond: (.bitPerSecond, 1e3, 0)
        case .megabitPerSecond: (.bitPerSecond, 1e6, 0)
        case .gigabitPerSecond: (.bitPerSecond, 1e9, 0)
        case .bytePerSecond: (.bitPerSecond, 8, 0)
        case .kilobytePerSecond: (.bitPerSecond, 8e3, 0)
        case .megabytePerSecond: (.bitPerSecond, 8e6, 0)
        case .gigabytePerSecond: (.bitPerSecond, 8e9, 0)
        case .kibibytePerSecond: (.bitPerSecond, 0x1p13, 0)
        case .mebibytePerSecond: (.bitPerSecond, 0x1p23, 0)
        case .gibibytePerSecond: (.bitPerSecond, 0x1p33, 0)
        default: nil
        }
    }
}
