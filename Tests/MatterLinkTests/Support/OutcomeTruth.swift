import HomeModel

/// Compares what the gateway said about a command with what the node did.
enum OutcomeTruth {
    /// Whether an outcome is true of a command that the node has carried out so many times. Nil is no outcome.
    static func agrees(_ outcome: CommandOutcome?, count: Int) -> Bool {
        switch outcome {
        case .confirmed: count == 1
        case .refused, .invalid, .unreachable, .failed: count == 0
        case .timedOut, .sent, .superseded, nil: count <= 1
        }
    }
}
