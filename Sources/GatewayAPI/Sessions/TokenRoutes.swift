import GatewayCore
import GatewayWire
import HTTPTypes
import HomeCertificates
import HomeModel
import Hummingbird

/// Service tokens for scripts and scrapers.
enum TokenRoutes {
    static let all: [Route<SessionServices>] = [
        .on(
            .get, path: "/tokens", access: .requires(.managePeople),
            summary: "List all service tokens, without their texts"
        ) { call in
            try await call.services.tokens.list(as: call.identity).map { TokenBody($0) }
        },
        .on(
            .post, path: "/tokens", access: .requires(.managePeople), confirming: .people,
            summary: "Make a service token, which is shown only once",
            taking: NewTokenBody.self, problems: [.notFound, .conflict]
        ) { call, new in
            let (token, text) = try await call.services.tokens.create(
                for: new.person, name: new.name, scope: Set(new.scope), days: new.days, key: new.key,
                as: call.identity)
            return Created(TokenBody(token, text: text.exposedText))
        },
        .on(
            .patch, path: "/tokens/:id", access: .requires(.managePeople),
            summary: "Rename a service token; its scope stays",
            taking: NewNameBody.self
        ) { call, new in
            TokenBody(
                try await call.services.tokens.rename(
                    try call.id(of: ServiceToken.self), name: new.name, as: call.identity))
        },
        .on(.delete, path: "/tokens/:id", access: .requires(.managePeople), summary: "Revoke a service token at once") {
            call in
            try await call.services.tokens.revoke(try call.id(of: ServiceToken.self), as: call.identity)
            return NoContent()
        },
    ]
}
