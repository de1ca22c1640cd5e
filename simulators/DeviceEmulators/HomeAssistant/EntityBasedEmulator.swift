import DeviceProtocols
import HomeModel

/// A simulated device whose messages are all those of its entities. A family only says how its firmware identifies the
/// device.
protocol EntityBasedEmulator: DeviceEmulator {
    var entities: EntityEmulator { get }
}

extension EntityBasedEmulator {
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
    package func reply(_ command: EmulatorCommand, isAccepted: Bool, state: [EmulatedValue]) -> [DialectMessage] { [] }
}
