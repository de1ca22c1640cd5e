package import DeviceProtocols
package import HomeModel

/// Homie 5 devices that share one connection: a single device, or the devices of a bridge.
package struct HomieEmulator: DeviceEmulator {
    private let devices: [String: EmulatedHomieDevice]
    /// The ids in the order of the devices.
    private let ids: [String]

    package init(root: String, devices: [EmulatedDevice]) {
        ids = devices.map(\.id)
        let emulated = devices.map {
            ($0.id, EmulatedHomieDevice(domain: root, id: $0.id, description: $0.description, version: 1))
        }
        self.devices = Dictionary(emulated) { first, _ in first }
    }

    package func capabilityPath(of capability: Capability, on part: PartID, in device: String) -> CapabilityPath? {
        devices[device]?.capabilityPath(of: capability, on: part)
    }

    /// MQTT allows one will per connection; the will of a bridge is the will of its first device.
    package var will: DialectMessage? { all.first?.will }

    package var commandFilters: [String] { all.map(\.commandFilter) }

    package func announcement() -> [DialectMessage] { all.flatMap { $0.announcement() } }

    package func ready() -> [DialectMessage] { all.compactMap { $0.state(.ready) } }

    package func disconnectMessages() -> [DialectMessage] { all.flatMap { $0.disconnectMessages() } }

    package func report(_ device: String, changed: [EmulatedValue], state: [EmulatedValue]) -> [DialectMessage] {
        guard let device = devices[device] else { return [] }
        return changed.compactMap { device.value($0.part, capability: $0.capability, value: $0.value) }
    }

    package func receive(_ topic: String, payload: [UInt8]) -> [EmulatorRequest] {
        guard let id = (try? HomieTopic(topic))?.device, let device = devices[id],
            let command = try? device.command(topic: topic, payload: payload)
        else { return [] }
        let wanted = EmulatedValue(command.part, capability: command.capability, value: command.value)
        return [.set(EmulatorCommand(device: id, wanted: wanted, topic: topic, payload: payload))]
    }

    /// Homie has no message for a rejection. The device publishes its unchanged value as target and value instead.
    package func reply(_ command: EmulatorCommand, isAccepted: Bool, state: [EmulatedValue]) -> [DialectMessage] {
        guard let device = devices[command.device] else { return [] }
        if isAccepted {
            return device.acceptance(topic: command.topic, payload: command.payload).map { [$0] } ?? []
        }
        let wanted = command.wanted
        guard let now = state.first(where: { $0.part == wanted.part && $0.capability == wanted.capability }) else {
            return []
        }
        return [
            device.target(now.part, capability: now.capability, value: now.value),
            device.value(now.part, capability: now.capability, value: now.value),
        ].compactMap(\.self)
    }

    private var all: [EmulatedHomieDevice] { ids.compactMap { devices[$0] } }
}

extension SimulatedDialect {
    package static let homie = SimulatedDialect("homie", family: .homie, emulator: HomieEmulator.self, isBridge: true)
}
