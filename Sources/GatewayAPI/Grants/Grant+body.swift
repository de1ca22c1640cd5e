import GatewayCore
import GatewayWire
import HomeModel

// Conversions from the request bodies of grants and denies to model values.

extension Grant {
    init(_ body: NewGrantBody, effect: Effect) throws(ActionRefusal) {
        let permissions = Set(body.permissions)
        try GrantService.checkGrantable(permissions, effect: effect)
        self.init(
            id: GrantID("new"), person: body.person, effect: effect, permissions: permissions,
            selector: AccessSelector(
                rooms: Set(body.rooms ?? []), devices: Set(body.devices ?? []),
                capabilities: Set(body.capabilities ?? [])),
            conditions: AccessConditions(
                notBefore: try Timestamp.term(body.notBefore, field: "notBefore"),
                notAfter: try Timestamp.term(body.notAfter, field: "notAfter"),
                windows: try [WeeklyWindow](texts: body.windows) ?? [], maximumUses: body.maximumUses))
    }
}

extension GrantChange {
    init(_ body: GrantChangeBody) throws(ActionRefusal) {
        self.init()
        permissions = body.permissions.map(Set.init)
        rooms = body.rooms.map(Set.init)
        devices = body.devices.map(Set.init)
        capabilities = body.capabilities.map(Set.init)
        notBefore = try Timestamp.term(body.notBefore, field: "notBefore")
        notAfter = try Timestamp.term(body.notAfter, field: "notAfter")
        windows = try [WeeklyWindow](texts: body.windows)
        maximumUses = body.maximumUses
        let given = Set(fields)
        removedBounds = Set(body.without ?? [])
        if let both = removedBounds.first(where: { given.contains($0.rawValue) }) {
            throw .invalid(
                field: "without", code: "contradictory",
                detail: "“\(both.rawValue)” is both set and listed in “without”; choose one.")
        }
    }
}

extension Timestamp {
    fileprivate static func term(_ text: String?, field: String) throws(ActionRefusal) -> Timestamp? {
        guard let text else { return nil }
        guard let time = Timestamp(rfc3339: text) else {
            throw .invalid(
                field: field, code: "malformed", detail: "“\(field)” must be a time like 2026-01-31T12:00:00Z.")
        }
        return time
    }
}

extension [WeeklyWindow] {
    /// Nil if `texts` is nil. Throws `.invalid` if one of them is not a weekly window.
    fileprivate init?(texts: [String]?) throws(ActionRefusal) {
        guard let texts else { return nil }
        self = try texts.map { text throws(ActionRefusal) in
            do throws(WeeklyWindow.ParsingError) {
                return try WeeklyWindow(reading: text)
            } catch {
                throw .invalid(field: "windows", code: "malformed", detail: error.description)
            }
        }
    }
}
