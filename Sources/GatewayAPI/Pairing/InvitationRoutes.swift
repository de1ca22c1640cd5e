import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import ProofOfPossession

/// How people invite others, and follow their invitations.
enum InvitationRoutes {
    static let all: [Route<SessionServices>] = [
        .on(
            .get, path: "/invitations", access: .requires(.managePeople),
            summary: "List the open invitations, without their secrets"
        ) { call in
            let now = call.services.invitations.clocks()
            return try await call.services.invitations.list(as: call.identity).map { InvitationBody($0, at: now) }
        },
        .on(
            .post, path: "/invitations", access: .requires(.managePeople), confirming: .people,
            summary: "Invite one client of a person, with a link that can be sent", taking: NewInvitationBody.self,
            problems: [.notFound, .conflict]
        ) { call, new in
            guard let endpoint = await call.services.endpointDescription() else {
                throw ActionRefusal.conflict(
                    "An invitation needs the HTTPS endpoint, which is not available; see https.enabled.")
            }
            let sent = try await call.services.invitations.invite(try InvitationDraft(new), as: call.identity)
            return Created(SentInvitationBody(sent, at: endpoint, now: call.services.invitations.clocks()))
        },
        .on(
            .post, path: "/invitations/:id/approve", access: .requires(.managePeople), confirming: .people,
            summary: "Approve the client whose six digits are the same on both sides",
            taking: InvitationApprovalBody.self, problems: [.conflict]
        ) { call, approval in
            try await call.services.invitations.approve(
                try call.id(of: Invitation.self), digits: approval.digits, as: call.identity)
            return NoContent()
        },
        .on(
            .delete, path: "/invitations/:id", access: .requires(.managePeople),
            summary: "Revoke an invitation at once, also while a client uses it", problems: [.conflict]
        ) { call in
            try await call.services.invitations.revoke(try call.id(of: Invitation.self), as: call.identity)
            return NoContent()
        },
    ]
}

/// The steps of a client that uses an invitation.
enum InvitedClientRoutes {
    static let all: [Route<SessionServices>] = [
        .keyProof(
            .post, path: "/invitations/:id/open", summary: "Get what an invitation says, with the secret of its link",
            taking: InvitationSecretBody.self, problems: [.conflict, .busy]
        ) { call, body in
            let opened = try await call.services.invitations.open(
                call.invitation, secret: body.secret, from: call.context.source)
            return OpenedInvitationBody(opened, home: await call.services.naming.name)
        },
        .keyProof(
            .post, path: "/invitations/:id/commitment",
            summary: "Use an invitation: commit to a nonce and the key, and get the gateway's nonce",
            taking: CommitmentBody.self, problems: [.conflict, .busy]
        ) { call, body in
            let nonce = try await call.services.invitations.commit(
                call.invitation, secret: body.secret, to: body.commitment, key: call.key, clientName: body.clientName,
                from: call.context.source)
            return PairingNonceBody(nonce: nonce.text)
        },
        .keyProof(
            .post, path: "/invitations/:id/reveal",
            summary: "Reveal the nonce of the commitment; both sides then show six digits",
            taking: PairingNonceBody.self, problems: [.conflict]
        ) { call, body in
            guard let id = call.invitation, let endpoint = await call.services.endpointDescription() else {
                throw ActionRefusal.notFound
            }
            try await call.services.invitations.reveal(
                id, nonce: body.nonce, key: call.key, gatewayKey: endpoint.publicKeyFingerprint)
            return NoContent()
        },
        .keyProof(
            .post, path: "/invitations/:id/number",
            summary: "Use an invitation with its number of six digits, and get the session",
            taking: InvitationNumberBody.self, problems: [.conflict, .busy]
        ) { call, body in
            let tokens = try await call.services.invitations.admit(
                call.invitation, secret: body.secret, number: body.number, key: call.key, clientName: body.clientName,
                from: call.context.source)
            return Created(SessionBody(tokens))
        },
        .keyProof(
            .post, path: "/invitations/:id/session", summary: "Get the session of an invitation once it is approved",
            problems: [.conflict]
        ) { call in
            guard let id = call.invitation else { throw ActionRefusal.notFound }
            let tokens = try await call.services.invitations.finish(id, key: call.key)
            return PairingSessionResponse(session: tokens.map(SessionBody.init))
        },
    ]
}

extension KeyProofCall {
    /// The id in the path; nil for a text that cannot be an id, which the service refuses like an unknown one.
    fileprivate var invitation: InvitationID? { context.parameters.get("id").flatMap(InvitationID.init) }
}
