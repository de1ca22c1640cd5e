package import GatewayWire
package import HomeModel

/// The routes of invitations: those of the inviter, and those of the invited client.
extension GatewayClient {
    package func invitations() async throws(Failure) -> Response<[InvitationBody]> {
        try await send(GatewayRequest(.get, path: "/invitations"))
    }

    package func invite(_ invitation: NewInvitationBody) async throws(Failure) -> Response<SentInvitationBody> {
        try await send(GatewayRequest(.post, path: "/invitations").withBody(invitation))
    }

    package func approve(_ id: InvitationID, approval: InvitationApprovalBody) async throws(Failure) {
        _ = try await send(
            GatewayRequest(.post, path: "/invitations/\(id)/approve").withBody(approval), for: EmptyBody.self)
    }

    package func revoke(_ id: InvitationID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/invitations/\(id)"), for: EmptyBody.self)
    }

    package func open(
        _ id: InvitationID, secret: InvitationSecretBody
    ) async throws(Failure) -> Response<OpenedInvitationBody> {
        try await send(GatewayRequest(.post, path: "/invitations/\(id)/open").withBody(secret))
    }

    package func commit(
        _ id: InvitationID, commitment: CommitmentBody
    ) async throws(Failure) -> Response<PairingNonceBody> {
        try await send(GatewayRequest(.post, path: "/invitations/\(id)/commitment").withBody(commitment))
    }

    package func reveal(_ id: InvitationID, nonce: PairingNonceBody) async throws(Failure) {
        _ = try await send(
            GatewayRequest(.post, path: "/invitations/\(id)/reveal").withBody(nonce), for: EmptyBody.self)
    }

    package func present(
        _ id: InvitationID, number: InvitationNumberBody
    ) async throws(Failure) -> Response<SessionBody> {
        try await send(GatewayRequest(.post, path: "/invitations/\(id)/number").withBody(number))
    }

    /// The session of an approved invitation; nil while it waits for approval.
    package func session(of id: InvitationID) async throws(Failure) -> SessionBody? {
        let answer = try await send(GatewayRequest(.post, path: "/invitations/\(id)/session"), for: SessionBody.self)
        return answer.status == 201 ? try answer.body() : nil
    }
}
