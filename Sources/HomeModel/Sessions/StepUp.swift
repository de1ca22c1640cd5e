/// What a person can confirm with their PIN, one at a time.
package enum StepUp: String, Sendable, Codable, CaseIterable {
    /// Sensitive commands: unlock, open the garage, switch the oven…
    case commands
    /// Roles, grants, invitations, clients and tokens.
    case people
    case exports
    /// What cannot be undone.
    case wipes
}

/// That a client showed its person's PIN for one purpose.
package struct StepUpMark: Hashable, Sendable {
    package let client: ClientID
    package let purpose: StepUp
    package let time: ClockReading

    package init(client: ClientID, purpose: StepUp, time: ClockReading) {
        self.client = client
        self.purpose = purpose
        self.time = time
    }

    package func isFresh(at now: ClockReading) -> Bool { now.elapsed(since: time) < SessionTerms.stepUp }
}
