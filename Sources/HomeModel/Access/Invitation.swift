/// An invitation for one client of a person, which is sent as a link. It is stored, so it survives a restart.
///
/// The id is public and names the invitation; the secret of the link is stored only as a digest. The first client that
/// presents the secret uses the invitation up: later only that client's key can finish.
package struct Invitation: Hashable, Sendable {
    package static let lifetimes = Duration.seconds(300)...Duration.days(14)
    /// The secret has 128 bits, so wrong ones are no danger; the limit ends an invitation that is being attacked.
    package static let mostWrongSecrets = 20
    /// Three tries find a number of six digits with a probability of three in a million.
    package static let mostWrongNumbers = 3
    /// How long the client that came in gets its tokens again: the response with the first ones may have been lost.
    package static let repeatTime = Duration.seconds(600)

    /// How the first client is let in.
    package enum Admission: String, Sendable, Codable, CaseIterable {
        /// A person who manages people compares six digits with the invited person, and approves.
        case approval
        /// The invited person enters a number of six digits that reached them by another way than the link.
        case number
    }

    /// Why an invitation has ended before its time.
    package enum Ending: String, Sendable, Codable, CaseIterable { case wrongNumbers, wrongSecrets }

    package let id: InvitationID
    package let person: PersonID
    package let inviter: Inviter
    package let admission: Admission
    /// The digest of the secret in the link.
    package let secret: TokenDigest
    /// The digest of the number together with the secret, so that the stored value alone cannot be searched; nil
    /// without a number.
    package let number: TokenDigest?
    /// The grants that take effect when the invitation is used.
    package let grants: [Grant]
    /// The permissions to which the client is limited; nil for all permissions of the person.
    package let scope: Set<Permission>?
    package let lifetime: Duration
    package var createdAt: ClockSnapshot
    package var wrongSecrets = 0
    package var wrongNumbers = 0
    /// The client that used the invitation; nil until one did.
    package var use: InvitationUse?
    /// Nil unless the invitation ended before its time.
    package var ending: Ending?

    package init(
        id: InvitationID, person: PersonID, inviter: Inviter, admission: Admission, secret: TokenDigest,
        number: TokenDigest?, grants: [Grant], scope: Set<Permission>?, lifetime: Duration, createdAt: ClockSnapshot
    ) {
        self.id = id
        self.person = person
        self.inviter = inviter
        self.admission = admission
        self.secret = secret
        self.number = number
        self.grants = grants
        self.scope = scope
        self.lifetime = lifetime
        self.createdAt = createdAt
    }
}

package typealias InvitationID = Identifier<Invitation>

/// The person or the console that made an invitation.
package struct Inviter: Hashable, Sendable {
    /// The inviter and their role at that time. It approves a client that presents the number.
    package let approval: ClientApproval
    /// Nil for the console.
    package let person: PersonID?

    package init(approval: ClientApproval, person: PersonID?) {
        self.approval = approval
        self.person = person
    }
}

/// The client that used an invitation, and how far it is.
package struct InvitationUse: Hashable, Sendable, Codable {
    package let key: KeyThumbprint
    package let clientName: DisplayName
    /// The commitment of the client to its nonce and key; nil where a number was presented instead.
    package let commitment: String?
    /// The answer of the gateway to the commitment.
    package let gatewayNonce: String?
    /// The digits to compare; nil until the client revealed its nonce.
    package var digits: String?
    /// Nil until the client is approved.
    package var approval: ClientApproval?
    /// When the client came in; nil until then.
    package var admittedAt: ClockSnapshot?

    package init(
        key: KeyThumbprint, clientName: DisplayName, commitment: String? = nil, gatewayNonce: String? = nil,
        digits: String? = nil, approval: ClientApproval? = nil
    ) {
        self.key = key
        self.clientName = clientName
        self.commitment = commitment
        self.gatewayNonce = gatewayNonce
        self.digits = digits
        self.approval = approval
    }
}

// MARK: - Time

extension Invitation {
    /// Whether the time of an invitation is over.
    package enum Term: Hashable, Sendable {
        case running(left: Duration)
        /// The machine was restarted and does not know the time yet: the invitation cannot be used, and does not end.
        case suspended
        case over
    }

    /// Whether the client came in. Then only this client can still do something: get its tokens again.
    package var isAdmitted: Bool { use?.admittedAt != nil }

    /// The state of the invitation's time; once the client came in, of the time in which it gets its tokens again.
    /// Within a boot of the machine only the monotonic clock counts, so no change of the wall clock ends or extends an
    /// invitation.
    package func term(at now: ClockSnapshot) -> Term {
        let (start, lifetime) = use?.admittedAt.map { ($0, Self.repeatTime) } ?? (createdAt, lifetime)
        let elapsed: Duration
        if start.boot == now.boot {
            elapsed = now.uptime - start.uptime
        } else {
            // It is not known when it was made, so it cannot be known that it is not over.
            guard start.isKnown else { return .over }
            guard now.isKnown, now.wall >= start.wall else { return .suspended }
            elapsed = now.wall - start.wall
        }
        return elapsed < lifetime ? .running(left: lifetime - elapsed) : .over
    }

    /// The end on the wall clock.
    package func expiry(at now: ClockSnapshot) -> Timestamp {
        if case .running(let left) = term(at: now) { return now.wall + left }
        return createdAt.wall + lifetime
    }

    /// The same start on the clocks of `now`. While the clock of the start was not known, the start gets its wall time
    /// as soon as the clock of the same boot is known; after a restart it moves to the monotonic clock of the new boot.
    package func startAnchored(at now: ClockSnapshot) -> ClockSnapshot {
        guard now.isKnown else { return createdAt }
        guard createdAt.boot == now.boot else { return createdAt.isKnown ? createdAt.anchored(at: now) : createdAt }
        guard !createdAt.isKnown else { return createdAt }
        let wall = now.wall - (now.uptime - createdAt.uptime)
        return ClockSnapshot(wall: wall, uptime: createdAt.uptime, boot: createdAt.boot, isKnown: true)
    }
}

// MARK: - Tries

extension Invitation {
    /// Counts a wrong secret. Too many end the invitation.
    package mutating func noteWrongSecret() {
        wrongSecrets += 1
        if wrongSecrets >= Self.mostWrongSecrets { ending = ending ?? .wrongSecrets }
    }

    /// Counts a wrong number. Too many end the invitation.
    package mutating func noteWrongNumber() {
        wrongNumbers += 1
        if wrongNumbers >= Self.mostWrongNumbers { ending = ending ?? .wrongNumbers }
    }

    /// Takes over the tries of a later state that could not be stored.
    package mutating func keepTries(of later: Invitation) {
        wrongSecrets = max(wrongSecrets, later.wrongSecrets)
        wrongNumbers = max(wrongNumbers, later.wrongNumbers)
        ending = ending ?? later.ending
    }
}
