import DeviceProtocols
import HomeModel

/// A simulated device that announces itself by Home Assistant discovery.
package struct HomeAssistantEmulator: EntityBasedEmulator {
    let entities: EntityEmulator

    package init(root: String, devices: [EmulatedDevice]) {
        let device = devices.first
        let description = device?.description
        entities = EntityEmulator(
            root: root, device,
            block: [
                "ids": [.text(device?.id ?? root)], "name": .text(description?.name ?? root),
                "mf": .text(description?.manufacturer ?? "Tomte"), "mdl": .text(description?.model ?? "simulated"),
            ]
        ) { platform, object in "\(device?.id ?? root)_\(platform)_\(object)" }
    }
}

extension SimulatedDialect {
    /// No firmware of a family uses only this discovery, so the devices are provisioned as `generic`.
    package static let homeAssistant = SimulatedDialect(
        "homeAssistant", family: .generic, emulator: HomeAssistantEmulator.self)
}
