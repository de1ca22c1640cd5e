package import HomeModel

/// A device as its dialect understands it: what its topics mean, and how to tell it something.
///
/// Immutable; a new announcement makes a new model.
package protocol DialectModel: Sendable {
    var description: DeviceDescription { get }

    /// Every topic on which it speaks, each once; none outside the root of its credential.
    var topics: [HeardTopic] { get }

    /// How the device is told `value`; nil when it cannot be. `number` tells its answer from those to other orders.
    func order(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue, number: UInt32
    ) -> DialectOrder?

    /// The same for a device that writes several values in one message: `state` is what the part last reported.
    func order(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue, number: UInt32,
        showing state: [CapabilityName: CapabilityValue]
    ) -> DialectOrder?

    /// Asks the device how a capability stands, so that it reports it; nil where the dialect has no such question.
    func question(_ part: PartID, _ capability: CapabilityName, number: UInt32) -> DialectMessage?
}

extension DialectModel {
    package func order(
        _ part: PartID, _ capability: CapabilityName, _ value: CapabilityValue, number: UInt32,
        showing state: [CapabilityName: CapabilityValue]
    ) -> DialectOrder? { order(part, capability, value, number: number) }

    package func question(_ part: PartID, _ capability: CapabilityName, number: UInt32) -> DialectMessage? { nil }
}

/// What a command is in a dialect.
package struct DialectOrder: Hashable, Sendable {
    /// What shows that it was done.
    package enum Proof: Hashable, Sendable {
        /// The device's own report.
        case report
        /// Whoever passes orders on may report what it only assumes: a report counts once the device was asked.
        case answer
        /// Nothing: this device never reports.
        case none
    }

    /// To be sent in this order, never retained.
    package let messages: [DialectMessage]
    /// The value as the device gets to read it, rounded to its own step and unit: what its reports are compared with.
    package let value: CapabilityValue
    package let proof: Proof

    package init(_ messages: [DialectMessage], value: CapabilityValue, proof: Proof) {
        self.messages = messages
        self.value = value
        self.proof = proof
    }
}
