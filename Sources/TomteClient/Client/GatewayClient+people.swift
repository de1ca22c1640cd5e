import Foundation
package import GatewayWire
package import HomeModel

/// The routes of pairing, clients, sessions, PINs and tokens, and of the home, its clock and its lockdown.
extension GatewayClient {
    package func claim(_ claim: ClaimBody) async throws(Failure) -> Response<SessionBody> {
        try await send(GatewayRequest(.post, path: "/claim").withBody(claim))
    }

    package func pair(_ pair: PairBody) async throws(Failure) -> Response<PairingBody> {
        try await send(GatewayRequest(.post, path: "/pair").withBody(pair))
    }

    /// The session of an approved pairing; nil while the pairing waits for approval.
    package func session(of pairing: String) async throws(Failure) -> SessionBody? {
        let answer = try await send(GatewayRequest(.post, path: "/pairings/\(pairing)/session"), for: SessionBody.self)
        return answer.status == 201 ? try answer.body() : nil
    }

    /// Whether the home has an owner, and the address and fingerprints of its HTTPS endpoint.
    package func endpoint() async throws(Failure) -> Response<EndpointBody> {
        try await send(GatewayRequest(.get, path: "/door"))
    }

    package func claimCode() async throws(Failure) -> Response<PairingPayload> {
        try await send(GatewayRequest(.post, path: "/claim-codes"))
    }

    package func invite(_ invitation: NewPairingCodeBody) async throws(Failure) -> Response<PairingPayload> {
        try await send(GatewayRequest(.post, path: "/pairing-codes").withBody(invitation))
    }

    package func pairingCodes() async throws(Failure) -> Response<[OpenPairingCodeBody]> {
        try await send(GatewayRequest(.get, path: "/pairing-codes"))
    }

    package func withdraw(_ invitation: Identifier<OpenPairingCodeBody>) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/pairing-codes/\(invitation)"), for: EmptyBody.self)
    }

    package func pairings() async throws(Failure) -> Response<[PairingBody]> {
        try await send(GatewayRequest(.get, path: "/pairings"))
    }

    package func approve(_ pairing: String) async throws(Failure) {
        _ = try await send(GatewayRequest(.post, path: "/pairings/\(pairing)/approve"), for: EmptyBody.self)
    }

    package func reject(_ pairing: String) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/pairings/\(pairing)"), for: EmptyBody.self)
    }

    package func reopenPairing() async throws(Failure) {
        _ = try await send(GatewayRequest(.post, path: "/pairings/reopen"), for: EmptyBody.self)
    }

    package func clients() async throws(Failure) -> Response<[ClientBody]> {
        try await send(GatewayRequest(.get, path: "/clients"))
    }

    package func rename(_ client: ClientID, name: NewNameBody) async throws(Failure) -> Response<ClientBody> {
        try await send(GatewayRequest(.patch, path: "/clients/\(client)").withBody(name))
    }

    package func revoke(_ client: ClientID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/clients/\(client)"), for: EmptyBody.self)
    }

    package func unlock(_ client: ClientID) async throws(Failure) {
        _ = try await send(GatewayRequest(.post, path: "/clients/\(client)/unlock"), for: EmptyBody.self)
    }

    package func signOut() async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/sessions/current"), for: EmptyBody.self)
    }

    package func stepUp(_ stepUp: StepUpBody) async throws(Failure) {
        _ = try await send(GatewayRequest(.post, path: "/step-up").withBody(stepUp), for: EmptyBody.self)
    }

    package func setPIN(_ pin: PINBody, of person: PersonID) async throws(Failure) {
        _ = try await send(GatewayRequest(.put, path: "/people/\(person)/pin").withBody(pin), for: EmptyBody.self)
    }

    package func clearPIN(of person: PersonID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/people/\(person)/pin"), for: EmptyBody.self)
    }

    package func allowFirstPIN(of person: PersonID) async throws(Failure) {
        _ = try await send(GatewayRequest(.post, path: "/people/\(person)/pin/permission"), for: EmptyBody.self)
    }

    package func tokens() async throws(Failure) -> Response<[TokenBody]> {
        try await send(GatewayRequest(.get, path: "/tokens"))
    }

    package func make(_ token: NewTokenBody) async throws(Failure) -> Response<TokenBody> {
        try await send(GatewayRequest(.post, path: "/tokens").withBody(token))
    }

    package func rename(_ token: TokenID, name: NewNameBody) async throws(Failure) -> Response<TokenBody> {
        try await send(GatewayRequest(.patch, path: "/tokens/\(token)").withBody(name))
    }

    package func revoke(_ token: TokenID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: "/tokens/\(token)"), for: EmptyBody.self)
    }

    package func home() async throws(Failure) -> Response<HomeBody> {
        try await send(GatewayRequest(.get, path: "/home"))
    }

    package func clock() async throws(Failure) -> Response<ClockBody> {
        try await send(GatewayRequest(.get, path: "/clock"))
    }

    package func confirmClock(_ confirmation: ClockConfirmationBody) async throws(Failure) -> Response<ClockBody> {
        try await send(GatewayRequest(.post, path: "/clock/confirmation").withBody(confirmation))
    }

    package func lockdown() async throws(Failure) -> Response<LockdownBody> {
        try await send(GatewayRequest(.get, path: "/lockdown"))
    }

    package func setLockdown(_ isOn: Bool) async throws(Failure) -> Response<LockdownBody> {
        try await send(GatewayRequest(.post, path: "/lockdown").withBody(LockdownChangeBody(isOn: isOn)))
    }
}

/// The body of a response without content.
struct EmptyBody: Decodable {}

/// The routes of grants and denies.
extension GatewayClient {
    package func grants() async throws(Failure) -> Response<[GrantBody]> {
        try await send(GatewayRequest(.get, path: "/grants"))
    }

    package func denies() async throws(Failure) -> Response<[GrantBody]> {
        try await send(GatewayRequest(.get, path: "/denies"))
    }

    package func grant(_ grant: NewGrantBody) async throws(Failure) -> Response<GrantBody> {
        try await send(GatewayRequest(.post, path: "/grants").withBody(grant))
    }

    package func deny(_ deny: NewGrantBody) async throws(Failure) -> Response<GrantBody> {
        try await send(GatewayRequest(.post, path: "/denies").withBody(deny))
    }

    package func change(_ id: GrantID, change: GrantChangeBody) async throws(Failure) -> Response<GrantBody> {
        try await send(GatewayRequest(.patch, path: try await address(of: id)).withBody(change))
    }

    package func revoke(_ id: GrantID) async throws(Failure) {
        _ = try await send(GatewayRequest(.delete, path: try await address(of: id)), for: Data.self)
    }

    package func why(
        _ id: PersonID, permission: Permission, device: DeviceID?, part: PartID?, capability: CapabilityName?
    ) async throws(Failure) -> Response<AccessExplanationBody> {
        try await send(
            GatewayRequest(.get, path: "/people/\(id)/why").withQuery([
                ("permission", permission.rawValue), ("device", device?.rawValue), ("part", part?.rawValue),
                ("capability", capability?.description),
            ]))
    }

    /// The path of a grant or deny, which have separate routes. An id that is not a deny's is used as a grant's; the
    /// gateway then refuses one that does not exist.
    private func address(of id: GrantID) async throws(Failure) -> String {
        let isDeny = try await acting(as: nil).denies().body().contains { $0.id == id }
        return "/\(isDeny ? "denies" : "grants")/\(id)"
    }
}
