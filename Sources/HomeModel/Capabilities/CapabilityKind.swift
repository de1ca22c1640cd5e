/// The kinds of values that a part can report or accept in commands. The API uses the same names.
package enum CapabilityKind: String, Sendable, Codable, CaseIterable {
    case `switch`, brightness, colorTemperature, color, targetTemperature, thermostatMode, lock, position, fanSpeed
    case temperature, humidity, pressure, co2, pm1, pm25, pm10, voc, illuminance, noise
    case windSpeed, windDirection, rain, rainRate, irradiance, uvIndex, airQualityIndex, soilMoisture, ph, conductivity
    case power, energy, voltage, current, gas, water, flow
    case apparentPower, reactivePower, reactiveEnergy, powerFactor, frequency
    case distance, speed, duration, weight, dataSize, dataRate
    case occupancy, motion, contact, leak, smoke, carbonMonoxide, tamper, button, battery, linkQuality
    /// Of a cover or another moving part: how far its slats are turned, and whether it is moving. The only command of a
    /// movement is to stop.
    case tilt, movement
    case valve, garageDoor, alarm, siren, appliance, targetHumidity, media, vacuum
    case number, choice, text
}

/// The type of a capability's values.
package enum ValueType: String, Sendable, Codable, CaseIterable { case boolean, number, choice, text, color }

/// The retention class of a recorded capability.
package enum RecordKind: String, Sendable, Codable, CaseIterable { case energy, environment }

/// How the values of a capability are stored.
package enum Recording: Hashable, Sendable {
    /// Every value is a reading of a quantity.
    case reading(RecordKind)
    /// A value is stored when it differs from the previous one.
    case stateChange(RecordKind)
    case none
}

/// The fixed properties of a kind of capability, whatever the device.
package struct CapabilityFacts: Sendable {
    package let valueType: ValueType
    /// Canonical unit of numbers; nil for a number without a unit, such as a pH.
    package let unit: Unit?
    /// The range that physics (or the meaning of the kind) allows, in the canonical unit.
    package let range: ClosedRange<Double>
    package let recording: Recording
    package let options: [String]
}

extension CapabilityKind {
    /// The retention class of its records; nil when none are stored.
    package var recordKind: RecordKind? {
        switch facts.recording {
        case .reading(let kind), .stateChange(let kind): kind
        case .none: nil
        }
    }

