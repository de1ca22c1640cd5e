package import HomeModel

/// A simulated device that announces itself by Home Assistant discovery.
package struct HomeAssistantEmulator: DeviceEmulator {
    private let entities: EntityEmulator

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
