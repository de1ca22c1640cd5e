import DeviceProtocols
import HomeModel

/// A simulated device with the ESPHome firmware.
package struct ESPHomeEmulator: EntityBasedEmulator {
    let entities: EntityEmulator

    package init(root: String, devices: [EmulatedDevice]) {
        let device = devices.first
        let description = device?.description
        let mac = SyntheticHardwareID.mac(of: device?.id ?? root)
        entities = EntityEmulator(
            root: root, device,
            block: [
                "ids": .text(mac), "cns": [["mac", .text(mac)]], "name": .text(description?.name ?? root),
                "mf": .text(description?.manufacturer ?? "Espressif"), "mdl": .text(description?.model ?? "esp32dev"),
                "sw": "2025.11.0 (config hash 0x5f3a1c22)",
            ]
        ) { platform, object in "\(mac)-\(platform)-\(object)" }
    }

    package static func foreignID(of device: String) -> String { SyntheticHardwareID.mac(of: device) }
}

extension SimulatedDialect {
    package static let esphome = SimulatedDialect("esphome", family: .esphome, emulator: ESPHomeEmulator.self)
}
