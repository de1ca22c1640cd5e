import HomeModel

/// How many commands one asker may send: junk of one must not cost the others their records, or the disk its room.
///
/// Stops and other safe directions that the asker may send have an allowance of their own beside the usual one, so that no
/// switch that is toggled quickly holds them back. They are few enough a second that a flood of them costs little more.
actor CommandPace {
    enum Kind: Hashable, Sendable {
        case usual, safe, stop

        /// A second; the console and simulators among it are not held to it.
        var rate: Double { self == .usual ? 50 : 10 }
        var burst: Double { self == .usual ? 100 : 20 }
    }

    private static let mostAskers = 1024

    private struct Asker: Hashable {
        let person: PersonID
        let client: ClientID?
        let token: TokenID?
        let kind: Kind
    }

    private struct Allowance {
        var left: Double
        var time: Duration
    }

    private var allowances: [Asker: Allowance] = [:]
    private let uptime: @Sendable () -> Duration

    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// False when the asker has sent too many of this kind.
    func admits(_ identity: Identity, _ kind: Kind = .usual) -> Bool {
        guard let person = identity.person, !identity.isAtConsole else { return true }
        let asker = Asker(person: person, client: identity.client, token: identity.token, kind: kind)
        let now = uptime()
        // Whoever is forgotten begins with a full allowance, which is little.
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
