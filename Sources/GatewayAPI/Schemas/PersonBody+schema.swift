import GatewayWire
import HomeModel

extension PersonBody: DocumentedBody, Answer {
    static let schema = Schema.component("Person", .object(["id": .id, "name": .name, "role": .role]))
    static let example = PersonBody(id: PersonID("anna"), name: "Anna", role: .member)
}

extension NewPersonBody: DocumentedBody {
    static let schema = Schema.component("NewPerson", .object(["name": .name, "role": .role]))
    static let example = NewPersonBody(name: "Anna", role: .member)
}

extension RoleBody: DocumentedBody {
    static let schema = Schema.component("RoleChange", .object(["role": .role]))
    static let example = RoleBody(role: .admin)
}

extension WhyBody: DocumentedBody, Answer {
    static let schema = Schema.component(
        "Why", .object(["isAllowed": .boolean, "reason": .text.about("One sentence.")]))
    static let example = WhyBody(isAllowed: true, reason: "The role member permits it everywhere.")
}
