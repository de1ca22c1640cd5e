import HomeModel

/// How many may read the audit log at a time: each reading takes a thread and holds whole segments in memory, and the log
/// itself is asked for the one that grows.
actor ReadQuota {
    /// At the same time, of all askers together.
    static let mostAtOnce = 2
    /// Of one person, those that wait for their turn included.
    static let mostOfAnAsker = 8

    private var running = 0
    private var places: [Identity.Actor: Int] = [:]
    /// In the order in which they came.
    private var waiting: [(asker: Identity.Actor, turn: CheckedContinuation<Void, Never>)] = []
    private(set) var mostRunning = 0

    /// Runs `body` when it is the asker's turn. Throws `.tooManyReadings` when the asker has too many readings open already.
    func read<Value: Sendable>(
        for identity: Identity, _ body: @Sendable () async throws(ActRefusal) -> Value
    ) async throws(ActRefusal) -> Value {
        let asker = identity.actor
        guard places[asker, default: 0] < Self.mostOfAnAsker else { throw .tooManyReadings }
        places[asker, default: 0] += 1
        if running >= Self.mostAtOnce {
            await withCheckedContinuation { waiting.append((asker, $0)) }
        } else {
            running += 1
        }
        mostRunning = max(mostRunning, running)
        defer { leave(asker) }
        return try await body()
    }

    private func leave(_ asker: Identity.Actor) {
        let left = places[asker, default: 1] - 1
        places[asker] = left > 0 ? left : nil
        guard !waiting.isEmpty else {
            running -= 1
            return
        }
        // A person who has nothing running goes before a second turn of the person who just had one.
        let next = waiting.firstIndex { $0.asker != asker } ?? 0
        waiting.remove(at: next).turn.resume()
    }
}
