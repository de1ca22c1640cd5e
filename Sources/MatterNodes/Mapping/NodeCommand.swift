package import HomeModel
package import MatterProtocol

/// The requests that carry out one command, and what confirms it.
///
/// The fields of a lock's command contain its PIN, so that no description shows them.
package struct NodeCommand: Hashable, Sendable {
    /// The requests, to be sent one after another. When one fails, those after it are not sent.
    package let steps: [NodeCommandStep]
    /// The value as the node receives it, rounded to its scale. Reports are compared with this value.
    package let value: CapabilityValue
    /// The attributes to read if no report confirms the command: those that confirm it, and those that changed with it.
    /// Empty when nothing can confirm it.
    package let readBack: [AttributePath]
    package let tolerance: ConfirmationTolerance
    /// How long the part may need to get there; nil when it is there at once.
    package let travelTime: Duration?

    /// Whether any step must follow a timed request.
    package var isTimed: Bool { steps.contains(where: \.isTimed) }

    /// Whether `reported`, a value of the commanded capability, confirms the command.
    package func isConfirmed(by reported: CapabilityValue) -> Bool { tolerance.accepts(reported, for: value) }
}
