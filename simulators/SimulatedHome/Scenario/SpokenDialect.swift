import HomeDialects
import HomeModel

/// The dialects that simulated devices speak, as a scenario names them.
package enum SpokenDialect: String, Sendable, CaseIterable {
    case homie, homeAssistant, esphome, shelly, tasmota, zigbee2mqtt

    var speaker: any DialectSpeaker.Type {
        switch self {
        case .homie: HomieSpeaker.self
        case .homeAssistant: HomeAssistantSpeaker.self
        case .esphome: ESPHomeSpeaker.self
        case .shelly: ShellySpeaker.self
        case .tasmota: TasmotaSpeaker.self
        case .zigbee2mqtt: Zigbee2MQTTSpeaker.self
        }
    }

    /// Discovery alone is nobody's firmware.
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

    /// Whether several devices may share one connection.
    var isBridge: Bool { self == .homie || self == .zigbee2mqtt }
}
