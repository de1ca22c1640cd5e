package import HomeModel

/// Counts how commands ended since the start of the gateway, and how long they took.
package struct CommandMetrics: Sendable {
    package private(set) var outcomes = Dictionary(uniqueKeysWithValues: CommandOutcome.allCases.map { ($0, 0) })
    /// The time from accepted to sent.
    package private(set) var untilSent = Histogram()
    /// The time from accepted to the end.
    package private(set) var untilEnded = Histogram()

    mutating func note(_ stage: CommandStage, after time: Duration) {
        switch stage {
        case .dispatched: untilSent.record(time)
        case .ended(let outcome):
            outcomes[outcome, default: 0] += 1
            untilEnded.record(time)
        case .accepted, .acknowledged: break
        }
    }
}
