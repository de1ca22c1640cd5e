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
