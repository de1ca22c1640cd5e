import HomeDialects

/// The dialects that simulated devices speak, as a scenario names them.
package enum SpokenDialect: String, Sendable, CaseIterable {
    case homie, shelly, tasmota, zigbee2mqtt

    var speaker: any DialectSpeaker.Type {
        switch self {
        case .homie: HomieSpeaker.self
        case .shelly: ShellySpeaker.self
        case .tasmota: TasmotaSpeaker.self
        case .zigbee2mqtt: Zigbee2MQTTSpeaker.self
        }
    }

    /// Whether several devices may share one connection.
    var isBridge: Bool {
        switch self {
        case .homie, .zigbee2mqtt: true
        case .shelly, .tasmota: false
        }
    }
}
