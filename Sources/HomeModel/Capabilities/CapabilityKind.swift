/// The kinds of values that a part can report or accept in commands. The API uses the same names.
package enum CapabilityKind: String, Sendable, Codable, CaseIterable {
    case `switch`, brightness, colorTemperature, color, targetTemperature, thermostatMode, lock, position, fanSpeed
    /// The set-points of a device that heats below the one and cools above the other, such as an air conditioner in its
    /// automatic mode. A device with a single set-point has a `targetTemperature`.
    case heatingSetPoint, coolingSetPoint
    case fanDirection, fanSwing
    case temperature, humidity, pressure, co2, pm1, pm25, pm10, voc, illuminance, noise
    case no2, ozone, so2, formaldehyde
    /// The concentration of carbon monoxide. The kind `carbonMonoxide` says whether it is dangerous.
    case co
    case windSpeed, windDirection, rain, rainRate, irradiance, uvIndex, airQualityIndex, soilMoisture, ph, conductivity
    case power, energy, voltage, current, gas, water, flow
    case apparentPower, reactivePower, reactiveEnergy, powerFactor, frequency
    case distance, speed, duration, weight, dataSize, dataRate
    case occupancy, motion, contact, leak, smoke, carbonMonoxide, tamper, button, battery, linkQuality
    /// Whether the battery is nearly empty. Many sensors report only this, and no level.
    case lowBattery
    /// How much of the life of a filter is left.
    case filterLife
    /// Of a cover or another moving part: how far its slats are turned, and whether it is moving. The only command of a
    /// movement is to stop.
    case tilt, movement
    case valve, garageDoor, alarm, siren, appliance, targetHumidity, media, vacuum
    case number, choice, text
}

extension CapabilityKind {
    /// The row of this kind in the catalogue.
    package var row: CapabilityRow { CapabilityCatalogue.byKind[position] }

    /// The fixed properties of this kind.
    package var facts: CapabilityFacts { CapabilityCatalogue.facts[position] }

    /// The retention class of its records; nil when none are stored.
    package var recordKind: RecordKind? {
        switch facts.recording {
        case .reading(let kind), .stateChange(let kind): kind
        case .none: nil
        }
    }

    /// Whether a command of this kind starts a movement that takes time and that a stop ends.
    package var travels: Bool { facts.travels }

    /// Whether the value only grows, except for resets, so that the increase is what matters.
    package var isCounter: Bool { facts.isCounter }

    /// Whether a capability of this kind can have an `EnergyFlow`.
    package var hasFlow: Bool { facts.hasFlow }

    /// Whether its history says when people were in a room.
    package var isPresence: Bool { facts.isPresence }

    /// Whether a command of this kind turns a lamp on.
    package var lightsUp: Bool { facts.lightsUp }

    /// Whether a value of this kind is a temperature that a device tries to reach.
    package var isSetPoint: Bool { self == .targetTemperature || self == .heatingSetPoint || self == .coolingSetPoint }

    /// The position among all cases. A value of this type is one byte with the number of the case; a search for the raw
    /// value would compare strings for each reading.
    private var position: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
