package import HomeModel

/// Which of our quantities an entity of Home Assistant measures.
package enum QuantityMapping {
    /// Nil when its class and unit do not say so beyond doubt, or its unit measures something else.
    package static func quantity(of facts: EntityFacts) -> CapabilityKind? {
        guard let unit = facts.unit.flatMap(ForeignUnit.init(symbol:)) else { return nil }
        guard let deviceClass = facts.deviceClass else { return quantity(of: unit, facts) }
        guard let kind = classes[deviceClass], fits(unit, kind) else { return nil }
        return kind
    }

    package static func fits(_ unit: ForeignUnit, _ kind: CapabilityKind) -> Bool {
        guard case .reading = kind.facts.recording, let canonical = kind.facts.unit else { return false }
        return unit.convert(1, to: canonical) != nil
    }

    /// By the unit alone, where only one quantity is measured in it. Percent, ppm, µg/m³ and m³ could be several.
    private static func quantity(of unit: ForeignUnit, _ facts: EntityFacts) -> CapabilityKind? {
        // The colour of light is measured in kelvin too.
        guard unit != .ours(.kelvin) else { return nil }
        let kinds: [CapabilityKind] = [.temperature, .pressure, .illuminance, .power, .voltage, .current, .flow]
        if let kind = kinds.first(where: { fits(unit, $0) }) { return kind }
        // What a battery holds is measured in kWh too, but does not count up.
        return facts.isCounting && fits(unit, .energy) ? .energy : nil
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
