/// A person of the home or, with the role `service`, a program.
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
