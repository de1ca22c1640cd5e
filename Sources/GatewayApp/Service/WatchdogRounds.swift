/// Decides when the watchdog of the service manager is fed. In each round every part of the gateway is asked for an
/// answer, and the round ends when all have answered.
///
/// A part that waits for the disk may be late for `diskPatience`: a restart mends no disk, and a slow one is no reason
/// for it.
struct WatchdogRounds {
    /// How long a part that waits for the disk may take.
    static let diskPatience = Duration.seconds(300)

    /// A part of the gateway, as the rounds see it.
    private struct Part {
        let name: String
        let usesDisk: Bool
        /// When it was asked the question that it has not answered yet.
        var askedAt: Duration?
    }

    /// A part that has not answered.
    struct Late: Equatable {
        let name: String
        let since: Duration
    }

    private var parts: [Part]
    private var isRoundOpen = false

    init(_ parts: [(name: String, usesDisk: Bool)]) {
        self.parts = parts.map { Part(name: $0.name, usesDisk: $0.usesDisk) }
    }

    /// Begins a round at the uptime `now`. Returns the indices of the parts to ask, which are those that have answered,
    /// and the parts because of which the last round did not end.
    mutating func begin(at now: Duration) -> (asked: [Int], late: [Late]) {
        let late = isRoundOpen ? blocking(at: now).map { Late(name: $0.name, since: now - ($0.askedAt ?? now)) } : []
        let asked = parts.indices.filter { parts[$0].askedAt == nil }
        for index in asked { parts[index].askedAt = now }
        isRoundOpen = true
        return (asked, late)
    }

    /// Records an answer. Returns whether the round has ended with it, so that the watchdog is fed.
    mutating func answered(_ index: Int, at now: Duration) -> Bool {
        parts[index].askedAt = nil
        guard isRoundOpen, blocking(at: now).isEmpty else { return false }
        isRoundOpen = false
        return true
    }

    /// The parts without which the round cannot end.
    private func blocking(at now: Duration) -> [Part] {
        parts.filter { part in
            guard let askedAt = part.askedAt else { return false }
            return !part.usesDisk || now - askedAt >= Self.diskPatience
        }
    }
}
