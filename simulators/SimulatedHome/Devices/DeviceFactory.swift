import SeededRandom
import HomeModel

/// Builds the physical model of a device from its line in the scenario.
enum DeviceFactory {
    static func device(_ described: ScenarioDevice, room: Int?, seed: UInt64) -> any SimulatedDevice {
        let traits = described.traits
        let place = SimulatedPlacement(
            room: room, phase: described.phase, random: SeededGenerator(seed: seed, stream: described.id))
        switch described.kind {
        case .light:
            return Light(
                ratedWatts: traits.watts ?? 9, hasColorTemperature: traits.hasColorTemperature,
                isAutomatic: traits.isAutomatic, place: place)
        case .switch, .plug:
            return Plug(
                loads: traits.loads, purposes: traits.purposes, isOn: traits.isOn,
                isMetered: described.kind == .plug, place: place)
        case .thermostat: return Thermostat(targetCelsius: traits.targetCelsius, place: place)
        case .lock: return DoorLock(place: place)
        case .cover:
            return Cover(
                position: traits.positionPercent, travel: traits.travel, purpose: traits.purposes.first, place: place)
        case .thermometer:
            return ClimateSensor(measures: [.temperature], isCounting: traits.isCounting, place: place)
        case .climate: return ClimateSensor(measures: [.temperature, .humidity], place: place)
        case .airQuality: return ClimateSensor(measures: [.temperature, .humidity, .co2], place: place)
        case .lightSensor: return ClimateSensor(measures: [.illuminance], place: place)
        case .contact: return AlarmSensor(.contact, place: place)
        case .motion: return AlarmSensor(.motion, place: place)
        case .leak: return AlarmSensor(.leak, place: place)
        case .smoke: return AlarmSensor(.smoke, place: place)
        case .heatPump: return HeatPump(maximumHeatWatts: traits.watts ?? 9000, place: place)
        case .solar: return SolarInverter(peakWatts: traits.watts ?? 8000)
        case .battery:
            return HomeBattery(
                capacityKilowattHours: traits.capacityKilowattHours, maximumWatts: traits.watts ?? 5000)
        case .gridMeter: return GridMeter(place: place)
        }
    }
}
