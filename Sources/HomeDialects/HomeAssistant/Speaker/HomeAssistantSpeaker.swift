package import HomeModel

/// A simulated device that announces itself the way Home Assistant asks for.
package struct HomeAssistantSpeaker: DialectSpeaker {
    private let entities: EntitySpeaker

    package init(root: String, devices: [SpokenDevice]) {
        let device = devices.first
        let description = device?.description
        entities = EntitySpeaker(
            root: root, device,
            block: [
                "ids": [.text(device?.id ?? root)], "name": .text(description?.name ?? root),
                "mf": .text(description?.manufacturer ?? "Tomte"), "mdl": .text(description?.model ?? "simulated"),
            ]
        ) { platform, object in "\(device?.id ?? root)_\(platform)_\(object)" }
    }

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
