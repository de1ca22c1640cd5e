package import HomeModel

/// The device side of a dialect, for simulated devices: everything that speaks through one connection.
///
/// Pure: what the devices are and show comes in, messages come out.
package protocol DialectSpeaker: Sendable {
    /// Devices whose capabilities the dialect has no words for speak of the rest.
    init(root: String, devices: [SpokenDevice])

    /// The id under which the gateway will know a device.
    static func foreignID(of device: String) -> String

    /// Where the gateway will find what a device shows; nil where the dialect has no words for it, or says less of it
    /// than there is to know.
    func place(of capability: Capability, on part: PartID, in device: String) -> CapabilityPlace?

    /// What the broker publishes when the connection is gone without goodbye.
    var will: DialectMessage? { get }

    /// Where everything arrives that the devices are told or asked.
    var commandFilters: [String] { get }

    /// Said once after every connect, before the values.
    func announcement() -> [DialectMessage]

    /// Said once after the values: the devices are there.
    func ready() -> [DialectMessage]

    /// Said before a clean disconnect.
    func farewell() -> [DialectMessage]

    /// What a device publishes when `changed` is new; `state` is all that it shows, `changed` included.
    func report(_ device: String, changed: [SpokenValue], state: [SpokenValue]) -> [DialectMessage]

    /// What a message on `commandFilters` asks for; nothing where it is none of theirs.
    func hear(_ topic: String, _ payload: [UInt8]) -> [SpeakerRequest]

    /// What is said to a request before the device reports anything. `state` is what the device shows after it.
    func answer(_ order: SpeakerOrder, isAccepted: Bool, state: [SpokenValue]) -> [DialectMessage]
}

extension DialectSpeaker {
    package static func foreignID(of device: String) -> String { device }
}

extension ValueBinding {
    /// Whether what a device shows is understood as what it is: the same flow, and both ways if it flows both ways.
    func tells(_ shown: Capability) -> Bool {
        (shown.flow == nil || shown.flow == capability.flow)
            && (shown.range.lowerBound >= 0 || capability.range.lowerBound < 0)
    }
}

package struct SpokenDevice: Sendable {
    /// The id that it has in its own dialect.
    package let id: String
    package let description: DeviceDescription

    package init(id: String, description: DeviceDescription) {
        self.id = id
        self.description = description
    }
}

package struct SpokenValue: Hashable, Sendable {
    package let part: PartID
    package let capability: CapabilityName
    package let value: CapabilityValue

    package init(_ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue) {
        self.part = part
        self.capability = capability
        self.value = value
    }
}

package enum SpeakerRequest: Sendable {
    case set(SpeakerOrder)
    /// To say how the device stands: `report` with all of it.
    case report(device: String)
    /// To say how the device stands in an answer to this one question; it is given all of it.
    case answerWithState(device: String, @Sendable ([SpokenValue]) -> [DialectMessage])
    /// Something that needs no device: a question about the firmware, an order that nobody understands.
    case answer([DialectMessage])
}

/// What a simulated device is told.
package struct SpeakerOrder: Sendable {
    package let device: String
    package let wanted: SpokenValue
    /// The message as it came.
    package let topic: String
    package let payload: [UInt8]

    package init(device: String, wanted: SpokenValue, topic: String, payload: [UInt8]) {
        self.device = device
        self.wanted = wanted
        self.topic = topic
        self.payload = payload
    }
}
