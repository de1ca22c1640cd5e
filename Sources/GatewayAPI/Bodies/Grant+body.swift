import GatewayCore
import GatewayWire
import HomeModel

// What people say of grants and denies, in the words of the model.

extension Grant {
    init(_ body: NewGrantBody, _ effect: Effect) throws(ActRefusal) {
        let permissions = Set(body.permissions)
        try GrantService.checkGrantable(permissions, effect)
        self.init(
            id: GrantID("new"), person: body.person, effect: effect, permissions: permissions,
            selector: AccessSelector(
                rooms: Set(body.rooms ?? []), devices: Set(body.devices ?? []),
                capabilities: Set(body.capabilities ?? [])),
            conditions: AccessConditions(
                notBefore: try Timestamp.term(body.notBefore, "notBefore"),
                notAfter: try Timestamp.term(body.notAfter, "notAfter"),
                windows: try [WeeklyWindow](texts: body.windows) ?? [], maximumUses: body.maximumUses))
    }
}

extension GrantChange {
    init(_ body: GrantChangeBody) throws(ActRefusal) {
        self.init()
        permissions = body.permissions.map(Set.init)
        rooms = body.rooms.map(Set.init)
        devices = body.devices.map(Set.init)
        capabilities = body.capabilities.map(Set.init)
        notBefore = try Timestamp.term(body.notBefore, "notBefore")
        notAfter = try Timestamp.term(body.notAfter, "notAfter")
        windows = try [WeeklyWindow](texts: body.windows)
        maximumUses = body.maximumUses
        let given = Set(fields)
        lifted = Set(body.without ?? [])
        if let both = lifted.first(where: { given.contains($0.rawValue) }) {
            throw .invalid(
                field: "without", code: "contradictory", detail: "“\(both.rawValue)” is both given and taken away.")
        }
    }
}

extension Timestamp {
    fileprivate static func term(_ text: String?, _ field: String) throws(ActRefusal) -> Timestamp? {
        guard let text else { return nil }
        guard let time = Timestamp(rfc3339: text) else {
            throw .invalid(
                field: field, code: "malformed", detail: "“\(field)” must be a time like 2026-01-31T12:00:00Z.")
        }
        return time
    }
}

extension [WeeklyWindow] {
    /// Nil for nil.
    fileprivate init?(texts: [String]?) throws(ActRefusal) {
        guard let texts else { return nil }
        self = try texts.map { text throws(ActRefusal) in
            do throws(WeeklyWindow.Fault) {
                return try WeeklyWindow(reading: text)
            } catch {
                throw .invalid(field: "windows", code: "malformed", detail: error.description)
            }
        }
    }
}