    /// The fixed properties of this kind.
    package var facts: CapabilityFacts {
        switch self {
        case .switch, .siren: .state(.boolean)
        case .brightness, .position, .tilt, .fanSpeed: .state(.number, unit: .percent, range: 0...100)
        case .colorTemperature: .state(.number, unit: .kelvin, range: 1000...12_000)
        case .color: .state(.color)
        case .targetTemperature: .state(.number, unit: .celsius, range: -50...300)
        case .targetHumidity: .state(.number, unit: .percent, range: 0...100)
        case .thermostatMode: .state(.choice, options: ["off", "heat", "cool", "auto"])
        case .lock: .state(.choice, options: ["locked", "unlocked", "jammed"])
        case .garageDoor: .state(.choice, options: ["open", "closed", "opening", "closing", "stopped"])
        case .movement: .state(.choice, options: ["opening", "closing", "stopped"])
        case .valve: .state(.choice, options: ["open", "closed"])
        case .alarm: .state(.choice, options: ["disarmed", "armedHome", "armedAway", "triggered"])
        case .appliance: .state(.choice, options: ["stopped", "running", "paused", "finished"])
        case .media: .state(.choice, options: ["stopped", "playing", "paused"])
        case .vacuum: .state(.choice, options: ["docked", "cleaning", "paused", "returning"])
        case .occupancy, .motion, .contact, .leak, .smoke, .carbonMonoxide, .tamper: .state(.boolean)
        case .button: .state(.text)
        case .temperature: .quantity(.celsius, range: -273.15...2000)
        case .humidity: .quantity(.percent, range: 0...100)
        // The pressure of the air, but also of a boiler, a tyre or a duct, whose gauges can show less than air
        // pressure.
        case .pressure: .quantity(.hectopascal, range: -2000...1_000_000)
        case .co2: .quantity(.partsPerMillion, range: 0...1_000_000)
        case .pm1, .pm25, .pm10, .voc: .quantity(.microgramsPerCubicMetre, range: 0...1_000_000)
        case .illuminance: .quantity(.lux, range: 0...200_000)
        case .noise: .quantity(.decibel, range: -20...200)
        case .battery, .linkQuality, .soilMoisture: .quantity(.percent, range: 0...100)
        case .windSpeed: .quantity(.metrePerSecond, range: 0...200)
        case .windDirection: .quantity(.degree, range: 0...360)
        case .rain: .quantity(.millimetre, range: 0...1_000_000)
        case .rainRate: .quantity(.millimetrePerHour, range: 0...10_000)
        // A pyranometer's zero drifts below 0 in a clear night.
        case .irradiance: .quantity(.wattPerSquareMetre, range: -100...100_000)
        case .uvIndex: .quantity(nil, range: 0...50)
        case .airQualityIndex: .quantity(nil, range: 0...10_000)
        case .ph: .quantity(nil, range: -2...16)
        case .conductivity: .quantity(.microsiemensPerCentimetre, range: 0...10_000_000)
        case .flow: .quantity(.cubicMetrePerHour, range: 0...10_000)
        case .power: .quantity(.watt, range: -10_000_000...10_000_000, kind: .energy)
        case .energy: .quantity(.kilowattHour, range: 0...1_000_000_000, kind: .energy)
        case .voltage: .quantity(.volt, range: -100_000...100_000, kind: .energy)
        case .current: .quantity(.ampere, range: -100_000...100_000, kind: .energy)
        case .gas, .water: .quantity(.cubicMetre, range: 0...1_000_000_000, kind: .energy)
        case .apparentPower: .quantity(.voltAmpere, range: -10_000_000...10_000_000, kind: .energy)
        case .reactivePower: .quantity(.voltAmpereReactive, range: -10_000_000...10_000_000, kind: .energy)
        case .reactiveEnergy: .quantity(.kilovoltAmpereReactiveHour, range: 0...1_000_000_000, kind: .energy)
        // At most 1; the rounding of a meter may show a little more.
        case .powerFactor: .quantity(nil, range: -1.1...1.1, kind: .energy)
        case .frequency: .quantity(.hertz, range: 0...1e15, kind: .energy)
        case .distance: .quantity(.metre, range: -1e12...1e12)
        case .speed: .quantity(.metrePerSecond, range: -1e9...1e9)
        case .duration: .quantity(.second, range: -1e12...1e12)
        case .weight: .quantity(.kilogram, range: -1e9...1e9)
        case .dataSize: .quantity(.byte, range: 0...1e21)
        case .dataRate: .quantity(.bitPerSecond, range: 0...1e18)
        case .number:
            .state(.number, unit: nil, range: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
        case .choice: .state(.choice)
        case .text: .unrecorded(.text)
        }
    }
}

extension CapabilityKind {
    /// Whether a command of this kind starts a movement that takes time and that a stop ends.
    package var travels: Bool {
        switch self {
        case .position, .tilt, .garageDoor, .valve: true
        default: false
        }
    }

    /// Whether the value only grows, except for resets, so that the increase is what matters.
    package var isCounter: Bool {
        switch self {
        case .energy, .gas, .water, .reactiveEnergy, .rain: true
        default: false
        }
    }

    /// Whether a capability of this kind can have an `EnergyFlow`.
    package var hasFlow: Bool { self == .power || self == .energy }
}

extension CapabilityFacts {
    fileprivate static func quantity(
        _ unit: Unit?, range: ClosedRange<Double>, kind: RecordKind = .environment
    ) -> Self {
        Self(
            valueType: .number, unit: unit, range: range, recording: .reading(kind), options: [])
    }

    fileprivate static func state(
        _ type: ValueType, unit: Unit? = nil, range: ClosedRange<Double> = 0...0, options: [String] = []
    ) -> Self {
        Self(
            valueType: type, unit: unit, range: range, recording: .stateChange(.environment),
            options: options)
    }

    fileprivate static func unrecorded(_ type: ValueType) -> Self {
        Self(valueType: type, unit: nil, range: 0...0, recording: .none, options: [])
    }
}
