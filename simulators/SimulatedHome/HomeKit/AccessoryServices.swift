import HomeKitAccessories
import HomeKitEmulator
import HomeModel

/// A service of a simulated device.
struct BoundService: Sendable {
    let kind: AccessoryServiceKind
    let characteristics: [BoundCharacteristic]

    init(_ kind: AccessoryServiceKind, characteristics: [BoundCharacteristic]) {
        self.kind = kind
        self.characteristics = characteristics
    }
}

/// The services that show a simulated device as a HomeKit accessory.
enum AccessoryServices {
    /// The services of a device, the main one first. Empty for a kind that no service expresses.
    static func services(of device: ScenarioDevice) -> [BoundService] {
        let parts = DeviceFactory.device(device, room: nil, seed: 0).parts
        let main = parts.flatMap { part in services(of: device, part: part) }
        guard !main.isEmpty else { return [] }
        let hasBattery = parts.contains { $0[CapabilityName(.battery)] != nil }
        return main + (hasBattery ? [battery] : [])
    }

    private static func services(of device: ScenarioDevice, part: Part) -> [BoundService] {
        switch device.kind {
        case .light: [light(hasColorTemperature: device.traits.hasColorTemperature)]
        case .switch: [relay(.switch, part: part.id, further: [])]
        case .plug: [relay(.outlet, part: part.id, further: outletInUse(part.id) + meter(part.id))]
        case .thermostat: [thermostat]
        case .lock: [lock]
        case .cover: [cover]
        case .thermometer: [temperatureSensor]
        case .climate: [temperatureSensor, humiditySensor]
        case .lightSensor: [lightSensor]
        case .motion: [sensor(.motionSensor, value: .boolean(.motionDetected, at: ValueAddress(.motion)))]
        case .contact:
            // 0 is a closed contact.
            [sensor(.contactSensor, value: .flag(.contactSensorState, at: ValueAddress(.contact), isInverted: true))]
        case .leak: [sensor(.leakSensor, value: .flag(.leakDetected, at: ValueAddress(.leak)))]
        case .smoke: [sensor(.smokeSensor, value: .flag(.smokeDetected, at: ValueAddress(.smoke)))]
        case .airQuality, .heatPump, .solar, .battery, .gridMeter: []
        }
    }

    private static func light(hasColorTemperature: Bool) -> BoundService {
        let kelvin = ValueAddress(.colorTemperature)
        let warmth = BoundCharacteristic(template: .colorTemperature.limited(to: 154...454)) { state in
            guard case .number(let value)? = state[kelvin], value > 0 else { return nil }
            return .integer(Int64((1_000_000 / value).rounded()))
        } command: { value in
            guard let mired = value.number, mired > 0 else { return nil }
            return DeviceCommand(address: kelvin, value: .number((1_000_000 / mired).rounded()))
        }
        return BoundService(
            .lightbulb,
            characteristics: [
                .boolean(.on, at: ValueAddress(.switch), isSettable: true),
                .percentage(.brightness, at: ValueAddress(.brightness), isSettable: true),
            ] + (hasColorTemperature ? [warmth] : []) + meter(.main))
    }

    private static func relay(
        _ kind: AccessoryServiceKind, part: PartID, further: [BoundCharacteristic]
    ) -> BoundService {
        BoundService(
            kind,
            characteristics: [.boolean(.on, at: ValueAddress(part, kind: .switch), isSettable: true)] + further)
    }

    private static func outletInUse(_ part: PartID) -> [BoundCharacteristic] {
        let power = ValueAddress(part, kind: .power)
        return [
            BoundCharacteristic(template: .outletInUse) { state in
                guard case .number(let watts)? = state[power] else { return nil }
                return .boolean(watts > 0)
            }
        ]
    }

    /// Power and energy as Eve shows them: HomeKit itself has neither.
    private static func meter(_ part: PartID) -> [BoundCharacteristic] {
        [
            .number(.evePower, at: ValueAddress(part, kind: .power)),
            .number(.eveEnergy, at: ValueAddress(part, kind: .energy)),
        ]
    }

    private static let lock = BoundService(
        .lockMechanism,
        characteristics: [
            .choice(.lockCurrentState, at: ValueAddress(.lock), words: lockWords),
            .choice(
                .lockTargetState.timed, at: ValueAddress(.lock), words: lockWords, isGoal: true, isSettable: true),
        ])

    private static let lockWords: [String: Int64] = ["unlocked": 0, "locked": 1]

    private static let cover = BoundService(
        .windowCovering,
        characteristics: [
            .percentage(.currentPosition, at: ValueAddress(.position)),
            .percentage(.targetPosition, at: ValueAddress(.position), isGoal: true, isSettable: true),
            .choice(
                .positionState, at: ValueAddress(.movement), words: ["closing": 0, "opening": 1, "stopped": 2]),
            BoundCharacteristic(template: .holdPosition) { _ in
                nil
            } command: { value in
                guard value.truth == true else { return nil }
                return DeviceCommand(address: ValueAddress(.movement), value: .text("stopped"))
            },
        ])

    private static let thermostat = BoundService(
        .thermostat,
        characteristics: [
            BoundCharacteristic(template: .currentHeatingCoolingState) { state in .integer(isHeating(state) ? 1 : 0) },
            .choice(
                .targetHeatingCoolingState.restricted(to: [0, 1, 3]), at: ValueAddress(.thermostatMode),
                words: ["off": 0, "heat": 1, "auto": 3], isSettable: true),
            .number(.currentTemperature, at: ValueAddress(.temperature)),
            .number(
                .targetTemperature.limited(to: 5...30, step: 0.5), at: ValueAddress(.targetTemperature),
                isSettable: true),
            .constant(.temperatureDisplayUnits, value: .integer(0)),
        ])

    private static func isHeating(_ state: ShownState) -> Bool {
        guard case .number(let measured)? = state[ValueAddress(.temperature)],
            case .number(let target)? = state[ValueAddress(.targetTemperature)]
        else { return false }
        return state[ValueAddress(.thermostatMode)] != .text("off") && measured < target
    }

    private static let temperatureSensor = sensor(
        .temperatureSensor, value: .number(.currentTemperature, at: ValueAddress(.temperature)))
    private static let humiditySensor = sensor(
        .humiditySensor, value: .number(.currentRelativeHumidity, at: ValueAddress(.humidity)))
    /// HomeKit has no darkness of 0 lux.
    private static let lightSensor = sensor(
        .lightSensor,
        value: BoundCharacteristic(template: .currentAmbientLightLevel) { state in
            guard case .number(let lux)? = state[ValueAddress(.illuminance)] else { return nil }
            return .number(max(lux, 0.0001))
        })

    private static func sensor(_ kind: AccessoryServiceKind, value: BoundCharacteristic) -> BoundService {
        BoundService(kind, characteristics: [value])
    }

    private static let battery = BoundService(
        .battery,
        characteristics: [
            .percentage(.batteryLevel, at: ValueAddress(.battery)),
            BoundCharacteristic(template: .statusLowBattery) { $0.isBatteryLow.map { .integer($0 ? 1 : 0) } },
            // 2 is a battery that cannot be charged.
            .constant(.chargingState, value: .integer(2)),
        ])
}
