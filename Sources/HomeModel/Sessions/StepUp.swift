/// A purpose that a person confirms with their PIN, one at a time.
package enum StepUp: String, Sendable, Codable, CaseIterable {
    /// Sensitive commands: unlock, open the garage, switch the oven…
    case commands
    /// Roles, grants, invitations, clients and tokens.
    case people
    case exports
    /// Deletions that cannot be undone.
    case wipes
}

/// The record that a person confirmed one purpose with their PIN at a client.
package struct StepUpConfirmation: Hashable, Sendable {
    package let client: ClientID
    package let purpose: StepUp
    package let time: ClockSnapshot

    package init(client: ClientID, purpose: StepUp, time: ClockSnapshot) {
        self.client = client
        self.purpose = purpose
        self.time = time
    }

    /// Whether the confirmation is recent enough to be valid.
    package func isFresh(at now: ClockSnapshot) -> Bool { now.elapsed(since: time) < SessionTerms.stepUp }
}
