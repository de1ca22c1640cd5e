import GatewayCore
import GatewayWire
import HTTPTypes
import HomeCertificates
import HomeModel
import Hummingbird

/// How clients come in.
enum PairingRoutes {
    static let all: [Route] = [
        .holdingKey(.post, "/claim") { call in
            let claim = try await call.body(ClaimBody.self)
            let tokens = try await call.home.pairing.claim(
                claim.code, name: claim.name, key: call.key, clientName: claim.clientName,
                from: call.context.source)
            return try .json(SessionBody(tokens), status: .created)
        },
        .holdingKey(.post, "/pair") { call in
            let pair = try await call.body(PairBody.self)
            let pairing = try await call.home.pairing.request(
                pair.code, key: call.key, clientName: pair.clientName, from: call.context.source)
            return try .json(PairingBody(pairing), status: .accepted)
        },
        .holdingKey(.post, "/pairings/:id/session") { call in
            guard let id = call.context.parameters.get("id").flatMap(PairingID.init) else { throw ActRefusal.notFound }
            let pairing = call.home.pairing
            if let tokens = try await pairing.finish(id, key: call.key) {
                return try .json(SessionBody(tokens), status: .created)
            }
            return .init(status: .accepted)
        },
        .on(.post, "/pairing-codes", .requires(.managePeople), confirming: .people) { call in
            let new = try await call.body(NewPairingCodeBody.self)
            let invitation = try await call.home.pairing.invite(
                new.person, scope: new.scope.map(Set.init), isApproved: new.approveAny ?? false, as: call.identity)
            return try .json(
                await call.payload(.pair, invitation.code, expiresAt: invitation.expiresAt), status: .created)
        },
        .on(.post, "/claim-codes", .console) { call in
            guard let code = await call.home.pairing.newClaimCode() else {
                throw ActRefusal.conflict("This home has an owner; invite people instead.")
            }
            return try .json(await call.payload(.claim, code, expiresAt: nil), status: .created)
        },
        .on(.get, "/pairings", .requires(.managePeople)) { call in
            try .json(await call.home.pairing.waiting(as: call.identity).map(PairingBody.init))
        },
        .on(.post, "/pairings/:id/approve", .requires(.managePeople), confirming: .people) { call in
            try await call.home.pairing.approve(try call.id(of: PendingPairing.self), as: call.identity)
            return .nothing
        },
        .on(.delete, "/pairings/:id", .requires(.managePeople)) { call in
            try await call.home.pairing.reject(try call.id(of: PendingPairing.self), as: call.identity)
            return .nothing
        },
        .on(.post, "/pairings/reopen", .console) { call in
            try await call.home.pairing.reopen(as: call.identity)
            return .nothing
        },
    ]
}

extension Call {
    fileprivate func payload(
        _ purpose: PairingPayload.Purpose, _ code: PairingCode, expiresAt: Timestamp?
    ) async throws -> PairingPayload {
        guard let door = await home.doorSign() else {
            throw ActRefusal.conflict("There is no HTTPS door to come in by; see https.enabled.")
        }
        return PairingPayload(purpose, at: door, code, expiresAt: expiresAt)
    }
}

extension PairingBody {
    init(_ pairing: PendingPairing) {
        self.init(
            id: pairing.id.rawValue, person: pairing.person,
            clientName: pairing.clientName.text, thumbprint: pairing.key.short, isApproved: pairing.isApproved)
    }
}

extension SessionBody {
    init(_ tokens: IssuedTokens) {
        self.init(
            client: tokens.client.id, person: tokens.client.person,
            accessToken: tokens.access.exposedText,
            expiresInSeconds: Int(SessionTerms.access.components.seconds),
            refreshToken: tokens.refresh.exposedText)
    }
}
