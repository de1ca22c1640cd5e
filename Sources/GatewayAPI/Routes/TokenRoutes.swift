import GatewayCore
import GatewayWire
import HTTPTypes
import HomeCertificates
import HomeModel
import Hummingbird

/// Tokens for scripts and scrapers.
enum TokenRoutes {
    static let all: [Route] = [
        .on(.get, "/tokens", .requires(.managePeople), "Every token, without itself") { call in
            try await call.home.tokens.list(as: call.identity).map { TokenBody($0) }
        },
        .on(
            .post, "/tokens", .requires(.managePeople), confirming: .people, "A new token, shown once",
            taking: NewTokenBody.self, problems: [.notFound, .conflict]
        ) { call, new in
            let (token, text) = try await call.home.tokens.create(
                for: new.person, name: new.name, scope: Set(new.scope), days: new.days, key: new.key,
                as: call.identity)
            return Created(TokenBody(token, text: text.exposedText))
        },
        .on(
            .patch, "/tokens/:id", .requires(.managePeople), "Call a token something else; what it is good for stays",
            taking: NewNameBody.self
        ) { call, new in
            TokenBody(
                try await call.home.tokens.rename(
                    try call.id(of: ServiceToken.self), name: new.name, as: call.identity))
        },
        .on(.delete, "/tokens/:id", .requires(.managePeople), "Take a token back, at once") { call in
            try await call.home.tokens.revoke(try call.id(of: ServiceToken.self), as: call.identity)
            return NoContent()
        },
    ]
}
