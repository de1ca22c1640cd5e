package import HomeModel

/// `GET /people`.
package struct PersonBody: Codable, Sendable {
    package let id: PersonID
    package let name: String
    package let role: Role
    /// Whether they have a PIN. Only `GET /people` includes it.
    package let hasPIN: Bool?

    package init(id: PersonID, name: String, role: Role, hasPIN: Bool? = nil) {
        self.id = id
        self.name = name
        self.role = role
        self.hasPIN = hasPIN
    }
}

/// `POST /people`.
package struct NewPersonBody: Codable, Sendable {
    package let name: String
    package let role: Role

    package init(name: String, role: Role) {
        self.name = name
        self.role = role
    }
}

/// `PATCH /people/{id}`: absent fields stay as they are; at least one must be present.
package struct PersonChangeBody: Codable, Sendable {
    package let name: String?
    package let role: Role?
    /// Confirms that the clients and the PIN that the new role does not permit may be removed.
    package var confirmed: Bool?

    package init(name: String? = nil, role: Role? = nil, confirmed: Bool? = nil) {
        self.name = name
        self.role = role
        self.confirmed = confirmed
    }
}
