import Foundation
import HomeModel
import MatterEmulator
import MatterProtocol

/// The endpoints that show a simulated device as a Matter node, or as a device behind a bridge.
enum NodeEndpoints {
    /// The endpoints of a device, one for each relay of a plug. Empty for a kind that no device type expresses.
    static func endpoints(of device: ScenarioDevice) -> [BoundEndpoint] {
        let parts = DeviceFactory.device(device, room: nil, seed: 0).parts
        var endpoints = parts.compactMap { endpoint(of: device, part: $0.id) }
        let hasBattery = parts.contains { $0[CapabilityName(.battery)] != nil }
        if hasBattery, let first = endpoints.first {
            endpoints[0] = first.adding(
                0x0011, revision: 1, clusters: [.battery(halfPercent: 200)], attributes: battery)
        }
        return endpoints
    }

    private static func endpoint(of device: ScenarioDevice, part: PartID) -> BoundEndpoint? {
        switch device.kind {
        case .light: metered(light(hasColorTemperature: device.traits.hasColorTemperature), part: part)
        case .switch: relay(part)
        case .plug: metered(relay(part), part: part)
        case .thermostat: thermostat
        case .lock: lock
        case .cover: cover
        case .thermometer: BoundEndpoint(0x0302, revision: 2, clusters: [.temperature(nil)], attributes: [temperature])
        case .climate:
            BoundEndpoint(0x0302, revision: 2, clusters: [.temperature(nil)], attributes: [temperature])
                .adding(0x0307, revision: 2, clusters: [.humidity(nil)], attributes: [humidity])
        case .lightSensor: BoundEndpoint(0x0106, revision: 3, clusters: [.illuminance(0)], attributes: [illuminance])
        case .motion:
            BoundEndpoint(
                0x0107, revision: 4, clusters: [.occupancy()],
                attributes: [.flag(ClusterID.occupancy, attribute: 0, at: ValueAddress(.motion), yes: 1)])
        case .contact: booleanSensor(0x0015, revision: 2, at: ValueAddress(.contact))
        case .leak: booleanSensor(0x0043, revision: 1, at: ValueAddress(.leak))
        case .smoke: smokeDetector
        case .airQuality, .heatPump, .solar, .battery, .gridMeter: nil
        }
    }

    // MARK: Lamps and plugs

    private static func light(hasColorTemperature: Bool) -> BoundEndpoint {
        BoundEndpoint(
            hasColorTemperature ? 0x010C : 0x0101, revision: hasColorTemperature ? 4 : 3,
            clusters: [.groups, .onOff(), .levelControl()]
                + (hasColorTemperature ? [.colorTemperature(154...454)] : []),
            attributes: [
                .boolean(ClusterID.onOff, attribute: 0, at: ValueAddress(.switch), isSettable: true), level,
            ] + (hasColorTemperature ? [mireds] : []))
    }

    /// The levels are from 1 to 254. A lamp that is off keeps its level.
    private static let level = BoundAttribute(ClusterID.levelControl, attribute: 0) { state in
        guard case .number(let percent)? = state[ValueAddress(.brightness)] else { return nil }
        return .number(UInt8(clamping: min(max(Int64(scaling: percent, by: 2.54), 1), 254)))
    } command: { value in
        guard let level = value.number, (1...254).contains(level) else { return nil }
        return DeviceCommand(address: ValueAddress(.brightness), value: .number(level / 2.54))
    }

    private static let mireds = BoundAttribute(ClusterID.colorControl, attribute: 7) { state in
        guard case .number(let kelvin)? = state[ValueAddress(.colorTemperature)], kelvin > 0 else { return nil }
        return .number(UInt16(clamping: Int64(scaling: 1_000_000 / kelvin, by: 1)))
    } command: { value in
        guard let mireds = value.number, mireds > 0 else { return nil }
        return DeviceCommand(
            address: ValueAddress(.colorTemperature), value: .number((1_000_000 / mireds).rounded()))
    }

    private static func relay(_ part: PartID) -> BoundEndpoint {
        let address = ValueAddress(part, kind: .switch)
        return BoundEndpoint(
            0x010A, revision: 3, clusters: [.groups, .onOff()],
            attributes: [.boolean(ClusterID.onOff, attribute: 0, at: address, isSettable: true)])
    }

    /// Adds an Electrical Sensor with power and energy.
    private static func metered(_ endpoint: BoundEndpoint, part: PartID) -> BoundEndpoint {
        let energy = ValueAddress(part, kind: .energy)
        return endpoint.adding(
            0x0510, revision: 1, clusters: [.powerTopology, .activePower(0), .electricalEnergy(imported: 0)],
            attributes: [
                .signed(ClusterID.electricalPower, attribute: 8, at: ValueAddress(part, kind: .power), scale: 1000),
                BoundAttribute(ClusterID.electricalEnergy, attribute: 1) { state in
                    guard case .number(let kilowattHours)? = state[energy] else { return nil }
                    return .structure([0: .signed(Int64(scaling: kilowattHours, by: 1_000_000))])
                },
            ])
    }

