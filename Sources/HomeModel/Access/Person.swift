/// Someone (or, for `service`, something) that acts.
package struct Person: Hashable, Sendable, Codable {
    package let id: PersonID
    package var name: DisplayName
    package var role: Role

    package init(id: PersonID, name: DisplayName, role: Role) {
        self.id = id
        self.name = name
        self.role = role
    }
}
