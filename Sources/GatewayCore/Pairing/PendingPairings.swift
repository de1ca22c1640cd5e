import HomeModel

/// The open codes, and the clients that wait to be approved. They are in memory only: after a restart the gateway has
/// none.
package actor PendingPairings {
    static let mostInvitations = 32
    static let mostPending = 32
    /// The number of wrong codes in an hour that closes pairing until the console opens it again.
    static let mostWrongTries = 20

    /// The result of presenting a code.
    enum CodeResult: Sendable {
        case pending(PendingPairing)
        case claim
        /// No open code has this text.
        case wrong
        /// Pairing is closed because of too many wrong codes.
        case closed
        /// Too many clients wait to be approved.
        case full
    }

    private var invitations: [PairingCode: OpenPairingCode] = [:]
    private var pending: [PairingID: PendingPairing] = [:]
    /// Approved pairings whose client is being let in.
    private var finishing: [PairingID: PendingPairing] = [:]
    private var wrongTries: [Duration] = []
    package private(set) var isClosed = false
    private var claim: (code: PairingCode, wrongTries: Int)?
    private let clock: HomeClock

    package init(clock: HomeClock) { self.clock = clock }

    // MARK: - Codes

    /// Opens a code for one client of `person`. Returns nil when too many are open.
    func invite(
        _ person: PersonID, scope: Set<Permission>?, by inviter: String, approval: ClientApproval?
    ) -> OpenPairingCode? {
        forgetOld()
        guard invitations.count < Self.mostInvitations else { return nil }
        let invitation = OpenPairingCode(
            id: .random(), code: .random(), person: person, scope: scope, invitedBy: inviter, approval: approval,
            end: clock.uptime() + OpenPairingCode.lifetime, expiresAt: clock.now() + OpenPairingCode.lifetime)
        invitations[invitation.code] = invitation
        return invitation
    }

    /// The invitations with codes that are still valid; those that end first come first.
    var open: [OpenPairingCode] {
        let now = clock.uptime()
        return invitations.values.filter { $0.end > now }.sorted { ($0.end, $0.id) < ($1.end, $1.id) }
    }

    /// Closes a code. Returns false when it is no longer open: a client may just have used it.
    func withdraw(_ id: PairingCodeID) -> Bool {
        guard let invitation = open.first(where: { $0.id == id }) else { return false }
        return invitations.removeValue(forKey: invitation.code) != nil
    }

    /// Returns the code with which the first owner claims the home. Each call replaces the code.
    func newClaimCode() -> PairingCode {
        let code = PairingCode.random()
        claim = (code, 0)
        return code
    }

    /// Uses a code up: of two clients that present the same code, the second is refused.
    func use(_ code: PairingCode?, key: KeyThumbprint, clientName: DisplayName) -> CodeResult {
        forgetOld()
        guard !isClosed else { return .closed }
        guard pending.count < Self.mostPending else { return .full }
        guard let code, let invitation = invitations.removeValue(forKey: code) else {
            noteWrongTry()
            return .wrong
        }
        let pairing = PendingPairing(
            id: PairingID.random(), person: invitation.person, key: key, clientName: clientName,
            scope: invitation.scope, approval: invitation.approval, end: clock.uptime() + PendingPairing.lifetime)
        pending[pairing.id] = pairing
        return .pending(pairing)
    }

    /// Uses the claim code up.
    func useClaim(_ code: PairingCode?) -> CodeResult {
        guard !isClosed else { return .closed }
        guard let code, claim?.code == code else {
            noteWrongTry()
            return .wrong
        }
        claim = nil
        return .claim
    }

    /// Opens pairing again; only the console may do that. Clients that were paired before stay paired.
    func reopen() {
        isClosed = false
        wrongTries = []
    }

    /// Discards the open codes and waiting pairings of a person.
    func forget(_ person: PersonID) {
        invitations = invitations.filter { $0.value.person != person }
        pending = pending.filter { $0.value.person != person }
        finishing = finishing.filter { $0.value.person != person }
    }

    /// The open codes for a person, and those that the person made; all of them if `person` is nil.
    func codes(concerning person: PersonID?) -> [OpenPairingCode] {
        guard let person else { return open }
        return open.filter {
            $0.person == person || $0.invitedBy.replacing(actor: person, by: "") != $0.invitedBy
        }
    }

    /// The pairings that wait for a person or are being completed, and those that the person approved; all of them if
    /// `person` is nil.
    func unfinished(concerning person: PersonID?) -> [PendingPairing] {
        (waiting + finishing.values).filter {
            person == nil || $0.person == person || $0.approval?.person == person
        }
    }

    /// Ends the code with which the first owner would claim the home.
    func endClaimCode() { claim = nil }

    /// Discards the open codes that a person made who is erased, and replaces the person by a pseudonym in the approvals
    /// of clients that wait.
    func replace(approver person: PersonID, by pseudonym: String) {
        invitations = invitations.filter { $0.value.invitedBy.replacing(actor: person, by: "") == $0.value.invitedBy }
        for (id, pairing) in pending {
            pending[id]?.approval = pairing.approval?.replacing(approver: person, by: pseudonym)
        }
    }

    /// Counts a wrong code against all open codes, because it cannot be known which code was meant. Too many close
    /// pairing.
    private func noteWrongTry() {
        for code in invitations.keys { invitations[code]?.wrongTries += 1 }
        invitations = invitations.filter { $0.value.wrongTries < OpenPairingCode.mostTries }
        claim?.wrongTries += 1
        if let tries = claim?.wrongTries, tries >= OpenPairingCode.mostTries { claim = nil }
        let now = clock.uptime()
        wrongTries = wrongTries.filter { now - $0 < .seconds(3600) } + [now]
        isClosed = wrongTries.count >= Self.mostWrongTries
        if isClosed { invitations = [:] }
    }

    // MARK: - Clients that wait for approval

    var waiting: [PendingPairing] {
        let now = clock.uptime()
        return pending.values.filter { $0.end > now }.sorted { $0.end < $1.end }
    }

    func waiting(_ id: PairingID) -> PendingPairing? { waiting.first { $0.id == id } }

    func approve(_ id: PairingID, by approval: ClientApproval) { pending[id]?.approval = approval }

    /// Removes a pairing, also one that is being completed: `endFinish` then returns false.
    func remove(_ id: PairingID) {
        pending[id] = nil
        finishing[id] = nil
    }

    /// A pairing that waits or is being completed.
    func unfinished(_ id: PairingID) -> PendingPairing? { waiting(id) ?? finishing[id] }

    /// Removes and returns an approved pairing, so that it is completed only once. Callers must call `endFinish` then.
    func removeApproved(_ id: PairingID, key: KeyThumbprint) -> PendingPairing? {
        guard let pairing = waiting(id), pairing.key == key, pairing.isApproved else { return nil }
        pending[id] = nil
        finishing[id] = pairing
        return pairing
    }

    /// Returns false when the pairing was removed since `removeApproved`: its client must not stay.
    func endFinish(_ id: PairingID) -> Bool { finishing.removeValue(forKey: id) != nil }

    private func forgetOld() {
        let now = clock.uptime()
        invitations = invitations.filter { $0.value.end > now }
        pending = pending.filter { $0.value.end > now }
    }
}
