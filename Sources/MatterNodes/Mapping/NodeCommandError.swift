/// Why a command cannot be sent to a node.
package enum NodeCommandError: Error, Hashable, Sendable {
    /// The capability only reports.
    case notCommanded
    /// The node cannot be set to this value.
    case valueNotAccepted
    /// The lock demands a PIN for commands from a network, and the caller passed none.
    case pinRequired
    /// The lock takes PINs of these lengths only.
    case pinLength(minimum: Int, maximum: Int)
    /// The lock refused the PIN before.
    case pinRefused
}

extension NodeCommandError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notCommanded: "The device only reports this value."
        case .valueNotAccepted: "The device cannot be set to this value."
        case .pinRequired: "The lock demands a PIN."
        case .pinLength(let minimum, let maximum) where minimum == maximum: "A PIN of this lock has \(minimum) digits."
        case .pinLength(let minimum, let maximum): "A PIN of this lock has \(minimum) to \(maximum) digits."
        case .pinRefused:
            "The lock refuses the PIN that the gateway has, so that it is not sent again: locks block after wrong PINs."
        }
    }
}
