import HomeModel
import MatterProtocol

/// Converts between the attributes, events and commands of a node and the value of one capability.
protocol ValueCoding: Sendable {
    /// The attributes from which the value is computed: those that confirm a command.
    var reported: [AttributePath] { get }
    /// The events from which the value is computed.
    var events: [EventPath] { get }
    var isCommanded: Bool { get }
    var tolerance: ConfirmationTolerance { get }

    /// Returns the value; nil when it is null, missing or invalid.
    func value(in values: AttributeValues) -> CapabilityValue?

    func value(of event: NodeEvent) -> CapabilityValue?

    /// Returns the requests for a command to `value`, which has the type of the capability.
    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft

    /// The number of digits of the PIN that each command needs; nil when commands need none.
    func neededPINLengths(in values: AttributeValues) -> ClosedRange<Int>?
}

/// What a coding knows of a command.
struct CommandDraft {
    let steps: [NodeCommandStep]
    /// The value that the node will report; nil when it is the commanded one.
    var value: CapabilityValue?
    /// The attributes that change with it.
    var others: [AttributePath] = []

    init(_ steps: [NodeCommandStep], value: CapabilityValue? = nil, others: [AttributePath] = []) {
        self.steps = steps
        self.value = value
        self.others = others
    }
}

extension ValueCoding {
    var events: [EventPath] { [] }
    var isCommanded: Bool { false }
    var tolerance: ConfirmationTolerance { .exact }

    func value(in values: AttributeValues) -> CapabilityValue? { nil }

    func value(of event: NodeEvent) -> CapabilityValue? { nil }

    func command(
        to value: CapabilityValue, in values: AttributeValues, pin: String?
    ) throws(NodeCommandError) -> CommandDraft { throw .notCommanded }

    func neededPINLengths(in values: AttributeValues) -> ClosedRange<Int>? { nil }
}