    // MARK: Heating, locks and covers

    /// A thermostat that only heats has no automatic mode. In that of the simulation it heats too.
    private static let thermostat = BoundEndpoint(
        0x0301, revision: 4, clusters: [.heatingThermostat(within: 500...3000)],
        attributes: [
            .signed(ClusterID.thermostat, attribute: 0x00, at: ValueAddress(.temperature), scale: 100),
            .signed(
                ClusterID.thermostat, attribute: 0x12, at: ValueAddress(.targetTemperature), scale: 100,
                isSettable: true),
            .choice(
                ClusterID.thermostat, attribute: 0x1C, at: ValueAddress(.thermostatMode),
                words: ["off": 0, "heat": 4, "auto": 4], isSettable: true),
        ])

    private static let lock = BoundEndpoint(
        0x000A, revision: 3, clusters: [.doorLock()],
        attributes: [
            .choice(
                ClusterID.doorLock, attribute: 0, at: ValueAddress(.lock), words: ["locked": 1, "unlocked": 2],
                isSettable: true)
        ])

    private static let cover = BoundEndpoint(
        0x0202, revision: 3, clusters: [.groups, .windowCovering(hasTilt: false)],
        attributes: [
            BoundAttribute(ClusterID.windowCovering, attribute: 0x0B) { state in
                closed(state.goal(at: ValueAddress(.position)), scale: 100).map { .number(UInt16(clamping: $0)) }
            } command: { value in
                guard let hundredths = value.number, (0...10_000).contains(hundredths) else { return nil }
                return DeviceCommand(address: ValueAddress(.position), value: .number(100 - hundredths / 100))
            },
            BoundAttribute(ClusterID.windowCovering, attribute: 0x0E) { state in
                closed(state[ValueAddress(.position)], scale: 100).map { .number(UInt16(clamping: $0)) }
            },
            BoundAttribute(ClusterID.windowCovering, attribute: 0x08) { state in
                closed(state[ValueAddress(.position)], scale: 1).map { .number(UInt8(clamping: $0)) }
            },
            // The whole covering in bits 0 and 1, its lift in bits 2 and 3: 1 opens, 2 closes. The command is to stop.
            BoundAttribute(ClusterID.windowCovering, attribute: 0x0A) { state in
                let movements: [String: UInt8] = ["stopped": 0, "opening": 0b0101, "closing": 0b1010]
                guard case .text(let movement)? = state[ValueAddress(.movement)] else { return nil }
                return movements[movement].map { .number($0) }
            } command: { value in
                guard value.unsigned == 0 else { return nil }
                return DeviceCommand(address: ValueAddress(.movement), value: .text("stopped"))
            },
        ])

    /// Matter counts how far a covering is closed.
    private static func closed(_ position: CapabilityValue?, scale: Double) -> Int64? {
        guard case .number(let percent)? = position else { return nil }
        return Int64(scaling: 100 - percent, by: scale)
    }

    // MARK: Sensors

    private static let temperature = BoundAttribute.signed(
        ClusterID.temperature, attribute: 0, at: ValueAddress(.temperature), scale: 100)
    private static let humidity = BoundAttribute.unsigned(
        ClusterID.humidity, attribute: 0, at: ValueAddress(.humidity), scale: 100)

    private static let illuminance = BoundAttribute(ClusterID.illuminance, attribute: 0) { state in
        guard case .number(let lux)? = state[ValueAddress(.illuminance)] else { return nil }
        return .number(lux < 1 ? 0 : UInt16(clamping: Int64(scaling: log10(lux), by: 10_000) + 1))
    }

    private static func booleanSensor(_ type: UInt32, revision: UInt16, at address: ValueAddress) -> BoundEndpoint {
        BoundEndpoint(
            type, revision: revision, clusters: [.booleanState(false)],
            attributes: [.boolean(ClusterID.booleanState, attribute: 0, at: address)])
    }

    /// Both the state of the alarm and what it shows first: 1 is smoke there.
    private static let smokeDetector = BoundEndpoint(
        0x0076, revision: 1, clusters: [.smokeDetector],
        attributes: [
            .flag(ClusterID.smokeAlarm, attribute: 1, at: ValueAddress(.smoke), yes: 2),
            .flag(ClusterID.smokeAlarm, attribute: 0, at: ValueAddress(.smoke), yes: 1),
        ])

    private static let battery: [BoundAttribute] = [
        .unsigned(ClusterID.powerSource, attribute: 0x0C, at: ValueAddress(.battery), scale: 2),
        // 0 is a battery that is well, and 1 one that is nearly empty.
        BoundAttribute(ClusterID.powerSource, attribute: 0x0E) { $0.isBatteryLow.map { .number(UInt8($0 ? 1 : 0)) } },
    ]
}
