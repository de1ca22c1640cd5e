import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

/// Grants and denies.
enum GrantRoutes {
    static let all: [Route<AccessServices>] =
        routes("/grants", noun: "grant", effect: .allow) + routes("/denies", noun: "deny", effect: .deny) + [
            .on(
                .get, path: "/grant-options", access: .requires(.managePeople),
                summary: "Get what a grant can contain, and the usual terms of invitations"
            ) { _ in GrantOptionsBody.present }
        ]

    private static func routes(_ path: String, noun: String, effect: Grant.Effect) -> [Route<AccessServices>] {
        [
            .on(.get, path: path, access: .requires(.managePeople), summary: "List every \(noun), oldest first") {
                call in
                try await call.services.grants.list(effect, as: call.identity).map(GrantBody.init)
            },
            .on(
                .post, path: path, access: .requires(.managePeople), confirming: .people,
                summary: "Add a \(noun), which applies at once",
                taking: NewGrantBody.self,
                problems: [.notFound, .conflict]
            ) { call, body in
                let draft = try Grant(body, effect: effect)
                return Created(GrantBody(try await call.services.grants.give(draft, as: call.identity)))
            },
            .on(
                .patch, path: "\(path)/:id", access: .requires(.managePeople), confirming: .people,
                summary: "Change a \(noun); the change applies at once",
                taking: GrantChangeBody.self, problems: [.conflict]
            ) { call, body in
                GrantBody(
                    try await call.services.grants.change(
                        try call.id(of: Grant.self), effect: effect, by: try GrantChange(body), as: call.identity))
            },
            .on(
                .delete, path: "\(path)/:id", access: .requires(.managePeople),
                confirming: effect == .deny ? .people : nil,
                summary: "Revoke a \(noun) at once"
            ) { call in
                try await call.services.grants.revoke(try call.id(of: Grant.self), effect: effect, as: call.identity)
                return NoContent()
            },
        ]
    }
}
