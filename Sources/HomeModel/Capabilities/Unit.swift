/// A unit of measurement; its raw value is the canonical spelling.
package enum Unit: String, Sendable, Codable, CaseIterable {
    case celsius = "°C"
    case fahrenheit = "°F"
    case kelvin = "K"
    case percent = "%"
    case hectopascal = "hPa"
    case pascal = "Pa"
    case kilopascal = "kPa"
    case megapascal = "MPa"
    case bar = "bar"
    case centibar = "cbar"
    case inchOfMercury = "inHg"
    case millimetreOfMercury = "mmHg"
    case poundPerSquareInch = "psi"
    case partsPerMillion = "ppm"
    case microgramsPerCubicMetre = "µg/m³"
    case lux = "lx"
    case decibel = "dB"
    case watt = "W"
    case milliwatt = "mW"
    case kilowatt = "kW"
    case megawatt = "MW"
    case kilowattHour = "kWh"
    case wattHour = "Wh"
    case megawattHour = "MWh"
    case volt = "V"
    case millivolt = "mV"
    case kilovolt = "kV"
    case ampere = "A"
    case milliampere = "mA"
    case voltAmpere = "VA"
    case millivoltAmpere = "mVA"
    case kilovoltAmpere = "kVA"
    case voltAmpereReactive = "var"
    case kilovoltAmpereReactive = "kvar"
    case voltAmpereReactiveHour = "varh"
    case kilovoltAmpereReactiveHour = "kvarh"
    case hertz = "Hz"
    case millihertz = "mHz"
    case kilohertz = "kHz"
    case megahertz = "MHz"
    case gigahertz = "GHz"
    case cubicMetre = "m³"
    case litre = "L"
    case millilitre = "mL"
    case cubicFoot = "ft³"
    case gallon = "gal"
    case cubicMetrePerHour = "m³/h"
    case cubicMetrePerSecond = "m³/s"
    case litrePerMinute = "L/min"
    case litrePerHour = "L/h"
    case litrePerSecond = "L/s"
    case gallonPerMinute = "gal/min"
    case mired = "mired"
    case metre = "m"
    case kilometre = "km"
    case centimetre = "cm"
    case millimetre = "mm"
    case micrometre = "µm"
    case inch = "in"
    case foot = "ft"
    case yard = "yd"
    case mile = "mi"
    case metrePerSecond = "m/s"
    case millimetrePerSecond = "mm/s"
    case kilometrePerHour = "km/h"
    case milePerHour = "mph"
    case footPerSecond = "ft/s"
    case knot = "kn"
    case millimetrePerHour = "mm/h"
    case millimetrePerDay = "mm/d"
    case inchPerHour = "in/h"
    case inchPerDay = "in/d"
    case degree = "°"
    case second = "s"
    case microsecond = "µs"
    case millisecond = "ms"
    case minute = "min"
    case hour = "h"
    case day = "d"
    case kilogram = "kg"
    case gram = "g"
    case milligram = "mg"
    case microgram = "µg"
    case ounce = "oz"
    case pound = "lb"
    case stone = "st"
    case byte = "B"
    case kilobyte = "kB"
    case megabyte = "MB"
    case gigabyte = "GB"
    case terabyte = "TB"
    case kibibyte = "KiB"
    case mebibyte = "MiB"
    case gibibyte = "GiB"
    case tebibyte = "TiB"
    case bit = "bit"
    case kilobit = "kbit"
    case megabit = "Mbit"
    case gigabit = "Gbit"
    case bitPerSecond = "bit/s"
    case kilobitPerSecond = "kbit/s"
    case megabitPerSecond = "Mbit/s"
    case gigabitPerSecond = "Gbit/s"
    case bytePerSecond = "B/s"
    case kilobytePerSecond = "kB/s"
    case megabytePerSecond = "MB/s"
    case gigabytePerSecond = "GB/s"
    case kibibytePerSecond = "KiB/s"
    case mebibytePerSecond = "MiB/s"
    case gibibytePerSecond = "GiB/s"
    case microsiemensPerCentimetre = "µS/cm"
    case millisiemensPerCentimetre = "mS/cm"
    case siemensPerCentimetre = "S/cm"
    case wattPerSquareMetre = "W/m²"
    case britishThermalUnitPerHourSquareFoot = "BTU/(h⋅ft²)"

    /// Finds a unit by one of the spellings that devices use; nil when none matches.
    package init?(symbol: String) {
        guard let unit = Self.spellings[symbol] else { return nil }
        self = unit
    }

    /// One table for both, because every reading looks up its unit.
    private static let spellings = Dictionary(allCases.map { ($0.rawValue, $0) }) { first, _ in first }
        .merging(aliases) { first, _ in first }

    /// `µ` is the micro sign in the names above and the Greek letter in some spellings of devices.
    private static let aliases: [String: Unit] = [
        "C": .celsius, "degC": .celsius, "℃": .celsius, "ºC": .celsius, "F": .fahrenheit, "degF": .fahrenheit,
        "℉": .fahrenheit, "ºF": .fahrenheit, "mbar": .hectopascal, "PSI": .poundPerSquareInch,
        "μg/m³": .microgramsPerCubicMetre, "ug/m3": .microgramsPerCubicMetre, "µg/m3": .microgramsPerCubicMetre,
        "μg/m3": .microgramsPerCubicMetre, "ug/m³": .microgramsPerCubicMetre, "lux": .lux, "Lx": .lux, "dBA": .decibel,
        "dB(A)": .decibel, "w": .watt, "watt": .watt, "Watt": .watt, "volt": .volt, "Volt": .volt,
        "VAR": .voltAmpereReactive, "VAr": .voltAmpereReactive, "kVAR": .kilovoltAmpereReactive,
        "kVAr": .kilovoltAmpereReactive, "VARh": .voltAmpereReactiveHour, "VArh": .voltAmpereReactiveHour,
        "kVARh": .kilovoltAmpereReactiveHour, "kVArh": .kilovoltAmpereReactiveHour, "m3": .cubicMetre, "l": .litre,
        "liter": .litre, "litre": .litre, "ml": .millilitre, "ft3": .cubicFoot, "m3/h": .cubicMetrePerHour,
        "m3/s": .cubicMetrePerSecond, "l/min": .litrePerMinute, "l/h": .litrePerHour, "l/s": .litrePerSecond,
        "mireds": .mired, "meter": .metre, "meters": .metre, "metres": .metre, "μm": .micrometre, "um": .micrometre,
        "kmh": .kilometrePerHour, "kph": .kilometrePerHour, "mi/h": .milePerHour, "kt": .knot, "kts": .knot,
        "deg": .degree, "sec": .second, "Sec": .second, "second": .second, "seconds": .second, "Seconds": .second,
        "minute": .minute, "minutes": .minute, "Minutes": .minute, "hr": .hour, "Hr": .hour, "hour": .hour,
        "hours": .hour, "Hours": .hour, "day": .day, "days": .day, "Day": .day, "Days": .day, "μs": .microsecond,
        "us": .microsecond, "μg": .microgram, "ug": .microgram, "lbs": .pound, "bytes": .byte, "bits": .bit,
        "bps": .bitPerSecond, "kbps": .kilobitPerSecond, "Mbps": .megabitPerSecond, "Gbps": .gigabitPerSecond,
        "kb/s": .kilobitPerSecond, "Mb/s": .megabitPerSecond, "μS/cm": .microsiemensPerCentimetre,
        "uS/cm": .microsiemensPerCentimetre, "W/m2": .wattPerSquareMetre,
    ]
}
