import GatewayWire
import HomeModel

/// The routes of pairing, clients, sessions, PINs and tokens, and of the home, its clock and its lockdown.
extension GatewayClient {
    func claim(_ claim: ClaimBody) async throws(CLIError) -> APIResponse<SessionBody> {
        try await send(GatewayRequest(.post, "/claim").withBody(claim))
    }

    func pair(_ pair: PairBody) async throws(CLIError) -> APIResponse<PairingBody> {
        try await send(GatewayRequest(.post, "/pair").withBody(pair))
    }

    /// The session of an approved pairing; nil while the pairing waits for approval.
    func session(of pairing: String) async throws(CLIError) -> SessionBody? {
        let answer = try await send(GatewayRequest(.post, "/pairings/\(pairing)/session"), for: SessionBody.self)
        return answer.status == 201 ? try answer.body() : nil
    }

    func claimCode() async throws(CLIError) -> APIResponse<PairingPayload> {
        try await send(GatewayRequest(.post, "/claim-codes"))
    }

    func invite(_ invitation: NewPairingCodeBody) async throws(CLIError) -> APIResponse<PairingPayload> {
        try await send(GatewayRequest(.post, "/pairing-codes").withBody(invitation))
    }

    func invitations() async throws(CLIError) -> APIResponse<[InvitationBody]> {
        try await send(GatewayRequest(.get, "/pairing-codes"))
    }

    func withdraw(_ invitation: Identifier<InvitationBody>) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, "/pairing-codes/\(invitation)"), for: EmptyBody.self)
    }

    func pairings() async throws(CLIError) -> APIResponse<[PairingBody]> {
        try await send(GatewayRequest(.get, "/pairings"))
    }

    func approve(_ pairing: String) async throws(CLIError) {
        _ = try await send(GatewayRequest(.post, "/pairings/\(pairing)/approve"), for: EmptyBody.self)
    }

    func reject(_ pairing: String) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, "/pairings/\(pairing)"), for: EmptyBody.self)
    }

    func reopenPairing() async throws(CLIError) {
        _ = try await send(GatewayRequest(.post, "/pairings/reopen"), for: EmptyBody.self)
    }

    func clients() async throws(CLIError) -> APIResponse<[ClientBody]> {
        try await send(GatewayRequest(.get, "/clients"))
    }

    func rename(_ client: ClientID, _ name: NewNameBody) async throws(CLIError) -> APIResponse<ClientBody> {
        try await send(GatewayRequest(.patch, "/clients/\(client)").withBody(name))
    }

    func revoke(_ client: ClientID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, "/clients/\(client)"), for: EmptyBody.self)
    }

    func unlock(_ client: ClientID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.post, "/clients/\(client)/unlock"), for: EmptyBody.self)
    }

    func signOut() async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, "/sessions/current"), for: EmptyBody.self)
    }

    func stepUp(_ stepUp: StepUpBody) async throws(CLIError) {
        _ = try await send(GatewayRequest(.post, "/step-up").withBody(stepUp), for: EmptyBody.self)
    }

    func setPIN(_ pin: PINBody, of person: PersonID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.put, "/people/\(person)/pin").withBody(pin), for: EmptyBody.self)
    }

    func clearPIN(of person: PersonID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, "/people/\(person)/pin"), for: EmptyBody.self)
    }

    func allowFirstPIN(of person: PersonID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.post, "/people/\(person)/pin/permission"), for: EmptyBody.self)
    }

    func tokens() async throws(CLIError) -> APIResponse<[TokenBody]> {
        try await send(GatewayRequest(.get, "/tokens"))
    }

    func make(_ token: NewTokenBody) async throws(CLIError) -> APIResponse<TokenBody> {
        try await send(GatewayRequest(.post, "/tokens").withBody(token))
    }

    func rename(_ token: TokenID, _ name: NewNameBody) async throws(CLIError) -> APIResponse<TokenBody> {
        try await send(GatewayRequest(.patch, "/tokens/\(token)").withBody(name))
    }

    func revoke(_ token: TokenID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, "/tokens/\(token)"), for: EmptyBody.self)
    }

    func home() async throws(CLIError) -> APIResponse<HomeBody> {
        try await send(GatewayRequest(.get, "/home"))
    }

    func clock() async throws(CLIError) -> APIResponse<ClockBody> {
        try await send(GatewayRequest(.get, "/clock"))
    }

    func confirmClock(_ confirmation: ClockConfirmationBody) async throws(CLIError) -> APIResponse<ClockBody> {
        try await send(GatewayRequest(.post, "/clock/confirmation").withBody(confirmation))
    }

    func lockdown() async throws(CLIError) -> APIResponse<LockdownBody> {
        try await send(GatewayRequest(.get, "/lockdown"))
    }

    func setLockdown(_ isOn: Bool) async throws(CLIError) -> APIResponse<LockdownBody> {
        try await send(GatewayRequest(.post, "/lockdown").withBody(LockdownChangeBody(isOn: isOn)))
    }
}

/// The body of a response without content.
private struct EmptyBody: Decodable {}
