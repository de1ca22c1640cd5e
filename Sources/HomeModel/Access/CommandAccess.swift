/// What an identity may do with a command now. The cases are in ascending order.
package enum CommandAccess: String, Sendable, Codable, CaseIterable, Comparable {
    /// Its rights or a lockdown forbid the command, and a PIN does not help.
    case refused
    /// The command needs a fresh step-up.
    case stepUp
    case direct

    private var rank: Int { self == .refused ? 0 : self == .stepUp ? 1 : 2 }

    package static func < (a: CommandAccess, b: CommandAccess) -> Bool { a.rank < b.rank }
}
