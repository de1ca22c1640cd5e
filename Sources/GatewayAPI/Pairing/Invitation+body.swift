import GatewayCore
import GatewayWire
import HomeModel
import QRCodes

// Conversions between the bodies of invitations and model values.

extension InvitationDraft {
    init(_ body: NewInvitationBody) throws(ActionRefusal) {
        let invitee: Invitee
        switch (body.person, body.newPerson) {
        case (let person?, nil): invitee = .existing(person)
        case (nil, let new?): invitee = .new(name: new.name, role: new.role)
        default:
            throw .invalid(
                field: "person", code: "missing", detail: "Give either “person” or “newPerson”, and not both.")
        }
        self.init(
            invitee: invitee, lifetime: .minutes(clamping: body.validMinutes), admission: body.admission,
            grants: try (body.grants ?? []).map { grant throws(ActionRefusal) in try Grant(grant) },
            scope: body.scope.map(Set.init))
    }
}

extension Duration {
    /// So many minutes. A number outside the range of a duration becomes the nearest one inside, which is refused like
    /// every other duration that is too short or too long.
    fileprivate static func minutes(clamping count: Int) -> Duration {
        .seconds(min(max(Int64(count), 0), Int64.max / 60) * 60)
    }
}

extension Grant {
    fileprivate init(_ body: InvitedGrantBody) throws(ActionRefusal) {
        var new = NewGrantBody(person: PersonID("invited"), permissions: body.permissions)
        (new.rooms, new.devices, new.capabilities) = (body.rooms, body.devices, body.capabilities)
        (new.notBefore, new.notAfter, new.windows) = (body.notBefore, body.notAfter, body.windows)
        new.maximumUses = body.maximumUses
        try self.init(new, effect: .allow)
    }
}

extension InvitedGrantBody {
    fileprivate init(_ grant: Grant) {
        let body = GrantBody(grant)
        self.init(permissions: body.permissions)
        (rooms, devices, capabilities) = (body.rooms, body.devices, body.capabilities)
        (notBefore, notAfter, windows) = (body.notBefore, body.notAfter, body.windows)
        maximumUses = body.maximumUses
    }
}

extension InvitationBody {
    init(_ invitation: Invitation, at now: ClockSnapshot) {
        let state = State(invitation)
        self.init(
            id: invitation.id, person: invitation.person, invitedBy: invitation.inviter.approval.approver,
            admission: invitation.admission, state: state, endedBy: invitation.ending,
            expiresAt: invitation.expiry(at: now), waitsForClock: invitation.term(at: now) == .suspended,
            grants: invitation.grants.map(InvitedGrantBody.init),
            scope: invitation.scope?.sorted { $0.rawValue < $1.rawValue }, clientName: invitation.use?.clientName.text,
            digits: state == .waiting ? invitation.use?.digits : nil, wrongSecrets: invitation.wrongSecrets,
            wrongNumbers: invitation.wrongNumbers)
    }
}

extension InvitationBody.State {
    fileprivate init(_ invitation: Invitation) {
        guard invitation.ending == nil else {
            self = .ended
            return
        }
        guard let use = invitation.use else {
            self = .open
            return
        }
        self = use.approval != nil ? .approved : use.digits != nil ? .waiting : .opened
    }
}

extension SentInvitationBody {
    init(_ sent: SentInvitation, at endpoint: EndpointDescription, now: ClockSnapshot) {
        let link = InvitationLink(
            host: endpoint.host, port: endpoint.port, id: sent.invitation.id, secret: sent.secret.exposedText,
            publicKeyFingerprint: endpoint.publicKeyFingerprint, expiresAt: sent.invitation.expiry(at: now)
        ).text
        self.init(
            invitation: InvitationBody(sent.invitation, at: now), link: link, qr: QRCode(link)?.rows ?? [],
            number: sent.number?.exposedText)
    }
}

extension OpenedInvitationBody {
    init(_ opened: OpenedInvitation, home: String) {
        self.init(
            home: home, person: opened.personName.text, inviter: opened.inviterName?.text,
            admission: opened.invitation.admission, expiresAt: opened.expiresAt,
            scope: opened.invitation.scope?.sorted { $0.rawValue < $1.rawValue })
    }
}
