package import HomeModel

/// How commands ended since the start, and how long they took.
package struct CommandMeter: Sendable {
    package private(set) var outcomes = Dictionary(uniqueKeysWithValues: CommandOutcome.allCases.map { ($0, 0) })
    /// From accepted to sent.
    package private(set) var untilSent = Histogram()
    /// From accepted to their end.
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
