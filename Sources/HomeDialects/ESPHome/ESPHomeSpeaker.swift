package import HomeModel

/// A simulated device with ESPHome on it.
package struct ESPHomeSpeaker: DialectSpeaker {
    private let entities: EntitySpeaker

    package init(root: String, devices: [SpokenDevice]) {
        let device = devices.first
        let description = device?.description
        let mac = InventedHardware.mac(of: device?.id ?? root)
        entities = EntitySpeaker(
            root: root, device,
            block: [
                "ids": .text(mac), "cns": [["mac", .text(mac)]], "name": .text(description?.name ?? root),
                "mf": .text(description?.manufacturer ?? "Espressif"), "mdl": .text(description?.model ?? "esp32dev"),
                "sw": "2025.11.0 (config hash 0x5f3a1c22)",
            ]
        ) { platform, object in "\(mac)-\(platform)-\(object)" }
    }

    package static func foreignID(of device: String) -> String { InventedHardware.mac(of: device) }

    package func place(of capability: Capability, on part: PartID, in device: String) -> CapabilityPlace? {
        entities.place(of: capability, on: part, in: device)
    }

    package var will: DialectMessage? { entities.will }
    package var commandFilters: [String] { entities.commandTopics }
    package func announcement() -> [DialectMessage] { entities.announcement }
    package func ready() -> [DialectMessage] { entities.ready }
    package func farewell() -> [DialectMessage] { [entities.will] }

    package func report(_ device: String, changed: [SpokenValue], state: [SpokenValue]) -> [DialectMessage] {
        entities.report(changed, state: state)
    }

    package func hear(_ topic: String, _ payload: [UInt8]) -> [SpeakerRequest] { entities.hear(topic, payload) }

    /// Only the state tells.
    package func answer(_ order: SpeakerOrder, isAccepted: Bool, state: [SpokenValue]) -> [DialectMessage] { [] }
}
