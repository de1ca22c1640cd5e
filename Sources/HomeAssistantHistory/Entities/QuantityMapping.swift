package import HomeModel

/// Maps an entity of Home Assistant to the quantity that it measures.
package enum QuantityMapping {
    /// Nil when device class and unit do not identify one quantity, or the unit does not fit the device class.
    package static func quantity(of facts: EntityAttributes) -> CapabilityKind? {
        guard let unit = facts.unit.flatMap(HomeAssistantUnit.init(symbol:)) else { return nil }
        guard let deviceClass = facts.deviceClass else { return quantity(of: unit, facts) }
        guard let kind = classes[deviceClass], fits(unit, kind: kind) else { return nil }
        return kind
    }

    /// Whether values of `kind` are recorded as readings and can be given in `unit`.
    package static func fits(_ unit: HomeAssistantUnit, kind: CapabilityKind) -> Bool {
        guard case .reading = kind.facts.recording, let canonical = kind.facts.unit else { return false }
        return unit.convert(1, to: canonical) != nil
    }

    /// Maps by the unit alone, where only one quantity has it. Percent, ppm, µg/m³ and m³ are ambiguous.
    private static func quantity(of unit: HomeAssistantUnit, _ facts: EntityAttributes) -> CapabilityKind? {
        // Kelvin is ambiguous too: colour temperatures have the same unit.
        guard unit != .known(.kelvin) else { return nil }
        let kinds: [CapabilityKind] = [.temperature, .pressure, .illuminance, .power, .voltage, .current, .flow]
        if let kind = kinds.first(where: { fits(unit, kind: $0) }) { return kind }
        // The stored energy of a battery is measured in kWh too, but it is not a counter.
        return facts.isCounting && fits(unit, kind: .energy) ? .energy : nil
    }

    /// Source: home-assistant/core, sensor/const.py, `SensorDeviceClass`.
    private static let classes: [String: CapabilityKind] = [
        "temperature": .temperature, "humidity": .humidity, "pressure": .pressure, "atmospheric_pressure": .pressure,
        "carbon_dioxide": .co2, "pm1": .pm1, "pm25": .pm25, "pm10": .pm10, "volatile_organic_compounds": .voc,
        "illuminance": .illuminance, "sound_pressure": .noise, "power": .power, "energy": .energy,
        "voltage": .voltage, "current": .current, "gas": .gas, "water": .water, "volume_flow_rate": .flow,
        "battery": .battery,
    ]
}

/// A unit of measurement as Home Assistant writes it, with its conversion to a unit of HomeModel.
package enum HomeAssistantUnit: Hashable, Sendable {
    /// A unit that HomeModel has too.
    case known(Unit)
    /// A unit of which one equals this number of the given unit.
    case scaled(Double, Unit)

    package init?(symbol: String) {
        if let unit = Unit(symbol: symbol) {
            self = .known(unit)
        } else if let (scale, unit) = Self.others[symbol] {
            self = .scaled(scale, unit)
        } else {
            return nil
        }
    }

    /// Converts `value` to `target`. Nil when the units measure different quantities or the result is not finite.
    ///
    /// A converted value is rounded to a millionth: no sensor is more precise, and without the last digits of a
    /// conversion the stored readings take a fraction of the space.
    package func convert(_ value: Double, to target: Unit) -> Double? {
        let converted: Double? =
            switch self {
            case .known(let unit) where unit == target: value
            case .known(let unit): unit.convert(value, to: target).map(Self.atMillionths)
            case .scaled(let scale, let unit): unit == target ? Self.atMillionths(value * scale) : nil
            }
        return converted.flatMap { $0.isFinite ? $0 : nil }
    }

    private static func atMillionths(_ value: Double) -> Double {
        abs(value) < 1e9 ? (value * 1_000_000).rounded() / 1_000_000 + 0 : value
    }

    /// Units that Home Assistant offers for the quantities of HomeModel and that HomeModel does not have.
    /// Source: home-assistant/core, const.py and util/unit_conversion.py; NIST SP 811 for the factors.
    private static let others: [String: (Double, Unit)] = [
        "mW": (1e-3, .watt), "MW": (1e6, .watt), "GW": (1e9, .watt), "TW": (1e12, .watt), "BTU/h": (0.293071, .watt),
        "J": (1 / 3.6e6, .kilowattHour), "kJ": (1 / 3600, .kilowattHour), "MJ": (1 / 3.6, .kilowattHour),
        "GJ": (1000 / 3.6, .kilowattHour), "mWh": (1e-6, .kilowattHour), "MWh": (1e3, .kilowattHour),
        "GWh": (1e6, .kilowattHour), "TWh": (1e9, .kilowattHour), "kcal": (4.184 / 3600, .kilowattHour),
        "Mcal": (4.184 / 3.6, .kilowattHour), "Gcal": (4184 / 3.6, .kilowattHour),
        "µV": (1e-6, .volt), "μV": (1e-6, .volt), "kV": (1e3, .volt), "MV": (1e6, .volt),
        "bar": (1000, .hectopascal), "cbar": (10, .hectopascal), "psi": (68.947_572_931_68, .hectopascal),
        "inHg": (33.863_886_666_667, .hectopascal), "mmHg": (1.333_223_874_15, .hectopascal),
        "MPa": (10_000, .hectopascal), "mPa": (1e-5, .hectopascal), "inH₂O": (2.490_889, .hectopascal),
        "mL": (1e-6, .cubicMetre), "gal": (0.003_785_411_784, .cubicMetre),
        "fl. oz.": (2.957_352_956_25e-5, .cubicMetre), "ft³": (0.028_316_846_592, .cubicMetre),
        "CCF": (2.831_684_659_2, .cubicMetre), "MCF": (28.316_846_592, .cubicMetre),
        "m³/min": (60, .cubicMetrePerHour), "m³/s": (3600, .cubicMetrePerHour), "L/h": (0.001, .cubicMetrePerHour),
        "L/s": (3.6, .cubicMetrePerHour), "mL/s": (0.0036, .cubicMetrePerHour),
        "ft³/min": (1.699_010_795_52, .cubicMetrePerHour), "gal/min": (0.227_124_707_04, .cubicMetrePerHour),
        "gal/h": (0.003_785_411_784, .cubicMetrePerHour), "mg/m³": (1000, .microgramsPerCubicMetre),
    ]
}
