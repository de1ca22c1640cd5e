package import HomeModel

/// A simulated device with the ESPHome firmware.
package struct ESPHomeEmulator: DeviceEmulator {
    private let entities: EntityEmulator

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

    package func capabilityPath(of capability: Capability, on part: PartID, in device: String) -> CapabilityPath? {
        entities.capabilityPath(of: capability, on: part, in: device)
    }

    package var will: DialectMessage? { entities.will }
    package var commandFilters: [String] { entities.commandTopics }
    package func announcement() -> [DialectMessage] { entities.announcement }
    package func ready() -> [DialectMessage] { entities.ready }
    package func disconnectMessages() -> [DialectMessage] { [entities.will] }

    package func report(_ device: String, changed: [EmulatedValue], state: [EmulatedValue]) -> [DialectMessage] {
        entities.report(changed, state: state)
    }

    package func receive(_ topic: String, payload: [UInt8]) -> [EmulatorRequest] {
        entities.receive(topic, payload: payload)
    }

    /// The state report is the only reply.
    package func reply(_ order: EmulatorCommand, isAccepted: Bool, state: [EmulatedValue]) -> [DialectMessage] { [] }
}
