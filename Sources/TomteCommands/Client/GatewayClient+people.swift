import GatewayWire
import HomeModel

/// The routes by which clients come in and go.
extension GatewayClient {
    func claim(_ claim: ClaimBody) async throws(CommandFailure) -> Answer<SessionBody> {
        try await send(GatewayRequest(.post, "/claim").sending(claim))
    }

    func pair(_ pair: PairBody) async throws(CommandFailure) -> Answer<PairingBody> {
        try await send(GatewayRequest(.post, "/pair").sending(pair))
    }

    /// The session of an approved pairing; nil while it waits.
    func session(of pairing: String) async throws(CommandFailure) -> SessionBody? {
        let answer = try await send(GatewayRequest(.post, "/pairings/\(pairing)/session"), for: SessionBody.self)
        return answer.status == 201 ? try answer.body() : nil
    }

    func claimCode() async throws(CommandFailure) -> Answer<PairingPayload> {
        try await send(GatewayRequest(.post, "/claim-codes"))
    }

    func invite(_ invitation: NewPairingCodeBody) async throws(CommandFailure) -> Answer<PairingPayload> {
        try await send(GatewayRequest(.post, "/pairing-codes").sending(invitation))
    }

    func invitations() async throws(CommandFailure) -> Answer<[InvitationBody]> {
        try await send(GatewayRequest(.get, "/pairing-codes"))
    }

    func withdraw(_ invitation: Identifier<InvitationBody>) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.delete, "/pairing-codes/\(invitation)"), for: Nothing.self)
    }

    func pairings() async throws(CommandFailure) -> Answer<[PairingBody]> {
        try await send(GatewayRequest(.get, "/pairings"))
    }

    func approve(_ pairing: String) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.post, "/pairings/\(pairing)/approve"), for: Nothing.self)
    }

    func reject(_ pairing: String) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.delete, "/pairings/\(pairing)"), for: Nothing.self)
    }

    func reopenPairing() async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.post, "/pairings/reopen"), for: Nothing.self)
    }

    func clients() async throws(CommandFailure) -> Answer<[ClientBody]> {
        try await send(GatewayRequest(.get, "/clients"))
    }

    func rename(_ client: ClientID, _ name: NewNameBody) async throws(CommandFailure) -> Answer<ClientBody> {
        try await send(GatewayRequest(.patch, "/clients/\(client)").sending(name))
    }

    func revoke(_ client: ClientID) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.delete, "/clients/\(client)"), for: Nothing.self)
    }

    func unlock(_ client: ClientID) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.post, "/clients/\(client)/unlock"), for: Nothing.self)
    }

    func signOut() async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.delete, "/sessions/current"), for: Nothing.self)
    }

    func stepUp(_ stepUp: StepUpBody) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.post, "/step-up").sending(stepUp), for: Nothing.self)
    }

    func setPIN(_ pin: PINBody, of person: PersonID) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.put, "/people/\(person)/pin").sending(pin), for: Nothing.self)
    }

    func clearPIN(of person: PersonID) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.delete, "/people/\(person)/pin"), for: Nothing.self)
    }

    func allowFirstPIN(of person: PersonID) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.post, "/people/\(person)/pin/permission"), for: Nothing.self)
    }

    func tokens() async throws(CommandFailure) -> Answer<[TokenBody]> {
        try await send(GatewayRequest(.get, "/tokens"))
    }

    func make(_ token: NewTokenBody) async throws(CommandFailure) -> Answer<TokenBody> {
        try await send(GatewayRequest(.post, "/tokens").sending(token))
    }

    func rename(_ token: TokenID, _ name: NewNameBody) async throws(CommandFailure) -> Answer<TokenBody> {
        try await send(GatewayRequest(.patch, "/tokens/\(token)").sending(name))
    }

    func revoke(_ token: TokenID) async throws(CommandFailure) {
        _ = try await send(GatewayRequest(.delete, "/tokens/\(token)"), for: Nothing.self)
    }

    func home() async throws(CommandFailure) -> Answer<HomeBody> {
        try await send(GatewayRequest(.get, "/home"))
    }

    func clock() async throws(CommandFailure) -> Answer<ClockBody> {
        try await send(GatewayRequest(.get, "/clock"))
    }

    func confirmClock(_ confirmation: ClockConfirmationBody) async throws(CommandFailure) -> Answer<ClockBody> {
        try await send(GatewayRequest(.post, "/clock/confirmation").sending(confirmation))
    }

    func lockdown() async throws(CommandFailure) -> Answer<LockdownBody> {
        try await send(GatewayRequest(.get, "/lockdown"))
    }

    func setLockdown(_ isOn: Bool) async throws(CommandFailure) -> Answer<LockdownBody> {
        try await send(GatewayRequest(.post, "/lockdown").sending(LockdownChangeBody(isOn: isOn)))
    }
}

/// An answer without a body.
private struct Nothing: Decodable {}
