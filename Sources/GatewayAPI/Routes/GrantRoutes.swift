import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// Grants and denies.
enum GrantRoutes {
    static let all: [Route] = routes("/grants", "grant", .allow) + routes("/denies", "deny", .deny)

    private static func routes(_ path: String, _ noun: String, _ effect: Grant.Effect) -> [Route] {
        [
            .on(.get, path, .requires(.managePeople), "List every \(noun), oldest first") { call in
                try await call.home.grants.list(effect, as: call.identity).map(GrantBody.init)
            },
            .on(
                .post, path, .requires(.managePeople), confirming: .people, "Add a \(noun), which applies at once",
                taking: NewGrantBody.self,
                problems: [.notFound, .conflict]
            ) { call, body in
                let draft = try Grant(body, effect)
                return Created(GrantBody(try await call.home.grants.give(draft, as: call.identity)))
            },
            .on(
                .patch, "\(path)/:id", .requires(.managePeople), confirming: .people,
                "Change a \(noun); the change applies at once",
                taking: GrantChangeBody.self, problems: [.conflict]
            ) { call, body in
                GrantBody(
                    try await call.home.grants.change(
                        try call.id(of: Grant.self), effect, by: try GrantChange(body), as: call.identity))
            },
            .on(
                .delete, "\(path)/:id", .requires(.managePeople), confirming: effect == .deny ? .people : nil,
                "Revoke a \(noun) at once"
            ) { call in
                try await call.home.grants.revoke(try call.id(of: Grant.self), effect, as: call.identity)
                return NoContent()
            },
        ]
    }
}
