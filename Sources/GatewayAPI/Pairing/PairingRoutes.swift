package import GatewayCore
package import GatewayWire
import HTTPTypes
import HomeCertificates
package import HomeModel
import Hummingbird
import QRCodes

/// How clients are paired.
enum PairingRoutes {
    static let all: [Route<SessionServices>] = [
        .open(
            .get, path: "/door",
            summary: "Get whether the home has an owner, and the fingerprints of its HTTPS endpoint"
        ) { call in
            EndpointBody(
                isClaimed: await call.services.pairing.isClaimed, endpoint: await call.services.endpointDescription())
        },
        .keyProof(
            .post, path: "/claim", summary: "Claim a home that has no owner", taking: ClaimBody.self,
            problems: [.conflict, .busy]
        ) { call, claim in
            let tokens = try await call.services.pairing.claim(
                claim.code, name: claim.name, key: call.key, clientName: claim.clientName, from: call.context.source)
            return Created(SessionBody(tokens))
        },
        .keyProof(
            .post, path: "/pair", summary: "Request a pairing with a code; the client then waits for approval",
            taking: PairBody.self,
            problems: [.conflict, .busy]
        ) { call, pair in
            let pairing = try await call.services.pairing.request(
                pair.code, key: call.key, clientName: pair.clientName, from: call.context.source)
            return Accepted(PairingBody(pairing))
        },
        .keyProof(.post, path: "/pairings/:id/session", summary: "Get the session of a pairing once it is approved") {
            call in
            guard let id = call.context.parameters.get("id").flatMap(PairingID.init) else {
                throw ActionRefusal.notFound
            }
            let tokens = try await call.services.pairing.finish(id, key: call.key)
            return PairingSessionResponse(session: tokens.map(SessionBody.init))
        },
        .on(
            .post, path: "/pairing-codes", access: .requires(.managePeople), confirming: .people,
            summary: "Invite one client of a person",
            taking: NewPairingCodeBody.self, problems: [.notFound, .conflict]
        ) { call, new in
            let invitation = try await call.services.pairing.invite(
                new.person, scope: new.scope.map(Set.init), isApproved: new.approveAny ?? false, as: call.identity)
            return Created(try await call.offer(.pair, code: invitation.code, expiresAt: invitation.expiresAt))
        },
        .on(
            .get, path: "/pairing-codes", access: .requires(.managePeople),
            summary: "List the open invitations, without their codes"
        ) {
            call in
            try await call.services.pairing.invitations(as: call.identity).map(OpenPairingCodeBody.init)
        },
        .on(
            .delete, path: "/pairing-codes/:id", access: .requires(.managePeople),
            summary: "Withdraw an invitation; its code is no longer valid"
        ) { call in
            try await call.services.pairing.withdraw(try call.id(of: OpenPairingCode.self), as: call.identity)
            return NoContent()
        },
        .on(
            .post, path: "/claim-codes", access: .console, summary: "Make a code for the first owner",
            problems: [.conflict]
        ) { call in
            guard let code = await call.services.pairing.newClaimCode() else {
                throw ActionRefusal.conflict("This home has an owner; invite people instead.")
            }
            return Created(try await call.offer(.claim, code: code, expiresAt: nil))
        },
        .on(
            .get, path: "/pairings", access: .requires(.managePeople),
            summary: "List the pairings that wait for approval"
        ) { call in
            try await call.services.pairing.waiting(as: call.identity).map(PairingBody.init)
        },
        .on(
            .post, path: "/pairings/:id/approve", access: .requires(.managePeople), confirming: .people,
            summary: "Approve a pairing whose thumbprint is the same on both sides"
        ) { call in
            try await call.services.pairing.approve(try call.id(of: PendingPairing.self), as: call.identity)
            return NoContent()
        },
        .on(.delete, path: "/pairings/:id", access: .requires(.managePeople), summary: "Reject a pairing") { call in
            try await call.services.pairing.reject(try call.id(of: PendingPairing.self), as: call.identity)
            return NoContent()
        },
        .on(.post, path: "/pairings/reopen", access: .console, summary: "Reopen pairing after too many wrong codes") {
            call in
            try await call.services.pairing.reopen(as: call.identity)
            return NoContent()
        },
    ]
}

/// The response 201 with the session, or 202 while the pairing waits for approval.
struct PairingSessionResponse: DocumentedResponse {
    static let documentation = [
        ResponseDocumentation.json(SessionBody.self, status: .created, meaning: "The pairing is approved."),
        ResponseDocumentation(status: .accepted, meaning: "The pairing waits for approval; try again later."),
    ]

    let session: SessionBody?

    func response() throws -> Response {
        try session.map { try .json($0, status: .created) } ?? Response(status: .accepted)
    }
}

extension AuthenticatedCall<SessionServices> {
    fileprivate func offer(
        _ purpose: PairingPayload.Purpose, code: PairingCode, expiresAt: Timestamp?
    ) async throws -> PairingOfferBody {
        guard let endpoint = await services.endpointDescription() else {
            throw ActionRefusal.conflict("Pairing needs the HTTPS endpoint, which is not available; see https.enabled.")
        }
        return PairingOfferBody(PairingPayload(purpose, at: endpoint, code: code, expiresAt: expiresAt))
    }
}

extension EndpointBody {
    fileprivate init(isClaimed: Bool, endpoint: EndpointDescription?) {
        self.init(
            isClaimed: isClaimed, host: endpoint?.host, port: endpoint?.port,
            certificateFingerprint: endpoint?.certificateFingerprint,
            publicKeyFingerprint: endpoint?.publicKeyFingerprint,
            webRoot: endpoint.map { RootCertificateBody($0.webRoot, neededFrom: $0.webRootSince) },
            nextWebRoot: endpoint?.nextWebRoot.map { RootCertificateBody($0.root, neededFrom: $0.neededFrom) })
    }
}

extension RootCertificateBody {
    fileprivate init(_ root: HomeCertificateInfo, neededFrom: Timestamp? = nil) {
        self.init(
            certificate: root.pem, fingerprint: root.fingerprint, expiresAt: Timestamp(root.notAfter),
            neededFrom: neededFrom)
    }
}

extension PairingBody {
    init(_ pairing: PendingPairing) {
        self.init(
            id: pairing.id.rawValue, person: pairing.person, clientName: pairing.clientName.text,
            thumbprint: pairing.key.short, isApproved: pairing.isApproved)
    }
}

extension OpenPairingCodeBody {
    init(_ invitation: OpenPairingCode) {
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

extension PairingPayload {
    /// Makes the payload with which a client pairs at the endpoint `door` with `code`.
    package init(_ purpose: Purpose, at endpoint: EndpointDescription, code: PairingCode, expiresAt: Timestamp?) {
        self.init(
            purpose: purpose, host: endpoint.host, port: endpoint.port, code: code.exposed, expiresAt: expiresAt,
            certificateFingerprint: endpoint.certificateFingerprint, publicKeyFingerprint: endpoint.publicKeyFingerprint
        )
    }
}

extension PairingOfferBody {
    init(_ payload: PairingPayload) { self.init(payload, qr: QRCode(payload.link)?.rows ?? []) }
}
