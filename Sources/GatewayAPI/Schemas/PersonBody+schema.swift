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

extension PersonChangeBody: DocumentedBody {
    static let schema = Schema.component(
        "PersonChange", .change(of: ["name": .name, "role": .role]).about("What is absent stays."))
    static let example = PersonChangeBody(name: "Anna", role: .admin)
}

extension WhyBody: DocumentedBody, Answer {
    static let schema = Schema.component(
        "Why", .object(["isAllowed": .boolean, "reason": .text.about("One sentence.")]))
    static let example = WhyBody(isAllowed: true, reason: "The role member permits it everywhere.")
}
