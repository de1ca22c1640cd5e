import HomeModel

/// The device side of Tasmota: one device for each connection, as it is with the firmware.
package struct TasmotaSpeaker: DialectSpeaker {
    /// Nil when there is no device, or its root cannot be one.
    private let voice: TasmotaVoice?

    package init(root: String, devices: [SpokenDevice]) {
        voice = devices.first.flatMap { TasmotaVoice(root: root, $0) }
    }

    /// The address under which a simulated device announces itself: made from its id, and marked as nobody's hardware.
    package static func mac(of id: String) -> String {
        // FNV-1a, 64 bits.
        let hash = id.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        let bytes = (0..<6).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
        return ([bytes[0] & 0xFC | 0x02] + bytes.dropFirst()).hexadecimal.uppercased()
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
