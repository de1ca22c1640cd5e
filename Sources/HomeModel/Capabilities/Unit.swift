import Foundation

/// A unit of measurement as devices write it, and its place in the canonical set.
package enum Unit: String, Sendable, Codable, CaseIterable {
    case celsius = "°C"
    case fahrenheit = "°F"
    case kelvin = "K"
    case percent = "%"
    case hectopascal = "hPa"
    case pascal = "Pa"
    case kilopascal = "kPa"
    case bar = "bar"
    case inchOfMercury = "inHg"
    case millimetreOfMercury = "mmHg"
    case poundPerSquareInch = "psi"
    case partsPerMillion = "ppm"
    case microgramsPerCubicMetre = "µg/m³"
    case lux = "lx"
    case decibel = "dB"
    case watt = "W"
    case kilowatt = "kW"
    case kilowattHour = "kWh"
    case wattHour = "Wh"
    case megawattHour = "MWh"
    case volt = "V"
    case millivolt = "mV"
    case ampere = "A"
    case milliampere = "mA"
    case cubicMetre = "m³"
    case litre = "L"
    case cubicFoot = "ft³"
    case gallon = "gal"
    case cubicMetrePerHour = "m³/h"
    case litrePerMinute = "L/min"
    case litrePerHour = "L/h"
    case gallonPerMinute = "gal/min"
    case mired = "mired"

    /// Reads the spellings that devices use; nil when none fits.
    package init?(symbol: String) {
        guard let unit = Self.spellings[symbol] else { return nil }
        self = unit
    }

    /// `value` in `target`, or nil when the two do not measure the same thing.
    package func convert(_ value: Double, to target: Unit) -> Double? {
        if self == target { return value }
        if self == .mired && target == .kelvin || self == .kelvin && target == .mired {
            return value > 0 ? 1_000_000 / value : nil
        }
        guard let from = linear, let onto = target.linear, from.dimension == onto.dimension else { return nil }
        return (value * from.scale + from.offset - onto.offset) / onto.scale
    }

    /// canonical = value × scale + offset
    private var linear: (dimension: Unit, scale: Double, offset: Double)? {
        switch self {
        case .celsius: (.celsius, 1, 0)
        case .fahrenheit: (.celsius, 5.0 / 9, -160.0 / 9)
        case .kelvin: (.celsius, 1, -273.15)
        case .hectopascal: (.hectopascal, 1, 0)
        case .pascal: (.hectopascal, 0.01, 0)
        case .kilopascal: (.hectopascal, 10, 0)
        case .bar: (.hectopascal, 1000, 0)
        // Source: NIST SP 811, and the exact inch, pound and US gallon of 1959.
        case .inchOfMercury: (.hectopascal, 33.863_89, 0)
        case .millimetreOfMercury: (.hectopascal, 1.333_224, 0)
        case .poundPerSquareInch: (.hectopascal, 68.947_572_931_683_6, 0)
        case .watt: (.watt, 1, 0)
        case .kilowatt: (.watt, 1000, 0)
        case .kilowattHour: (.kilowattHour, 1, 0)
        case .wattHour: (.kilowattHour, 0.001, 0)
        case .megawattHour: (.kilowattHour, 1000, 0)
        case .volt: (.volt, 1, 0)
        case .millivolt: (.volt, 0.001, 0)
        case .ampere: (.ampere, 1, 0)
        case .milliampere: (.ampere, 0.001, 0)
        case .cubicMetre: (.cubicMetre, 1, 0)
        case .litre: (.cubicMetre, 0.001, 0)
        case .cubicFoot: (.cubicMetre, 0.028_316_846_592, 0)
        case .gallon: (.cubicMetre, 0.003_785_411_784, 0)
        case .cubicMetrePerHour: (.cubicMetrePerHour, 1, 0)
        case .litrePerMinute: (.cubicMetrePerHour, 0.06, 0)
        case .litrePerHour: (.cubicMetrePerHour, 0.001, 0)
        case .gallonPerMinute: (.cubicMetrePerHour, 0.227_124_707_04, 0)
        default: nil
        }
    }

    /// One look-up: every reading asks.
    private static let spellings = Dictionary(allCases.map { ($0.rawValue, $0) }) { first, _ in first }
        .merging(aliases) { first, _ in first }

    private static let aliases: [String: Unit] = [
        "C": .celsius, "degC": .celsius, "F": .fahrenheit, "degF": .fahrenheit, "mbar": .hectopascal,
        "μg/m³": .microgramsPerCubicMetre, "ug/m3": .microgramsPerCubicMetre, "lux": .lux, "dBA": .decibel,
        "m3": .cubicMetre, "l": .litre, "m3/h": .cubicMetrePerHour, "l/min": .litrePerMinute, "l/h": .litrePerHour,
        "ft3": .cubicFoot, "PSI": .poundPerSquareInch, "mireds": .mired,
    ]
}
