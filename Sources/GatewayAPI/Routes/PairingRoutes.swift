import GatewayCore
import GatewayWire
import HTTPTypes
import HomeCertificates
import HomeModel
import Hummingbird

/// How clients come in.
enum PairingRoutes {
    static let all: [Route] = [
        .open(.get, "/door", "Whether the home has an owner, and by what its door is known") { call in
            DoorBody(isClaimed: await call.home.pairing.isClaimed, sign: await call.home.doorSign())
        },
        .holdingKey(
            .post, "/claim", "Take a home that nobody owns yet", taking: ClaimBody.self, problems: [.conflict, .busy]
        ) { call, claim in
            let tokens = try await call.home.pairing.claim(
                claim.code, name: claim.name, key: call.key, clientName: claim.clientName, from: call.context.source)
            return Created(SessionBody(tokens))
        },
        .holdingKey(
            .post, "/pair", "Show a code; from then on the key waits to be approved", taking: PairBody.self,
            problems: [.conflict, .busy]
        ) { call, pair in
            let pairing = try await call.home.pairing.request(
                pair.code, key: call.key, clientName: pair.clientName, from: call.context.source)
            return Accepted(PairingBody(pairing))
        },
        .holdingKey(.post, "/pairings/:id/session", "The session of a pairing, once it is approved") { call in
            guard let id = call.context.parameters.get("id").flatMap(PairingID.init) else { throw ActRefusal.notFound }
            let tokens = try await call.home.pairing.finish(id, key: call.key)
            return PairingAnswer(session: tokens.map(SessionBody.init))
        },
        .on(
            .post, "/pairing-codes", .requires(.managePeople), confirming: .people, "Invite one client of a person",
            taking: NewPairingCodeBody.self, problems: [.notFound, .conflict]
        ) { call, new in
            let invitation = try await call.home.pairing.invite(
                new.person, scope: new.scope.map(Set.init), isApproved: new.approveAny ?? false, as: call.identity)
            return Created(try await call.offer(.pair, invitation.code, expiresAt: invitation.expiresAt))
        },
        .on(.get, "/pairing-codes", .requires(.managePeople), "Codes that are open, without themselves") { call in
            try await call.home.pairing.invitations(as: call.identity).map(InvitationBody.init)
        },
        .on(
            .delete, "/pairing-codes/:id", .requires(.managePeople), "Withdraw an invitation: its code lets nobody in"
        ) { call in
            try await call.home.pairing.withdraw(try call.id(of: Invitation.self), as: call.identity)
            return NoContent()
        },
        .on(.post, "/claim-codes", .console, "A code for the first owner", problems: [.conflict]) { call in
            guard let code = await call.home.pairing.newClaimCode() else {
                throw ActRefusal.conflict("This home has an owner; invite people instead.")
            }
            return Created(try await call.offer(.claim, code, expiresAt: nil))
        },
        .on(.get, "/pairings", .requires(.managePeople), "Who waits to be approved") { call in
            try await call.home.pairing.waiting(as: call.identity).map(PairingBody.init)
        },
        .on(
            .post, "/pairings/:id/approve", .requires(.managePeople), confirming: .people,
            "Let it in: the thumbprint is the same on both sides"
        ) { call in
            try await call.home.pairing.approve(try call.id(of: PendingPairing.self), as: call.identity)
            return NoContent()
        },
        .on(.delete, "/pairings/:id", .requires(.managePeople), "Turn it away") { call in
            try await call.home.pairing.reject(try call.id(of: PendingPairing.self), as: call.identity)
            return NoContent()
        },
        .on(.post, "/pairings/reopen", .console, "Go on after too many wrong codes") { call in
            try await call.home.pairing.reopen(as: call.identity)
            return NoContent()
        },
    ]
}

/// 201 with the session, or 202 while the pairing waits.
struct PairingAnswer: Answer {
    static let documentation = [
        AnswerDocumentation.json(SessionBody.self, .created, "It is in."),
        AnswerDocumentation(status: .accepted, meaning: "It waits to be approved; ask again."),
    ]

    let session: SessionBody?

    func response() throws -> Response {
        try session.map { try .json($0, status: .created) } ?? Response(status: .accepted)
    }
}

extension Call {
    fileprivate func offer(
        _ purpose: PairingPayload.Purpose, _ code: PairingCode, expiresAt: Timestamp?
    ) async throws -> PairingOfferBody {
        guard let door = await home.doorSign() else {
            throw ActRefusal.conflict("There is no HTTPS door to come in by; see https.enabled.")
        }
        return PairingOfferBody(PairingPayload(purpose, at: door, code, expiresAt: expiresAt))
    }
}

extension DoorBody {
    fileprivate init(isClaimed: Bool, sign: DoorSign?) {
        self.init(
            isClaimed: isClaimed, certificateFingerprint: sign?.certificateFingerprint,
            publicKeyFingerprint: sign?.publicKeyFingerprint,
            webRoot: sign.map {
                WebRootBody(
                    certificate: $0.webRoot.pem, fingerprint: $0.webRoot.fingerprint,
                    expiresAt: Timestamp($0.webRoot.notAfter))
            })
    }
}

extension PairingBody {
    init(_ pairing: PendingPairing) {
        self.init(
            id: pairing.id.rawValue, person: pairing.person, clientName: pairing.clientName.text,
            thumbprint: pairing.key.short, isApproved: pairing.isApproved)
    }
}

extension InvitationBody {
    init(_ invitation: Invitation) {
        self.init(
            id: invitation.id.rawValue, person: invitation.person, invitedBy: invitation.invitedBy,
            scope: invitation.scope?.sorted { $0.rawValue < $1.rawValue }, approveAny: invitation.isApproved,
            expiresAt: invitation.expiresAt, wrongTries: invitation.wrongTries)
    }
}

extension SessionBody {
    init(_ tokens: IssuedTokens) {
        self.init(
            client: tokens.client.id, person: tokens.client.person, accessToken: tokens.access.exposedText,
            expiresInSeconds: Int(SessionTerms.access.components.seconds), refreshToken: tokens.refresh.exposedText)
    }
}
