package import HomeModel

/// `GET /people`.
package struct PersonBody: Codable, Sendable {
    package let id: PersonID
    package let name: String
    package let role: Role

    package init(id: PersonID, name: String, role: Role) {
        self.id = id
        self.name = name
        self.role = role
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

/// `PATCH /people/{id}`: what is absent stays; one is there at least.
package struct PersonChangeBody: Codable, Sendable {
    package let name: String?
    package let role: Role?

    package init(name: String? = nil, role: Role? = nil) {
        self.name = name
        self.role = role
    }
}

/// `GET /people/{id}/why?permission=&device=&part=&capability=`.
package struct WhyBody: Codable, Sendable {
    package let isAllowed: Bool
    /// One sentence.
    package let reason: String

    package init(isAllowed: Bool, reason: String) {
        self.isAllowed = isAllowed
        self.reason = reason
    }
}
