import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird

enum GrantRoutes {
    static let all: [Route] = routes("/grants", "grant", .allow) + routes("/denies", "deny", .deny)

    private static func routes(_ path: String, _ noun: String, _ effect: Grant.Effect) -> [Route] {
        [
            .on(.get, path, .requires(.managePeople), "Every \(noun), oldest first") { call in
                try await call.home.grants.list(effect, as: call.identity).map(GrantBody.init)
            },
            .on(
                .post, path, .requires(.managePeople), confirming: .people, "A new \(noun), which holds at once",
                taking: NewGrantBody.self,
                problems: [.notFound, .conflict]
            ) { call, body in
                let draft = try Grant(body, effect)
                return Created(GrantBody(try await call.home.grants.give(draft, as: call.identity)))
            },
            .on(
                .delete, "\(path)/:id", .requires(.managePeople), confirming: effect == .deny ? .people : nil,
                "Take a \(noun) back, at once"
            ) { call in
                try await call.home.grants.revoke(try call.id(of: Grant.self), as: call.identity)
                return NoContent()
            },
        ]
    }
}

extension Grant {
    fileprivate init(_ body: NewGrantBody, _ effect: Effect) throws {
        let permissions = Set(body.permissions)
        guard effect == .deny || permissions.isSubset(of: Permission.grantable) else {
            throw ActRefusal.invalid(
                field: "permissions", code: "notGrantable",
                detail: "A grant adds controlDevices, viewEnergy and viewEnvironment only; for more, change the role.")
        }
        self.init(
            id: GrantID("new"), person: body.person, effect: effect, permissions: permissions,
            selector: AccessSelector(
                rooms: Set(body.rooms ?? []), devices: Set(body.devices ?? []),
                capabilities: Set(body.capabilities ?? [])),
            conditions: AccessConditions(
                notBefore: try Self.time(body.notBefore, "notBefore"),
                notAfter: try Self.time(body.notAfter, "notAfter"),
                windows: try (body.windows ?? []).map { try Self.window($0) }, maximumUses: body.maximumUses))
    }

    private static func time(_ text: String?, _ field: String) throws -> Timestamp? {
        guard let text else { return nil }
        guard let time = Timestamp(rfc3339: text) else {
            throw ActRefusal.invalid(
                field: field, code: "malformed", detail: "“\(field)” must be a time like 2026-01-31T12:00:00Z.")
        }
        return time
    }

    private static func window(_ text: String) throws -> WeeklyWindow {
        guard let window = WeeklyWindow(text) else {
            throw ActRefusal.invalid(
                field: "windows", code: "malformed", detail: "A weekly window is like “sat,sun 08:00-20:00”.")
        }
        return window
    }
}
