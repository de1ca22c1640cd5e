import Foundation
import GatewayWire
import HomeModel

/// The routes of pairing, clients, sessions, PINs and tokens, and of the home, its clock and its lockdown.
extension GatewayClient {
    func claim(_ claim: ClaimBody) async throws(CLIError) -> APIResponse<SessionBody> {
        try await send(GatewayRequest(.post, path: "/claim").withBody(claim))
    }

    func pair(_ pair: PairBody) async throws(CLIError) -> APIResponse<PairingBody> {
        try await send(GatewayRequest(.post, path: "/pair").withBody(pair))
    }

    /// The session of an approved pairing; nil while the pairing waits for approval.
    func session(of pairing: String) async throws(CLIError) -> SessionBody? {
        let answer = try await send(GatewayRequest(.post, path: "/pairings/\(pairing)/session"), for: SessionBody.self)
        return answer.status == 201 ? try answer.body() : nil
    }

    func claimCode() async throws(CLIError) -> APIResponse<PairingPayload> {
        try await send(GatewayRequest(.post, path: "/claim-codes"))
    }

    func invite(_ invitation: NewPairingCodeBody) async throws(CLIError) -> APIResponse<PairingPayload> {
        try await send(GatewayRequest(.post, path: "/pairing-codes").withBody(invitation))
    }

    func invitations() async throws(CLIError) -> APIResponse<[InvitationBody]> {
        try await send(GatewayRequest(.get, path: "/pairing-codes"))
    }

    func withdraw(_ invitation: Identifier<InvitationBody>) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, path: "/pairing-codes/\(invitation)"), for: EmptyBody.self)
    }

    func pairings() async throws(CLIError) -> APIResponse<[PairingBody]> {
        try await send(GatewayRequest(.get, path: "/pairings"))
    }

    func approve(_ pairing: String) async throws(CLIError) {
        _ = try await send(GatewayRequest(.post, path: "/pairings/\(pairing)/approve"), for: EmptyBody.self)
    }

    func reject(_ pairing: String) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, path: "/pairings/\(pairing)"), for: EmptyBody.self)
    }

    func reopenPairing() async throws(CLIError) {
        _ = try await send(GatewayRequest(.post, path: "/pairings/reopen"), for: EmptyBody.self)
    }

    func clients() async throws(CLIError) -> APIResponse<[ClientBody]> {
        try await send(GatewayRequest(.get, path: "/clients"))
    }

    func rename(_ client: ClientID, name: NewNameBody) async throws(CLIError) -> APIResponse<ClientBody> {
        try await send(GatewayRequest(.patch, path: "/clients/\(client)").withBody(name))
    }

    func revoke(_ client: ClientID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, path: "/clients/\(client)"), for: EmptyBody.self)
    }

    func unlock(_ client: ClientID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.post, path: "/clients/\(client)/unlock"), for: EmptyBody.self)
    }

    func signOut() async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, path: "/sessions/current"), for: EmptyBody.self)
    }

    func stepUp(_ stepUp: StepUpBody) async throws(CLIError) {
        _ = try await send(GatewayRequest(.post, path: "/step-up").withBody(stepUp), for: EmptyBody.self)
    }

    func setPIN(_ pin: PINBody, of person: PersonID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.put, path: "/people/\(person)/pin").withBody(pin), for: EmptyBody.self)
    }

    func clearPIN(of person: PersonID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, path: "/people/\(person)/pin"), for: EmptyBody.self)
    }

    func allowFirstPIN(of person: PersonID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.post, path: "/people/\(person)/pin/permission"), for: EmptyBody.self)
    }

    func tokens() async throws(CLIError) -> APIResponse<[TokenBody]> {
        try await send(GatewayRequest(.get, path: "/tokens"))
    }

    func make(_ token: NewTokenBody) async throws(CLIError) -> APIResponse<TokenBody> {
        try await send(GatewayRequest(.post, path: "/tokens").withBody(token))
    }

    func rename(_ token: TokenID, name: NewNameBody) async throws(CLIError) -> APIResponse<TokenBody> {
        try await send(GatewayRequest(.patch, path: "/tokens/\(token)").withBody(name))
    }

    func revoke(_ token: TokenID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, path: "/tokens/\(token)"), for: EmptyBody.self)
    }

    func home() async throws(CLIError) -> APIResponse<HomeBody> {
        try await send(GatewayRequest(.get, path: "/home"))
    }

    func clock() async throws(CLIError) -> APIResponse<ClockBody> {
        try await send(GatewayRequest(.get, path: "/clock"))
    }

    func confirmClock(_ confirmation: ClockConfirmationBody) async throws(CLIError) -> APIResponse<ClockBody> {
        try await send(GatewayRequest(.post, path: "/clock/confirmation").withBody(confirmation))
    }

    func lockdown() async throws(CLIError) -> APIResponse<LockdownBody> {
        try await send(GatewayRequest(.get, path: "/lockdown"))
    }

    func setLockdown(_ isOn: Bool) async throws(CLIError) -> APIResponse<LockdownBody> {
        try await send(GatewayRequest(.post, path: "/lockdown").withBody(LockdownChangeBody(isOn: isOn)))
    }
}

/// The body of a response without content.
private struct EmptyBody: Decodable {}

/// The routes of grants and denies.
extension GatewayClient {
    func grants() async throws(CLIError) -> APIResponse<[GrantBody]> {
        try await send(GatewayRequest(.get, path: "/grants"))
    }

    func denies() async throws(CLIError) -> APIResponse<[GrantBody]> {
        try await send(GatewayRequest(.get, path: "/denies"))
    }

    func grant(_ grant: NewGrantBody) async throws(CLIError) -> APIResponse<GrantBody> {
        try await send(GatewayRequest(.post, path: "/grants").withBody(grant))
    }

    func deny(_ deny: NewGrantBody) async throws(CLIError) -> APIResponse<GrantBody> {
        try await send(GatewayRequest(.post, path: "/denies").withBody(deny))
    }

    func change(_ id: GrantID, change: GrantChangeBody) async throws(CLIError) -> APIResponse<GrantBody> {
        try await send(GatewayRequest(.patch, path: try await address(of: id)).withBody(change))
    }

    func revoke(_ id: GrantID) async throws(CLIError) {
        _ = try await send(GatewayRequest(.delete, path: try await address(of: id)), for: Data.self)
    }

    func why(
        _ id: PersonID, permission: Permission, device: DeviceID?, part: PartID?, capability: CapabilityName?
    ) async throws(CLIError) -> APIResponse<AccessExplanationBody> {
        try await send(
            GatewayRequest(.get, path: "/people/\(id)/why").withQuery([
                ("permission", permission.rawValue), ("device", device?.rawValue), ("part", part?.rawValue),
                ("capability", capability?.description),
            ]))
    }

    /// The path of a grant or deny, which have separate routes. An id that is not a deny's is used as a grant's; the
    /// gateway then refuses one that does not exist.
    private func address(of id: GrantID) async throws(CLIError) -> String {
        let isDeny = try await acting(as: nil).denies().body().contains { $0.id == id }
        return "/\(isDeny ? "denies" : "grants")/\(id)"
    }
}
