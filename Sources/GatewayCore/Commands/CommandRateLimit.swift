import HomeModel

/// Limits how many commands an asker may send, so that a flood from one asker costs the others neither their records
/// nor disk space.
///
/// Stops and other commands in a safe direction have a separate allowance beside the usual one, if the asker may send
/// them. So a switch that is toggled quickly does not hold them back. The separate rate is low enough that a flood of
/// them costs little more.
actor CommandRateLimit {
    /// The kinds of commands that have separate allowances.
    enum Kind: Hashable, Sendable {
        case usual, safe, stop

        /// Commands per second. The console, and simulators that run there, are not limited.
        var rate: Double { self == .usual ? 50 : 10 }
        var burst: Double { self == .usual ? 100 : 20 }
    }

    private static let mostAskers = 1024

    /// A sender with one kind of commands: each has an allowance of its own.
    private struct Asker: Hashable {
        let person: PersonID
        let client: ClientID?
        let token: TokenID?
        let kind: Kind
    }

    /// A token bucket: the commands that may still be sent, and the uptime at which it was last filled.
    private struct Allowance {
        var left: Double
        var time: Duration
    }

    private var allowances: [Asker: Allowance] = [:]
    private let uptime: @Sendable () -> Duration

    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Returns false when the asker has sent too many commands of this kind.
    func admits(_ identity: Identity, kind: Kind = .usual) -> Bool {
        guard let person = identity.person, !identity.isAtConsole else { return true }
        let asker = Asker(person: person, client: identity.client, token: identity.token, kind: kind)
        let now = uptime()
        // Forgetting an asker restores the full allowance, which is little.
        if allowances.count >= Self.mostAskers { allowances.removeAll() }
        var allowance = allowances[asker] ?? Allowance(left: kind.burst, time: now)
        allowance.left = min(kind.burst, allowance.left + kind.rate * ((now - allowance.time) / .seconds(1)))
        allowance.time = now
        defer { allowances[asker] = allowance }
        guard allowance.left >= 1 else { return false }
        allowance.left -= 1
        return true
    }
}
