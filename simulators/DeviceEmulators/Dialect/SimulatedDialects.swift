/// The dialects of all device families that can be simulated. A new family adds its folder to this target, and one line
/// for each of its dialects to `all`.
package enum SimulatedDialects {
    package static let all: [SimulatedDialect] = [
        .homie,
        .homeAssistant,
        .esphome,
        .shelly,
        .tasmota,
        .zigbee2mqtt,
    ]

    /// The dialect of a device for which a scenario names none.
    package static let standard = SimulatedDialect.homie
}
