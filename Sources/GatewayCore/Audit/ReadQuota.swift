import HomeModel

/// Limits how many reads of the audit log run at the same time: each read occupies a thread and keeps whole segments in
/// memory, and it asks the log itself for the segment that still grows.
actor ReadQuota {
    /// The number of reads that run at the same time, of all askers together.
    static let maximumAtOnce = 2
    /// The number of reads that one asker may have open, including those that wait.
    static let maximumPerAsker = 8

    private var running = 0
    private var places: [Identity.Actor: Int] = [:]
    /// The reads that wait, in order of arrival.
    private var waiting: [(asker: Identity.Actor, turn: CheckedContinuation<Void, Never>)] = []
    private(set) var highestRunning = 0

    /// Runs `body` as soon as the limits permit it. Throws `.tooManyReadings` when the asker has too many reads open
    /// already.
    func read<Value: Sendable>(
        for identity: Identity, _ body: @Sendable () async throws(ActionRefusal) -> Value
    ) async throws(ActionRefusal) -> Value {
        let asker = identity.actor
        guard places[asker, default: 0] < Self.maximumPerAsker else { throw .tooManyReads }
        places[asker, default: 0] += 1
        if running >= Self.maximumAtOnce {
            await withCheckedContinuation { waiting.append((asker, $0)) }
        } else {
            running += 1
        }
        highestRunning = max(highestRunning, running)
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
        // A waiting read of another asker goes first, so that one asker does not get two turns in a row while others
        // wait.
        let next = waiting.firstIndex { $0.asker != asker } ?? 0
        waiting.remove(at: next).turn.resume()
    }
}
