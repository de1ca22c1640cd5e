package import HomeModel

/// The device side of Tasmota: one device for each connection, as it is with the firmware.
package struct TasmotaSpeaker: DialectSpeaker {
    /// Nil when there is no device, or its root cannot be one.
    private let voice: TasmotaVoice?

    package init(root: String, devices: [SpokenDevice]) {
        voice = devices.first.flatMap { TasmotaVoice(root: root, $0) }
    }

    package static func foreignID(of device: String) -> String { InventedHardware.mac(of: device) }

    package func place(of capability: Capability, on part: PartID, in device: String) -> CapabilityPlace? {
        voice.flatMap { $0.id == device ? $0.place(of: capability, on: part) : nil }
    }

    package var will: DialectMessage? { voice?.presence("Offline") }

    package var commandFilters: [String] { voice.map { [$0.config.topics.command + "+"] } ?? [] }

    package func announcement() -> [DialectMessage] { voice?.announcement ?? [] }

    package func ready() -> [DialectMessage] { voice.map { [$0.presence("Online")] } ?? [] }

    package func farewell() -> [DialectMessage] { voice.map { [$0.presence("Offline")] } ?? [] }

    package func report(_ device: String, changed: [SpokenValue], state: [SpokenValue]) -> [DialectMessage] {
        voice.map { $0.id == device ? $0.report(changed, state) : [] } ?? []
    }

    package func hear(_ topic: String, _ payload: [UInt8]) -> [SpeakerRequest] { voice?.hear(topic, payload) ?? [] }

    package func answer(_ order: SpeakerOrder, isAccepted: Bool, state: [SpokenValue]) -> [DialectMessage] {
        voice.map { $0.id == order.device ? $0.answer(order.wanted, isAccepted, state) : [] } ?? []
    }
}
