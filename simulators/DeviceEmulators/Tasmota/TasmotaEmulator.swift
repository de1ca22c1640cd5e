package import DeviceProtocols
package import HomeModel

/// The device side of Tasmota. Each connection has one device, as with the firmware.
package struct TasmotaEmulator: DeviceEmulator {
    /// Nil if there is no device or the root is not valid.
    private let emulated: EmulatedTasmotaDevice?

    package init(root: String, devices: [EmulatedDevice]) {
        emulated = devices.first.flatMap { EmulatedTasmotaDevice(root: root, $0) }
    }

    package static func foreignID(of device: String) -> String { SyntheticHardwareID.mac(of: device) }

    package func capabilityPath(of capability: Capability, on part: PartID, in device: String) -> CapabilityPath? {
        emulated.flatMap { $0.id == device ? $0.capabilityPath(of: capability, on: part) : nil }
    }

    package var will: DialectMessage? { emulated?.availabilityMessage("Offline") }

    package var commandFilters: [String] { emulated.map { [$0.config.topics.command + "+"] } ?? [] }

    package func announcement() -> [DialectMessage] { emulated?.announcement ?? [] }

    package func ready() -> [DialectMessage] { emulated.map { [$0.availabilityMessage("Online")] } ?? [] }

    package func disconnectMessages() -> [DialectMessage] {
        emulated.map { [$0.availabilityMessage("Offline")] } ?? []
    }

    package func report(_ device: String, changed: [EmulatedValue], state: [EmulatedValue]) -> [DialectMessage] {
        emulated.map { $0.id == device ? $0.report(changed, state: state) : [] } ?? []
    }

    package func receive(_ topic: String, payload: [UInt8]) -> [EmulatorRequest] {
        emulated?.receive(topic, payload: payload) ?? []
    }

    package func reply(_ command: EmulatorCommand, isAccepted: Bool, state: [EmulatedValue]) -> [DialectMessage] {
        guard let emulated, emulated.id == command.device else { return [] }
        return emulated.reply(command.wanted, isAccepted: isAccepted, state: state)
    }
}

extension SimulatedDialect {
    package static let tasmota = SimulatedDialect(
        "tasmota", family: .tasmota, emulator: TasmotaEmulator.self, setup: TasmotaSetupEmulator.self)
}
