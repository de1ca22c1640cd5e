import HomeModel

/// Codes that are open and clients that wait to be approved. In memory only: a gateway that starts anew knows none.
package actor PairingDesk {
    static let mostInvitations = 32
    static let mostPending = 32
    /// Wrong codes in an hour that close pairing until the console opens it again.
    static let mostWrongTries = 20

    enum Answer: Sendable {
        case pending(PendingPairing)
        case claim
        /// No code is that one.
        case wrong
        /// Pairing is closed, by too many wrong codes.
        case closed
        /// Too many wait to be approved.
        case full
    }

    private var invitations: [PairingCode: Invitation] = [:]
    private var pending: [PairingID: PendingPairing] = [:]
    private var wrongTries: [Duration] = []
    package private(set) var isClosed = false
    private var claim: (code: PairingCode, wrongTries: Int)?
    private let clock: HomeClock

    package init(clock: HomeClock) { self.clock = clock }

    // MARK: - Codes

    /// Nil when too many are open.
    func invite(
        _ person: PersonID, scope: Set<Permission>?, by inviter: String, approval: ClientApproval?
    ) -> Invitation? {
        forgetOld()
        guard invitations.count < Self.mostInvitations else { return nil }
        let invitation = Invitation(
            id: .random(), code: .random(), person: person, scope: scope, invitedBy: inviter, approval: approval,
            end: clock.uptime() + Invitation.life, expiresAt: clock.now() + Invitation.life)
        invitations[invitation.code] = invitation
        return invitation
    }

    /// Those whose codes are still good, the first to end first.
    var open: [Invitation] {
        let now = clock.uptime()
        return invitations.values.filter { $0.end > now }.sorted { ($0.end, $0.id) < ($1.end, $1.id) }
    }

    /// False when it is not open any more: somebody may just have used it.
    func withdraw(_ id: InvitationID) -> Bool {
        guard let invitation = open.first(where: { $0.id == id }) else { return false }
        return invitations.removeValue(forKey: invitation.code) != nil
    }

    /// The code by which the first owner takes the home; a new one each time it is asked for.
    func newClaimCode() -> PairingCode {
        let code = PairingCode.random()
        claim = (code, 0)
        return code
    }

    /// Uses a code up: of two who show the same one, one is late.
    func use(_ code: PairingCode?, key: KeyThumbprint, clientName: DisplayName) -> Answer {
        forgetOld()
        guard !isClosed else { return .closed }
        guard pending.count < Self.mostPending else { return .full }
        guard let code, let invitation = invitations.removeValue(forKey: code) else {
            noteWrongTry()
            return .wrong
        }
        let pairing = PendingPairing(
            id: PairingID.random(), person: invitation.person, key: key, clientName: clientName,
            scope: invitation.scope, approval: invitation.approval, end: clock.uptime() + PendingPairing.life)
        pending[pairing.id] = pairing
        return .pending(pairing)
    }

    /// The same for the claim code.
    func useClaim(_ code: PairingCode?) -> Answer {
        guard !isClosed else { return .closed }
        guard let code, claim?.code == code else {
            noteWrongTry()
            return .wrong
        }
        claim = nil
        return .claim
    }

    /// Whoever paired before stays; only the console opens pairing again.
    func reopen() {
        isClosed = false
        wrongTries = []
    }

    /// Codes that nobody used take a removed person's future with them.
    func forget(_ person: PersonID) {
        invitations = invitations.filter { $0.value.person != person }
        pending = pending.filter { $0.value.person != person }
    }

    /// Which code was meant cannot be known, so a wrong one counts against all.
    private func noteWrongTry() {
        for code in invitations.keys { invitations[code]?.wrongTries += 1 }
        invitations = invitations.filter { $0.value.wrongTries < Invitation.mostTries }
        claim?.wrongTries += 1
        if let tries = claim?.wrongTries, tries >= Invitation.mostTries { claim = nil }
        let now = clock.uptime()
        wrongTries = wrongTries.filter { now - $0 < .seconds(3600) } + [now]
        isClosed = wrongTries.count >= Self.mostWrongTries
        if isClosed { invitations = [:] }
    }

    // MARK: - Clients that wait

    var waiting: [PendingPairing] {
        let now = clock.uptime()
        return pending.values.filter { $0.end > now }.sorted { $0.end < $1.end }
    }

    func waiting(_ id: PairingID) -> PendingPairing? { waiting.first { $0.id == id } }

    func approve(_ id: PairingID, by approval: ClientApproval) { pending[id]?.approval = approval }

    func remove(_ id: PairingID) { pending[id] = nil }

    /// Takes an approved pairing off the desk: it is made final once.
    func take(_ id: PairingID, key: KeyThumbprint) -> PendingPairing? {
        guard let pairing = waiting(id), pairing.key == key, pairing.isApproved else { return nil }
        pending[id] = nil
        return pairing
    }

    private func forgetOld() {
        let now = clock.uptime()
        invitations = invitations.filter { $0.value.end > now }
        pending = pending.filter { $0.value.end > now }
    }
}
