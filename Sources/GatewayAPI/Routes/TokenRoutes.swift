import GatewayCore
import GatewayWire
import HTTPTypes
import HomeCertificates
import HomeModel
import Hummingbird

/// Tokens for scripts and scrapers.
enum TokenRoutes {
    static let all: [Route] = [
        .on(.get, "/tokens", .requires(.managePeople)) { call in
            try .json(await call.home.tokens.list(as: call.identity).map { TokenBody($0) })
        },
        .on(.post, "/tokens", .requires(.managePeople), confirming: .people) { call in
            let new = try await call.body(NewTokenBody.self)
            let (token, text) = try await call.home.tokens.create(
                for: new.person, name: new.name, scope: Set(new.scope), days: new.days, key: new.key,
                as: call.identity)
            return try .json(
                TokenBody(token, text: text.exposedText), status: .created)
        },
        .on(.delete, "/tokens/:id", .requires(.managePeople)) { call in
            try await call.home.tokens.revoke(try call.id(of: ServiceToken.self), as: call.identity)
            return .nothing
        },
    ]
}
