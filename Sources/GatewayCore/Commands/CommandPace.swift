import HomeModel

/// How many commands one asker may send: junk of one must not cost the others their records, or the disk its room.
actor CommandPace {
    /// A second; the console and simulators among it are not held to it.
    static let rate = 50.0
    static let burst = 100.0
    private static let mostAskers = 1024

    private struct Asker: Hashable {
        let person: PersonID
        let client: ClientID?
        let token: TokenID?
    }

    private struct Allowance {
        var left = CommandPace.burst
        var time: Duration
    }

    private var allowances: [Asker: Allowance] = [:]
    private let uptime: @Sendable () -> Duration

    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// False when the asker has to slow down.
    func admits(_ identity: Identity) -> Bool {
        guard let person = identity.person, !identity.isAtConsole else { return true }
        let asker = Asker(person: person, client: identity.client, token: identity.token)
        let now = uptime()
        // Whoever is forgotten begins with a full allowance, which is little.
        if allowances.count >= Self.mostAskers { allowances.removeAll() }
        var allowance = allowances[asker] ?? Allowance(time: now)
        allowance.left = min(Self.burst, allowance.left + Self.rate * ((now - allowance.time) / .seconds(1)))
        allowance.time = now
        defer { allowances[asker] = allowance }
        guard allowance.left >= 1 else { return false }
        allowance.left -= 1
        return true
    }
}
