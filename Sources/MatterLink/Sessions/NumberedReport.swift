import MatterProtocol

/// Values that a node reported, and how old they can be.
struct NumberedReport: Sendable {
    let report: AssembledReport
    /// The place, in the order in which the session sends and receives messages, of the first message of a report of the
    /// subscription, and of the request for values that were read. No value is older than that message.
    let number: Int

    /// How values reached the gateway.
    enum Origin: Hashable, Sendable {
        case subscription
        case poll
        /// A question because of a command.
        case readBack
    }
}
