import HomeModel

/// The valid step-ups, and those that were ended early because the PIN or the role of their person changed.
struct StepUpConfirmations {
    private(set) var all: [StepUpConfirmation] = []
    /// How often the step-ups of each person were ended.
    private var rounds: [PersonID: Int] = [:]
    /// Purposes that were confirmed before the last end, and not since.
    private var ended: [ClientID: Set<StepUp>] = [:]

    /// Increases when the step-ups of the person end: a PIN that was checked in an earlier round confirms nothing.
    func round(of person: PersonID) -> Int { rounds[person] ?? 0 }

    mutating func mark(_ purpose: StepUp, by client: ClientID, at now: ClockSnapshot) {
        all = all.filter { $0.isFresh(at: now) && ($0.client, $0.purpose) != (client, purpose) }
        all.append(StepUpConfirmation(client: client, purpose: purpose, time: now))
        ended[client]?.remove(purpose)
    }

    /// Ends all step-ups of the person, who has these clients.
    mutating func end(of person: PersonID, at clients: some Sequence<ClientID>) {
        rounds[person, default: 0] += 1
        let clients = Set(clients)
        all.removeAll { clients.contains($0.client) }
        for client in clients { ended[client] = Set(StepUp.allCases) }
    }

    /// Whether none of the step-ups of a request was ended early since. A step-up whose time is over counts as not
    /// ended.
    func areStillValid(_ identity: Identity) -> Bool {
        guard let client = identity.client, let ended = ended[client] else { return true }
        return identity.stepUps.isDisjoint(with: ended)
    }

    mutating func forget(_ client: ClientID) {
        all.removeAll { $0.client == client }
        ended[client] = nil
    }

    mutating func forget(_ person: PersonID) { rounds[person] = nil }
}
