package import DeviceProtocols
package import HomeModel

/// The device side of a dialect, for simulated devices: all devices that share one connection.
///
/// It performs no I/O: it turns values of the devices into messages, and received messages into requests.
package protocol DeviceEmulator: Sendable {
    /// Leaves out the capabilities that the dialect cannot express.
    init(root: String, devices: [EmulatedDevice])

    /// The id under which the gateway identifies the device.
    static func foreignID(of device: String) -> String

    /// The part and capability under which the gateway stores the values of `capability`; nil if the dialect cannot
    /// express the capability or loses information about it.
    func capabilityPath(of capability: Capability, on part: PartID, in device: String) -> CapabilityPath?

    /// The last will: the broker publishes it when the connection ends without a DISCONNECT.
    var will: DialectMessage? { get }

    /// The filters of all topics on which the devices receive commands and queries.
    var commandFilters: [String] { get }

    /// The messages to publish once after every connect, before the values.
    func announcement() -> [DialectMessage]

    /// The messages to publish once after the values: the devices are available.
    func ready() -> [DialectMessage]

    /// The messages to publish before a clean disconnect.
    func disconnectMessages() -> [DialectMessage]

    /// The messages that a device publishes after the values in `changed` changed. `state` contains all current values,
    /// also the changed ones.
    func report(_ device: String, changed: [EmulatedValue], state: [EmulatedValue]) -> [DialectMessage]

    /// Decodes a message that arrived on `commandFilters`. Empty if it is not meant for these devices.
    func receive(_ topic: String, payload: [UInt8]) -> [EmulatorRequest]

    /// The immediate reply to a command, before the device reports anything. `state` is the state after the command.
    func reply(_ command: EmulatorCommand, isAccepted: Bool, state: [EmulatedValue]) -> [DialectMessage]
}

extension DeviceEmulator {
    package static func foreignID(of device: String) -> String { device }
}

extension Sequence<ValueBinding> {
    /// The path under which the gateway stores the values of `capability`; nil if no binding conveys them without loss.
    func path(conveying capability: Capability, on part: PartID) -> CapabilityPath? {
        first { $0.part == part && $0.name == capability.name }?.path(conveying: capability)
    }
}

extension ValueBinding {
    /// The path under which the gateway stores the values of `capability`; nil if this binding does not convey them
    /// without loss.
    func path(conveying capability: Capability) -> CapabilityPath? { conveys(capability) ? capabilityPath : nil }

    /// Returns whether this binding conveys `shown` without loss: the same energy flow, and negative values if `shown`
    /// has them.
    private func conveys(_ shown: Capability) -> Bool {
        (shown.flow == nil || shown.flow == capability.flow)
            && (shown.range.lowerBound >= 0 || capability.range.lowerBound < 0)
    }
}

/// A simulated device and its description.
package struct EmulatedDevice: Sendable {
    /// The device's id in its dialect.
    package let id: String
    package let description: DeviceDescription

    package init(id: String, description: DeviceDescription) {
        self.id = id
        self.description = description
    }
}

/// A value of one capability of a simulated device.
package struct EmulatedValue: Hashable, Sendable {
    package let part: PartID
    package let capability: CapabilityName
    package let value: CapabilityValue

    package init(_ part: PartID, capability: CapabilityName, value: CapabilityValue) {
        self.part = part
        self.capability = capability
        self.value = value
    }
}

/// What a received message asks of the simulated devices.
package enum EmulatorRequest: Sendable {
    case set(EmulatorCommand)
    /// Publish the complete state of the device with `report`.
    case report(device: String)
    /// Reply to this one query with the state of the device. The closure receives the complete state.
    case replyWithState(device: String, @Sendable ([EmulatedValue]) -> [DialectMessage])
    /// Reply with these messages. They do not depend on the state: information about the firmware, or the rejection of
    /// an unknown command.
    case reply([DialectMessage])
}

/// A decoded command to a simulated device.
package struct EmulatorCommand: Sendable {
    package let device: String
    package let wanted: EmulatedValue
    /// The topic and payload of the message as they arrived.
    package let topic: String
    package let payload: [UInt8]

    package init(device: String, wanted: EmulatedValue, topic: String, payload: [UInt8]) {
        self.device = device
        self.wanted = wanted
        self.topic = topic
        self.payload = payload
    }
}
