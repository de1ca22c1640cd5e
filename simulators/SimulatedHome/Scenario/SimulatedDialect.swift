import DeviceEmulators
import DeviceProtocols
import HomeModel

/// The dialects of simulated devices, as a scenario names them.
package enum SimulatedDialect: String, Sendable, CaseIterable {
    case homie, homeAssistant, esphome, shelly, tasmota, zigbee2mqtt

    var emulator: any DeviceEmulator.Type {
        switch self {
        case .homie: HomieEmulator.self
        case .homeAssistant: HomeAssistantEmulator.self
        case .esphome: ESPHomeEmulator.self
        case .shelly: ShellyEmulator.self
        case .tasmota: TasmotaEmulator.self
        case .zigbee2mqtt: Zigbee2MQTTEmulator.self
        }
    }

    /// The device family for provisioning. Home Assistant discovery is not the firmware of any family, so it is
    /// `generic`.
    var family: DeviceFamily {
        switch self {
        case .homie: .homie
        case .homeAssistant: .generic
        case .esphome: .esphome
        case .shelly: .shelly
        case .tasmota: .tasmota
        case .zigbee2mqtt: .zigbee2mqtt
        }
    }

    /// Whether the family needs the MAC address of a device for its credential.
    var needsMAC: Bool { DeviceFamilies.definition(of: family)?.macRequirement != nil }

    /// Whether several devices may share one connection.
    var isBridge: Bool { self == .homie || self == .zigbee2mqtt }
}
